"""The rules beside the oracle, at two, three and four seats, in all three kinds of time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lockstep import Eventful, Lockstep
from tests.oracle import kadoova_duel

EDITED = {
    "two-seats": "to 10,000",
    "goal": 5000,
    "most-turns": 30,
    "cheating": True,
    "steadiness": "shaky",
    "deep-pockets": 7,
    "thick-skin": 100,
    "pickpocket-window": "on your turn",
    "windfall-window": "before",
    "tax-day-from": 1000,
    "stake-most": 1000,
    "blind-factor": 20,
    "off-mat": 1000,
}


def compare(
    is_compiled: bool, matches: int, seats: int, kind: type[Lockstep] = Lockstep, **values: Any
) -> None:
    pair = kind("kadoova-duel", kadoova_duel.play, is_compiled, seats, **values)
    events = sum(pair.match(seed) for seed in range(matches))
    assert events > 200 * matches


@pytest.mark.parametrize(("seats", "matches"), [(2, 3000), (3, 1500), (4, 500)])
def test_rules_and_oracle_allow_the_same_events_all_game_long_in_simulated_time(seats, matches):
    compare(True, matches, seats, timing="simulated")


@pytest.mark.parametrize("timing", ["paced", "live"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rules_and_oracle_allow_the_same_events_in_play_by_people(seats, timing):
    compare(True, 60, seats, timing=timing)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rules_and_oracle_agree_on_edited_values_and_charges_of_cheating(seats):
    compare(True, 60, seats, timing="simulated", **EDITED)


@pytest.mark.parametrize("seats", [2, 4])
def test_interpreted_rules_and_oracle_agree_too(seats):
    compare(False, 2, seats, timing="paced", **EDITED)


@pytest.mark.parametrize("seats", [2, 4])
def test_rules_and_oracle_agree_where_dice_are_thrown_and_knocked_kd22(seats):
    compare(True, 60, seats, Eventful, timing="simulated", throws="thrown", **{"deep-pockets": 7})
