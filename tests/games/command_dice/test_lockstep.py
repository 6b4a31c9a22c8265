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


@pytest.mark.parametrize(
    ("is_compiled", "matches", "values"),
    [(True, 9_500, {}), (True, 500, EDITED), (False, 12, {}), (False, 3, EDITED)],
    ids=["compiled", "compiled, edited values", "interpreted", "interpreted, edited values"],
)
def test_rules_and_oracle_allow_the_same_events_all_match_long(is_compiled, matches, values):
    pair = Lockstep("command-dice", command_dice.play, is_compiled, 2, **values)
    events = sum(pair.match(seed) for seed in range(matches))
    assert events > 40 * matches
