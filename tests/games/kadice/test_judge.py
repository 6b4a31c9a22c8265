"""KA'DICE!: what the judge looks up, against counting by hand."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

import throwdown
from throwdown.games.kadice import judge, outcomes
from throwdown.games.kadice.cards import DICE, FULL_HOUSE, shown_by
from throwdown.games.kadice.state import NOBODY


def test_every_set_of_up_to_four_dice_has_a_number_of_its_own() -> None:
    numbers = [
        judge.number_of([faces.count(face) for face in range(7)], many)
        for many in range(DICE)
        for faces in combinations_with_replacement(range(1, 7), many)
    ]
    assert sorted(numbers) == list(range(judge.HELD))


def test_the_chance_of_two_ones_in_a_roll_is_exact_ka1() -> None:
    """From nothing 1 - (5/6)^5 - 5 (1/6) (5/6)^4, with a one held 1 - (5/6)^4, with two held 1."""
    gains, chances = np.zeros(outcomes.KEYS), np.zeros(judge.HELD, np.float32)
    for k in range(outcomes.FIRST[DICE], outcomes.FIRST[DICE + 1]):
        gains[outcomes.ROLL_KEY[k]] = shown_by(int(outcomes.ROLL_DICE[k])) & 1
    judge.fill_turn(FULL_HOUSE, gains, chances)
    from_nothing = 1 - (5 / 6) ** 5 - 5 * (1 / 6) * (5 / 6) ** 4 + 5 / 6**5  # five others alike are wild
    assert chances[judge.number_of([0] * 7, 0)] == pytest.approx(from_nothing, abs=1e-6)
    assert chances[judge.number_of([0, 1, 0, 0, 0, 0, 0], 1)] == pytest.approx(1 - (5 / 6) ** 4, abs=1e-6)
    assert chances[judge.number_of([0, 2, 0, 0, 0, 0, 0], 2)] == pytest.approx(1)


def test_before_the_turns_of_a_round_nobody_gains_or_loses_a_card() -> None:
    match = throwdown.load("kadice").match(3, seed=2)
    got, kept = np.full(8, 9.0), np.full(8, 9.0)
    state = match.state.copy()
    state["turn"] = NOBODY
    judge.follow(state[0], np.zeros(judge.TABLE, np.float32), got, kept)
    assert got[:3].tolist() == [0, 0, 0]
    assert kept[:3].tolist() == [float(state[0].in_play >> seat & 1) for seat in range(3)]
