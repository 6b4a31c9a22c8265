"""Learning a judge from self-play: temporal differences between the positions after a choice (TD(lambda)).

A round plays matches, in several parts side by side, all seats by the judge as it is; the first round by the
rule of thumb. Every position after a choice is given a goal, the lambda-return: a mixture of what the judge
says after the next choice and of the goal there, down to the shares of the win at the end of the match. Then
the judge is fitted to the goals of this round and of a few before. Now and then it plays mirrored pairs
against the rule of thumb, which makes the curve.

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

from throwdown.bots.judged import FILE, LOOPS, Numbers, new_desk, signs_of
from throwdown.bots.judges import ENDS, Judge, Rows
from throwdown.kernel.chance import Recorded
from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import replacing
from throwdown.kernel.game import Game
from throwdown.lab import pages
from throwdown.lab.matchup import Score, score_of
from throwdown.lab.runs import Stopped

PARTS = 4  # of a round, each played by one core
REMEMBERED = 4  # rounds whose positions are learned from
BATCH = 128
RATE = 0.003  # of learning, at first
LAST_RATE = 0.0001
TRIED = 0.02  # of the choices are made at random
STREAMS = 1 << 32  # between the random streams of two parts
JUDGING = 1 << 60  # the first stream of the matches that the curve is made of
LEARNED = ("direct", "inner", "floor", "outer")
Weights = dict[str, Numbers]


class Plan(Struct, frozen=True):
    """How a judge of ``game``, by ``version`` of its rules, is trained in matches of ``seats``: ``rounds`` of
    ``choices`` choices each, with ``hidden`` units and lambda ``fade``. The curve has ``points``, each of
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


class Point(Struct, frozen=True):
    """The curve after so many rounds: the share of wins against the rule of thumb, by the judge alone."""

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
        plan = self.plan
        return self.rounds * plan.points // plan.rounds > (self.rounds - 1) * plan.points // plan.rounds


class Made(Struct, frozen=True):
    """How a judge was made: the file beside it says so."""

    command: str
    plan: Plan
    minutes: float
    matches: int
    curve: list[Point]


class Training:
    """A judge in training; what is kept of it lies in the file ``keep``."""

    def __init__(self, game: Game, plan: Plan, keep: Path, cores: int | None = None) -> None:
        """Raises :class:`BadValue` for a file that holds another training, and
        :class:`throwdown.bots.judged.NoJudge` for a game that describes no positions."""
        self.game, self.keep = game, keep
        self.course = Course(plan)
        self.cores = min(PARTS, cores or os.cpu_count() or 1)
        self._loops = game.part(LOOPS)
        self._opening = game.match(plan.seats, chance=Recorded(()), engine=game.engine).state
        signs, hidden = signs_of(game), plan.hidden
        draw = np.random.default_rng(plan.seed)
        self._table = np.zeros(game.heuristics.TABLE, np.float32)
        self._loops.tabulate(self._table)
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
        """The judge against the rule of thumb over so many mirrored pairs of matches, the same each time."""
        plan = self.course.plan
        even = sum(1 << seat for seat in range(0, plan.seats, 2))
        odd = ((1 << plan.seats) - 1) ^ even
        shares: list[Numbers] = []
        for judged in (even, odd):
            points = np.zeros((PARTS, -(-pairs // PARTS), 8), np.int64)

            def play(part: int, judged: int = judged, points: Numbers = points) -> None:
                desk = new_desk(self.game, self.judge, plan.seats)
                first = JUDGING + part * len(points[part])
                self._loops.play_many(self._opening, desk, plan.seed, first, judged, points[part])

            self._spread(play)
            mine = points.reshape(-1, 8)[:pairs, : plan.seats]
            won = mine == mine.max(axis=1, keepdims=True)
            seats = [seat for seat in range(plan.seats) if judged >> seat & 1]
            shares.append((won / won.sum(axis=1, keepdims=True))[:, seats].sum(axis=1))
        return score_of(((shares[0] + shares[1]) / 2).tolist())

    def write(self, folder: Path, command: str) -> None:
        """Put the judge, and how ``command`` has made it, into two files in ``folder``."""
        with replacing(folder / FILE) as fresh, fresh.open("wb") as out:
            np.savez_compressed(out, **self.judge._asdict())
        course = self.course
        made = Made(command, course.plan, round(course.minutes, 1), course.matches, course.curve)
        pages.write_figures((folder / FILE).with_suffix(".json"), made)

    def _round(self) -> None:
        plan, number = self.course.plan, self.course.rounds
        by_thumb = number == 0
        chances = np.array([0.0, 1.0]) if by_thumb else np.array([TRIED, 0.0])
        parts = [self._rows(plan.choices // PARTS) for _ in range(PARTS)]
        counts = np.zeros((PARTS, 2), np.int64)

        def play(part: int) -> None:
            desk = new_desk(self.game, self.judge, plan.seats)
            stream = (number * PARTS + part) * STREAMS
            counts[part] = self._loops.practise_many(
                self._opening, desk, plan.seed, stream, chances, parts[part]
            )
            self._loops.set_goals(parts[part], counts[part, 0], 1.0 if by_thumb else plan.fade)

        self._spread(play)
        self.course.matches += int(counts[:, 1].sum())
        kept = [rows.marks[:many] & ENDS == 0 for rows, many in zip(parts, counts[:, 0], strict=True)]
        signs = [rows.signs[: len(keep)][keep] for rows, keep in zip(parts, kept, strict=True)]
        goals = [rows.goals[: len(keep)][keep] for rows, keep in zip(parts, kept, strict=True)]
        self._memory = [*self._memory, (np.concatenate(signs), np.concatenate(goals))][-REMEMBERED:]
        self._fit()

    def _rows(self, many: int) -> Rows:
        seats, signs = self.course.plan.seats, len(self.weights["direct"])
        shares = np.zeros((many, seats), np.float32), np.zeros((many, seats), np.float32)
        return Rows(np.zeros((many, seats, signs), np.float32), np.zeros(many, np.int8), *shares)

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
        """Adam (Kingma and Ba 2015), over twice as many positions as are remembered."""
        plan, number = self.course.plan, self.course.rounds
        rate = max(LAST_RATE, RATE * (1 - number / plan.rounds))
        draw = np.random.default_rng((plan.seed, number))
        signs = np.concatenate([each[0] for each in self._memory])
        goals = np.concatenate([each[1] for each in self._memory])
        for _ in range(2 * len(signs) // BATCH):
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
