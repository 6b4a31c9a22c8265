"""Learning a judge in rounds: a round finds positions and what the shares of the win there should be, and the
judge is fitted to those of this round and of a few before.

How positions and shares are found differs: by temporal differences (:mod:`.by_differences`), or by searches
or playouts from settled positions (:mod:`.of_settled`). Now and then the judge plays mirrored pairs against
who has none, which makes the curve.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from throwdown.bots.judged import FILE, LOOPS, Numbers, signs_of
from throwdown.bots.network import Judge
from throwdown.kernel.files import replacing
from throwdown.kernel.game import Game
from throwdown.lab import pages
from throwdown.lab.training import Adam, Planned, Training, Weights

PARTS = 4  # of a round, each played by one core
REMEMBERED = 4  # rounds whose positions are learned from
BATCH = 128
RATE = 0.003  # of learning, at first
LAST_RATE = 0.0001
LEARNED = ("direct", "inner", "floor", "outer")


class Plan(Planned, frozen=True):
    """How a judge of ``game``, by ``version`` of its rules, is trained in matches of ``seats``: a round has
    so many ``choices`` or settled positions, the network ``hidden`` units. ``fade`` is the lambda of temporal
    differences; searches have so many ``simulations`` for a position."""

    game: str
    version: int
    seats: int
    seed: int = 0
    choices: int = 40_000
    hidden: int = 24
    fade: float = 0.8
    simulations: int = 0


class JudgeTraining(Training[Plan]):
    """A judge in training. Raises :class:`BadValue` for a file that holds another training, and
    :class:`throwdown.bots.judged.NoJudge` for a game that describes no positions."""

    rounds, choices, simulations = 60, 40_000, 0  # by default; simulations where goals come from them
    what, rival = "judge", "the rule of thumb"
    passes = 2  # of a fit over the positions that are remembered

    def __init__(self, game: Game, plan: Plan, keep: Path, cores: int | None = None) -> None:
        super().__init__(game, plan, keep, cores)
        signs, hidden = signs_of(game), plan.hidden
        draw = np.random.default_rng(plan.seed)
        self._table = np.zeros(game.heuristics.TABLE, np.float32)
        game.part(LOOPS).tabulate(self._table)
        self._fitted = Adam(
            {
                "direct": np.zeros(signs, np.float32),
                "inner": (draw.standard_normal((signs, hidden)) * 0.1).astype(np.float32),
                "floor": np.zeros(hidden, np.float32),
                "outer": (draw.standard_normal(hidden) * 0.02).astype(np.float32),
            }
        )
        self._memory: list[tuple[Numbers, Numbers]] = []
        self.take_up()

    @property
    def weights(self) -> Weights:
        """Those of the judge, as they are now."""
        return self._fitted.weights

    @property
    def judge(self) -> Judge:
        """The judge as it is now."""
        return Judge(self._table, *(self.weights[name].copy() for name in LEARNED))

    def write(self, folder: Path, command: str) -> None:
        """Put the judge, and how ``command`` has made it, into two files in ``folder``."""
        with replacing(folder / FILE) as fresh, fresh.open("wb") as out:
            np.savez_compressed(out, **self.judge._asdict())
        made = {**self.made(command), "matches": self.course.matches}
        pages.write_figures((folder / FILE).with_suffix(".json"), made)

    def _round(self) -> None:
        self._memory = [*self._memory, self._positions()][-REMEMBERED:]
        self._fit()

    def _positions(self) -> tuple[Numbers, Numbers]:
        """What this round learns from: the signs of positions, float32[m, seats, SIGNS], and what their
        shares should be, float32[m, seats]."""
        raise NotImplementedError

    def _fit(self) -> None:
        """Steps over ``passes`` times as many positions as are remembered."""
        plan, number = self.course.plan, self.course.rounds
        rate = max(LAST_RATE, RATE * (1 - number / plan.rounds))
        draw = np.random.default_rng((plan.seed, number))
        signs = np.concatenate([each[0] for each in self._memory])
        goals = np.concatenate([each[1] for each in self._memory])
        for _ in range(self.passes * len(signs) // BATCH):
            chosen = draw.integers(0, len(signs), BATCH)
            self._fitted.step(slopes(self.weights, signs[chosen], goals[chosen]), rate)

    def _arrays(self) -> dict[str, Numbers]:
        found = self._fitted.arrays("judge")
        for k, (signs, goals) in enumerate(self._memory):
            found |= {f"signs.{k}": signs, f"goals.{k}": goals}
        return found

    def _take(self, arrays: Mapping[str, Numbers]) -> None:
        super()._take(arrays)
        many = sum(name.startswith("signs.") for name in arrays)
        self._memory = [(arrays[f"signs.{k}"], arrays[f"goals.{k}"]) for k in range(many)]


def shares_of(weights: Weights, signs: Numbers) -> tuple[Numbers, Numbers]:
    """The shares, float32[m, seats], that a judge with ``weights`` gives for ``signs``, float32[m, seats,
    SIGNS], and its hidden layer, float32[m * seats, n]."""
    many, seats = signs.shape[:2]
    flat = signs.reshape(many * seats, -1)
    hidden = np.maximum(flat @ weights["inner"] + weights["floor"], 0)
    numbers = (flat @ weights["direct"] + hidden @ weights["outer"]).reshape(many, seats)
    grown = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return grown / grown.sum(axis=1, keepdims=True), hidden


def slopes(weights: Weights, signs: Numbers, goals: Numbers) -> Weights:
    """How the cross-entropy between ``goals``, float32[m, seats], and the shares changes with each weight."""
    shares, hidden = shares_of(weights, signs)
    flat = signs.reshape(len(hidden), -1)
    error = ((shares - goals) / len(signs)).reshape(-1).astype(np.float32)
    inner = error[:, None] * weights["outer"] * (hidden > 0)
    return {
        "direct": flat.T @ error,
        "inner": flat.T @ inner,
        "floor": inner.sum(axis=0),
        "outer": hidden.T @ error,
    }
