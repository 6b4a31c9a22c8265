"""The rules beside the oracle."""

from __future__ import annotations

import pytest

from tests.lockstep import Lockstep
from tests.oracle import command_dice

EDITED = {
    "red-swords": [0, 0, 0, 0, 0, 6],
    "blue-swords": [3, 3, 3, 3, 3, 3],
    "tie-card": "the last card dealt",
}
EACH = {"waste-is-judged": "card by card"}


@pytest.mark.parametrize(
    ("is_compiled", "matches", "values"),
    [
        pytest.param(True, 8000, {}, id="compiled"),
        pytest.param(True, 1500, EACH, id="compiled, card by card"),
        pytest.param(True, 500, EDITED, id="compiled, edited values"),
        pytest.param(False, 9, {}, id="interpreted"),
        pytest.param(False, 3, EACH, id="interpreted, card by card"),
        pytest.param(False, 3, EDITED, id="interpreted, edited values"),
    ],
)
def test_rules_and_oracle_allow_the_same_events_all_match_long(is_compiled, matches, values):
    pair = Lockstep("command-dice", command_dice.play, is_compiled, 2, **values)
    events = sum(pair.match(seed) for seed in range(matches))
    assert events > 40 * matches
