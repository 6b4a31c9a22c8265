"""The rules beside the oracle."""

from __future__ import annotations

import pytest

from tests.lockstep import Lockstep
from tests.oracle import dardz

TEAMS = {"teams": True, "team-target": 120}
EDITED = {
    "card-points": [30, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 1],
    "golden-points": 30,
    "golden-sevens": 6,
    "action-points": [-15, 0, 15, -15, -15, 15],
    "jackpot-right": 60,
    "jackpot-wrong": -30,
    "boost-dice": 3,
    "bunk-dice": 1,
    "target": 100,
}
CALLED = {"announce-ten": "by the players", "target": 60}
MEAN = {"card-points": [1] * 12, "action-points": [-15] * 6, "jackpot-wrong": -30, "target": 500}
SHORT = {"target": 40}
COMPOSED = {
    "jackpot-does": "the holder loses",
    "jackpot-then": "guess a die",
    "boost-does": "all others lose",
    "boost-then": "swap a card",
    "bunk-does": "the holder gains",
    "bunk-then": "hands go right",
    "clock-does": "hands go left",
    "clock-then": "the lowest gain",
    "skull-does": "swap a card",
    "skull-then": "hands go right",
    "trade-does": "the highest lose",
    "trade-then": "the highest lose",
    "jackpot-wrong": -7,
    "target": 60,
}


@pytest.mark.parametrize(
    ("is_compiled", "seats", "matches", "values"),
    [
        (True, 2, 400, {}),
        (True, 2, 3_400, SHORT),
        (True, 4, 2_600, SHORT),
        (True, 8, 1_500, SHORT),
        (True, 4, 700, TEAMS),
        (True, 8, 200, TEAMS),
        (True, 2, 600, EDITED),
        (True, 5, 300, EDITED),
        (True, 3, 300, CALLED),
        (True, 2, 20, MEAN),
        (True, 3, 300, COMPOSED),
        (True, 4, 200, {**COMPOSED, **TEAMS}),
        (False, 2, 3, {}),
        (False, 4, 2, TEAMS),
        (False, 8, 2, EDITED),
        (False, 6, 2, CALLED),
        (False, 3, 4, {**COMPOSED, **CALLED}),
    ],
)
def test_rules_and_oracle_allow_the_same_events_all_match_long(is_compiled, seats, matches, values):
    pair = Lockstep("dardz", dardz.play, is_compiled, seats, **values)
    events = sum(pair.match(seed) for seed in range(matches))
    assert events > 60 * matches
