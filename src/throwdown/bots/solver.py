"""Perfect play for two, where all that can follow a position is few enough to be written out."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from throwdown.bots import regret
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import Game

UNFOLD = Path(__file__).parent / "unfold.py"
Numbers = np.ndarray[Any, Any]


class TooLarge(ThrowdownError):
    """More can follow the position than there is room for."""


class Solver:
    """All that can follow ``state`` (one record, the truth or a hidden copy before anything hidden is dealt).

    Raises :class:`TooLarge` when that is more than ``most`` nodes.
    """

    def __init__(self, game: Game, state: Numbers, most: int = 1 << 20) -> None:
        self._math = _math(game.is_compiled)
        nodes, slots = np.zeros(most, regret.NODE), np.zeros(1 << most.bit_length(), np.int32)
        decisions = np.zeros(most // 2 + 1, regret.DECISION)
        hidden, states = np.zeros(1, state.dtype), np.zeros(most, state.dtype)
        words = hidden.view(np.uint32)
        used, known = game.part(UNFOLD).unfold(state, hidden, words, states, nodes, slots, decisions)
        if used < 0:
            raise TooLarge(f"{game.key}: more than {most} nodes can follow")
        self.nodes, self.decisions = nodes[:used].copy(), decisions[:known].copy()
        choices = int(self.decisions["count"].sum())
        self._regrets, self._last, self._mean = np.zeros(choices), np.zeros(choices), np.zeros(choices)
        self._strategy, self.strategy = np.zeros(choices), np.zeros(choices)
        self.iterations = 0

    def improve(self, iterations: int) -> None:
        """Run so many iterations; ``strategy`` is then the mean strategy, by decision."""
        self._math.iterate(
            self.nodes, self.decisions, self._regrets, self._last, self._strategy, self._mean,
            self.iterations, iterations,
        )  # fmt: skip
        self.iterations += iterations
        self._math.normalize(self.decisions, self._mean, self.strategy)

    @property
    def value(self) -> float:
        """What seat 0 wins when both play the strategy."""
        return float(self._math.value_for_first(self.nodes, self.decisions, self.strategy))

    @property
    def exploitability(self) -> float:
        """What a seat wins, in the mean, by the best answer to the strategy."""
        answers = [self._math.best_answer(self.nodes, self.decisions, self.strategy, seat) for seat in (0, 1)]
        return float(sum(answers)) / 2

    def solve(self, goal: float, step: int = 10, most: int = 100_000) -> float:
        """Improve until the exploitability is ``goal``; returns what it is."""
        while self.iterations < most:
            self.improve(step)
            if self.exploitability <= goal:
                break
        return self.exploitability


def _math(is_compiled: bool) -> ModuleType:
    return importlib.import_module("throwdown_jit.bots.regret" if is_compiled else "throwdown.bots.regret")
