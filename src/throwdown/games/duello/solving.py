"""How Master plays endings of Duello: by the model of ``endgame.py``, each turn as if it were the first."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from throwdown.bots.ranges import Manner
from throwdown.kernel.whole import Compiles, Numbers

from . import endgame

__all__ = ["solution"]

ROUNDS = 60  # of predictive CFR+; a best response to the model of the largest ending wins 0.0006 more


def solution(game: Compiles, state: Numbers, seat: int, rng: Numbers) -> tuple[Numbers, Numbers]:
    """How Master chooses for ``seat`` in an ending by ``state``, the record (an array of one element) hidden
    for it: events, int32[2], and their probabilities, float64[2]. No chance is in it."""
    math = game.part(Path(endgame.__file__), is_compiled=True)
    events, shares = np.zeros(2, np.int32), np.zeros(2)
    math.solve_by(state[0], seat, Manner(kept=0), ROUNDS, events, shares)
    return events, shares / shares.sum()
