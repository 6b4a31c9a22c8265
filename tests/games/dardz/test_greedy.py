"""The greedy player's reckoning, against one by hand."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

import throwdown
from tests.games.dardz.readings import opening
from throwdown.bots import named, sight
from throwdown.bots.player import LOOPS
from throwdown.kernel.compilation import State

POINTS = (0, 5, 4, 4, 4, 4, 3, 6, 7, 8, 10, 12, 15)


@cache
def expected(hand: tuple[int, ...], pile: int) -> float:
    """What a Bonus Roll brings when every pick is the best one (DZ-14, DZ-15, DZ-17)."""
    return sum(best(hand, pile, {a, b, a + b}) for a, b in product(range(1, 7), repeat=2)) / 36


def best(hand: tuple[int, ...], pile: int, offered: set[int]) -> float:
    return max((after(hand, pile, number) for number in offered if number in hand), default=0.0)


def after(hand: tuple[int, ...], pile: int, number: int) -> float:
    left = tuple(n for n in hand if n != number)
    moved = len(hand) - len(left)
    points = POINTS[number] * moved + (5 if not left else 0)
    if pile + moved >= 10:
        return points + 10
    return points + (expected(left, pile + moved) if left else 0)


@pytest.mark.parametrize("pile", [0, 8])
@pytest.mark.parametrize("hand", [(5,), (1, 2), (6, 6, 12), (2, 5, 11), (3, 4, 7)])
def test_the_bonus_roll_is_expected_exactly(hand, pile, is_compiled, table):
    game = throwdown.load("dardz")
    ready = State.PLAYERS_READY if is_compiled else State.INTERPRETED
    heuristics = game.compilation.players(LOOPS, ready).heuristics
    state = table("dardz", opening("4 8 9", "1 2 3")).state
    kinds = np.array([*(n - 1 for n in hand), 0, 0], np.int64)[:3]
    assert heuristics.bonus_value(state[0], kinds, len(hand), pile) == pytest.approx(expected(hand, pile))


def choice(match, seat=0) -> str:
    event = named("greedy").choose(sight(match, seat), Random(1))
    return match.texts(seat, [event])[0]


def test_greedy_takes_its_own_points(table):
    assert choice(table("dardz", opening("6 8 12", "1 2 3") + "*: 5, 6, 6")) == "12"


def test_greedy_denies_the_leader_a_round(table):
    match = table("dardz", opening("4 8 12", "11 11 11") + "*: 3, 4, 6\n0: 4\n*: 9, 5, 4, 6\n")
    match.state["pile"][0][1] = 8
    assert "11" in match.legal(0)
    assert choice(match) != "11"


def test_greedy_gives_the_skull_for_the_best_card(table):
    match = table("dardz", opening("trade skull 6", "9 2 12"))
    match.play(0, choice(match))
    assert choice(match) == "give skull"


def test_greedy_beats_random():
    game = throwdown.load("dardz")
    game.compile(players=True)
    wins = 0
    for seed in range(40):
        match, rng = game.match(2, seed=seed, values={"target": 60}), Random(seed)
        while not match.over:
            seat = match.awaited[0]
            match.play(
                seat, named("greedy" if seat == seed % 2 else "random").choose(sight(match, seat), rng)
            )
        wins += seed % 2 in match.winners
    assert wins >= 28
