"""The rules beside the oracle: 10,000 matches each of the plain game, with the tie-breaker, with wagers (and
their chips and pot), and as a standoff of 3 to 6."""

from __future__ import annotations

import pytest

from tests.lockstep import Lockstep
from tests.oracle import duello

BETS = {"wagering": True}
CARRIED = {"wagering": True, "chips": [3, 40, 7, 12, 250, 9, 1, 1], "first-bettor": 1, "pot": 5,
           "fold-points": "all dice left", "drawn-pot": "stays for the next game"}  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "matches", "values"),
    [
        (2, 10_000, {}),
        (2, 10_000, {"tie-breaker": True}),
        (2, 8500, BETS),
        (2, 1500, CARRIED | {"tie-breaker": True}),
        (3, 4000, {}),
        (4, 3000, {}),
        (5, 1800, {}),
        (6, 1200, {}),
        (3, 300, BETS),
        (5, 150, CARRIED),
        (8, 50, BETS),
    ],
)
def test_rules_and_oracle_allow_the_same_events_all_match_long(seats, matches, values):
    pair = Lockstep("duello", duello.play, True, seats, **values)
    assert sum(pair.match(seed) for seed in range(matches)) > 30 * matches


@pytest.mark.parametrize(("seats", "values"), [(2, {"tie-breaker": True}), (2, BETS), (3, CARRIED), (4, {})])
def test_interpreted_rules_and_oracle_agree_too(seats, values):
    pair = Lockstep("duello", duello.play, False, seats, **values)
    assert sum(pair.match(seed) for seed in range(4)) > 100
