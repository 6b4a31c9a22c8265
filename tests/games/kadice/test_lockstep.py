"""The rules beside the oracle."""

from __future__ import annotations

from random import Random

import pytest

from tests.lockstep import Legal, Lockstep
from tests.oracle import kadice
from throwdown.kernel.contract import CHANCE

AFTER_GHOSTS = {"last-player": "after that round's ghost rolls"}


class Eager(Lockstep):
    """Seats that mostly eliminate where they can and leave dice as they fell: matches come to an end."""

    def pick(self, seat: int, legal: Legal, rng: Random) -> int:
        if seat != CHANCE and rng.random() < 0.8:
            eliminations = {event for event in legal if event >= kadice.ELIMINATE}
            holds = {event for event in legal if event >= kadice.HOLD}
            legal = eliminations or holds
        return super().pick(seat, legal, rng)


@pytest.mark.parametrize(
    ("seats", "matches", "values"),
    [
        (2, 3_000, {"cards-each": 1}),
        (2, 60, {}),
        (3, 3_000, {"cards-each": 1}),
        (3, 300, {"cards-each": 3, **AFTER_GHOSTS}),
        (4, 2_000, {"cards-each": 1, **AFTER_GHOSTS}),
        (4, 600, {"cards-each": 2}),
        (8, 500, {"cards-each": 1}),
        (8, 500, {"most-rounds": 3}),
        (8, 40, {}),
    ],
)
def test_rules_and_oracle_allow_the_same_events_all_match_long(seats, matches, values):
    pair = Eager("kadice", kadice.play, True, seats, **values)
    assert sum(pair.match(seed) for seed in range(matches)) > 40 * matches


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_the_interpreted_rules_go_in_step_with_the_oracle_too(seats):
    pair = Lockstep("kadice", kadice.play, False, seats, **{"cards-each": 1})
    assert sum(pair.match(seed) for seed in range(3)) > 100


@pytest.mark.parametrize("seats", [2, 8])
def test_players_who_choose_anything_at_random_stay_in_step(seats):
    pair = Lockstep("kadice", kadice.play, True, seats, **{"most-rounds": 20})
    assert sum(pair.match(seed) for seed in range(50)) > 10_000
