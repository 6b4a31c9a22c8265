"""How Master plays endings of Duello: by the model of ``endgame.py``, each turn as if it were the first."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np

from throwdown.bots.ranges import Learning, Manner, PublicTree
from throwdown.kernel.whole import Compiles, Numbers

from . import endgame
from .knowledge import SINGLE_HANDS

__all__ = ["solution"]

CLOSE = 1e-3  # what best responses may win more than half, on average, when a solution is good enough
STEP = 20  # iterations of CFR+ between two looks at that
MOST = 4_000_000  # edges that are walked at most: a second


def solution(game: Compiles, state: Numbers, seat: int, rng: Numbers) -> tuple[Numbers, Numbers]:
    """How Master chooses for ``seat`` in an ending by ``state``, the record (an array of one element) hidden
    for it: events, int32[n], and their probabilities, float64[n]. No chance is in it."""
    tree, strategy, hunters = solve(game, state, seat)
    math, events, shares = _math(game), np.zeros(3, np.int32), np.zeros(3)
    many = math.mixture(state[0], seat, tree, hunters, strategy, events, shares)
    return events[:many], shares[:many]


def solve(game: Compiles, state: Numbers, seat: int) -> tuple[PublicTree, Numbers, Numbers]:
    """The tree of the ending, a strategy for both seats, float64[rows, hands], and what the hunters know at
    first, KNOWN[2]."""
    math = _math(game)
    tree, rows, hunters = math.tree_of(state[0], seat)
    return tree, to_the_end(math, tree, rows), hunters


def to_the_end(math: ModuleType, tree: PublicTree, rows: int) -> Numbers:
    """A strategy for both seats in ``tree``, float64[rows, hands], against which best responses win less than
    CLOSE, or after which MOST edges were walked. With a forecast of regrets (predictive CFR+) it takes fewer
    iterations where each has one die to find, and more where somebody has two."""
    shape = rows, tree.start.shape[1]
    learning, strategy = Learning(*np.zeros((4, *shape))), np.zeros(shape)
    manner = Manner(is_predictive=shape[1] == SINGLE_HANDS)
    for iterations in range(0, max(STEP, MOST // len(tree.edges)), STEP):
        math.ranges.iterate(tree, learning, manner, iterations, STEP)
        math.ranges.normalize(tree, learning.mean, strategy)
        won = [math.ranges.result(tree, strategy.copy(), each, True) for each in range(2)]
        if sum(won) / 2 < CLOSE:
            break
    return strategy


def _math(game: Compiles) -> ModuleType:
    return game.part(Path(endgame.__file__), is_compiled=True)
