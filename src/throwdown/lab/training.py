"""Learning a judge in rounds: a round finds positions and what the shares of the win there should be, and the
judge is fitted to those of this round and of a few before.

How positions and shares are found differs: by temporal differences (:mod:`.by_differences`), or by searches
(:mod:`.by_searches`). Now and then the judge plays mirrored pairs against who has none, which makes the
curve.

What is done is kept after every round, so that training is stopped by Ctrl-C and gone on with. A round
depends on its number, the seed and what was learned before, not on the number of cores.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from throwdown.bots.judged import FILE, LOOPS, Numbers, signs_of
from throwdown.bots.network import Judge
from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import replacing
from throwdown.kernel.game import Game
from throwdown.lab import pages
from throwdown.lab.matchup import Score
from throwdown.lab.runs import Stopped

PARTS = 4  # of a round, each played by one core
REMEMBERED = 4  # rounds whose positions are learned from
BATCH = 128
RATE = 0.003  # of learning, at first
LAST_RATE = 0.0001
LEARNED = ("direct", "inner", "floor", "outer")
Weights = dict[str, Numbers]


class Plan(Struct, frozen=True):
    """How a judge of ``game``, by ``version`` of its rules, is trained in matches of ``seats``: ``rounds`` of
    ``choices`` choices or settled positions each, with ``hidden`` units. ``fade`` is the lambda of temporal
    differences; searches have so many ``simulations`` for a position. The curve has ``points``, each of
    ``pairs`` mirrored pairs."""

    game: str
    version: int
    seats: int
    seed: int = 0
    rounds: int = 40
    choices: int = 40_000
    hidden: int = 24
    fade: float = 0.8
    pairs: int = 200
    points: int = 5
    simulations: int = 0


class Point(Struct, frozen=True):
    """The curve after so many rounds: the share of wins against its rival."""

    rounds: int
    minutes: float
    score: Score


class Course(Struct):
    """How far training has come."""

    plan: Plan
    rounds: int = 0
    minutes: float = 0.0
    matches: int = 0
    curve: list[Point] = []

    @property
    def is_at_a_point(self) -> bool:
        """Whether a point of the curve follows the last round."""
        return is_a_point(self.rounds, self.plan.rounds, self.plan.points)


def is_a_point(done: int, rounds: int, points: int) -> bool:
    """Whether one of so many ``points`` of a curve over ``rounds`` follows the last of those ``done``."""
    return done * points // rounds > max(0, done - 1) * points // rounds


class Made(Struct, frozen=True):
    """How a judge was made: the file beside it says so."""

    command: str
    plan: Plan
    minutes: float
    matches: int
    curve: list[Point]


class Training:
    """A judge in training; what is kept of it lies in the file ``keep``."""

    rounds, choices, simulations = 60, 40_000, 0  # by default; simulations where goals come from them
    passes = 2  # of a fit over the positions that are remembered
    rival = "the rule of thumb"  # of the curve

    def __init__(self, game: Game, plan: Plan, keep: Path, cores: int | None = None) -> None:
        """Raises :class:`BadValue` for a file that holds another training, and
        :class:`throwdown.bots.judged.NoJudge` for a game that describes no positions."""
        self.game, self.keep = game, keep
        self.course = Course(plan)
        self.cores = min(PARTS, cores or os.cpu_count() or 1)
        signs, hidden = signs_of(game), plan.hidden
        draw = np.random.default_rng(plan.seed)
        self._table = np.zeros(game.heuristics.TABLE, np.float32)
        game.part(LOOPS).tabulate(self._table)
        self.weights: Weights = {
            "direct": np.zeros(signs, np.float32),
            "inner": (draw.standard_normal((signs, hidden)) * 0.1).astype(np.float32),
            "floor": np.zeros(hidden, np.float32),
            "outer": (draw.standard_normal(hidden) * 0.02).astype(np.float32),
        }
        self._means = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._squares = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._steps = 0
        self._memory: list[tuple[Numbers, Numbers]] = []
        if keep.exists():
            self._go_on()

    @property
    def judge(self) -> Judge:
        """The judge as it is now."""
        return Judge(self._table, *(self.weights[name].copy() for name in LEARNED))

    def run(self, told: Callable[[Course], None]) -> None:
        """Train to the end of the plan; ``told`` is called after every round. Raises :class:`Stopped` after
        Ctrl-C."""
        plan = self.course.plan
        try:
            while self.course.rounds < plan.rounds:
                began = time.perf_counter()
                self._round()
                self.course.rounds += 1
                if self.course.is_at_a_point:
                    score = self.measure(plan.pairs)
                    minutes = self.course.minutes + (time.perf_counter() - began) / 60
                    self.course.curve.append(Point(self.course.rounds, round(minutes, 1), score))
                self.course.minutes += (time.perf_counter() - began) / 60
                self._save()
                told(self.course)
        except KeyboardInterrupt:
            done = f"{self.course.rounds} of {plan.rounds} rounds"
            raise Stopped(f"stopped after {done}: the same command goes on from there") from None

    def measure(self, pairs: int) -> Score:
        """The judge over so many mirrored pairs of matches against who has none, the same each time."""
        raise NotImplementedError

    def write(self, folder: Path, command: str) -> None:
        """Put the judge, and how ``command`` has made it, into two files in ``folder``."""
        with replacing(folder / FILE) as fresh, fresh.open("wb") as out:
            np.savez_compressed(out, **self.judge._asdict())
        course = self.course
        made = Made(command, course.plan, round(course.minutes, 1), course.matches, course.curve)
        pages.write_figures((folder / FILE).with_suffix(".json"), made)

    def _round(self) -> None:
        self._memory = [*self._memory, self._positions()][-REMEMBERED:]
        self._fit()

    def _positions(self) -> tuple[Numbers, Numbers]:
        """What this round learns from: the signs of positions, float32[m, seats, SIGNS], and what their
        shares should be, float32[m, seats]."""
        raise NotImplementedError

    def _spread(self, work: Callable[[int], None]) -> None:
        with ThreadPoolExecutor(self.cores) as pool:
            done = [pool.submit(work, part) for part in range(PARTS)]
            try:
                for each in done:
                    each.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def _fit(self) -> None:
        """Adam (Kingma and Ba 2015), over ``passes`` times as many positions as are remembered."""
        plan, number = self.course.plan, self.course.rounds
        rate = max(LAST_RATE, RATE * (1 - number / plan.rounds))
        draw = np.random.default_rng((plan.seed, number))
        signs = np.concatenate([each[0] for each in self._memory])
        goals = np.concatenate([each[1] for each in self._memory])
        for _ in range(self.passes * len(signs) // BATCH):
            chosen = draw.integers(0, len(signs), BATCH)
            self._step(slopes(self.weights, signs[chosen], goals[chosen]), rate)

    def _step(self, slope: Weights, rate: float) -> None:
        self._steps += 1
        for name, weights in self.weights.items():
            self._means[name] += 0.1 * (slope[name] - self._means[name])
            self._squares[name] += 0.001 * (slope[name] ** 2 - self._squares[name])
            mean = self._means[name] / (1 - 0.9**self._steps)
            spread = np.sqrt(self._squares[name] / (1 - 0.999**self._steps))
            weights -= (rate * mean / (spread + 1e-8)).astype(np.float32)

    def _save(self) -> None:
        arrays: dict[str, Any] = {"course": np.frombuffer(msgspec.json.encode(self.course), np.uint8)}
        for prefix, group in (("w", self.weights), ("m", self._means), ("v", self._squares)):
            arrays |= {f"{prefix}_{name}": each for name, each in group.items()}
        arrays["steps"] = np.array(self._steps)
        for k, (signs, goals) in enumerate(self._memory):
            arrays |= {f"signs_{k}": signs, f"goals_{k}": goals}
        self.keep.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.keep) as fresh, fresh.open("wb") as out:
            np.savez(out, **arrays)

    def _go_on(self) -> None:
        plan = self.course.plan
        try:
            with np.load(self.keep, allow_pickle=False) as arrays:
                self.course = msgspec.json.decode(arrays["course"].tobytes(), type=Course)
                for prefix, group in (("w", self.weights), ("m", self._means), ("v", self._squares)):
                    group.update({name: arrays[f"{prefix}_{name}"] for name in LEARNED})
                self._steps = int(arrays["steps"])
                many = sum(name.startswith("signs_") for name in arrays.files)
                self._memory = [(arrays[f"signs_{k}"], arrays[f"goals_{k}"]) for k in range(many)]
        except (OSError, KeyError, ValueError, msgspec.MsgspecError) as error:
            raise BadValue(f"{str(self.keep)!r} holds no training: {error}") from None
        if self.course.plan != plan:
            raise BadValue(f"{str(self.keep)!r} holds another training: name another file")


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
