"""Training in rounds, whatever is learned: a curve of matches against a rival, and steps by Adam.

What is done is kept after every step, so that training is stopped by Ctrl-C and gone on with. A step depends
on its number, the seed and what was learned before, not on the number of cores.
"""

from __future__ import annotations

import os
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from throwdown.bots.judged import Numbers
from throwdown.bots.player import Player
from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import replacing
from throwdown.kernel.game import Game
from throwdown.lab.files import arrays_in
from throwdown.lab.matchup import Score, play_out
from throwdown.lab.runs import Stopped

SEATS = 2  # of the matches of a mirrored pair
RATE_OF_MEANS, RATE_OF_SQUARES = 0.1, 0.001  # Adam (Kingma and Ba 2015)

Weights = dict[str, Numbers]
T = TypeVar("T")


class Planned(Struct, frozen=True, kw_only=True):
    """What every plan has: ``rounds``, and a curve of ``points``, each of ``pairs`` mirrored pairs."""

    rounds: int = 60
    pairs: int = 200
    points: int = 6


P = TypeVar("P", bound=Planned)


class Point(Struct, frozen=True):
    """The curve after so many rounds: the share of wins against its rival."""

    rounds: int
    minutes: float
    score: Score


class Course(Struct, Generic[P]):
    """How far training by a plan has come: so many steps before the first round, and rounds."""

    plan: P
    prepared: int = 0
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


class Adam:
    """Weights on their way down a slope; of a slope no more than its part of norm ``largest`` is taken."""

    def __init__(self, weights: Weights, largest: float = np.inf) -> None:
        self.weights, self.largest = weights, largest
        self.means = {name: np.zeros_like(each) for name, each in weights.items()}
        self.squares = {name: np.zeros_like(each) for name, each in weights.items()}
        self.steps = np.zeros((), np.int64)

    def step(self, slopes: Mapping[str, Numbers], rate: float) -> None:
        """One step down ``slopes``, float32 of the shapes of the weights, as ``float32[signs, hidden]``."""
        self.steps += 1
        done = int(self.steps)
        norm = float(np.sqrt(sum(float((each**2).sum()) for each in slopes.values())))
        kept = min(1.0, self.largest / max(norm, 1e-9))
        for name, weights in self.weights.items():
            slope = slopes[name] * kept
            self.means[name] += RATE_OF_MEANS * (slope - self.means[name])
            self.squares[name] += RATE_OF_SQUARES * (slope**2 - self.squares[name])
            mean = self.means[name] / (1 - (1 - RATE_OF_MEANS) ** done)
            spread = np.sqrt(self.squares[name] / (1 - (1 - RATE_OF_SQUARES) ** done))
            weights -= (rate * mean / (spread + 1e-8)).astype(np.float32)

    def arrays(self, name: str) -> dict[str, Numbers]:
        """All that further steps depend on, by names that begin with ``name``: float32 of the shapes of the
        weights, as ``float32[signs, hidden]``. Steps change these arrays."""
        groups = {name: self.weights, f"{name}_means": self.means, f"{name}_squares": self.squares}
        arrays = {f"{group}.{key}": each for group, of in groups.items() for key, each in of.items()}
        return {**arrays, f"{name}_steps": self.steps}


class Training(Generic[P]):
    """A training by a plan; what is kept of it lies in the file ``keep``. A subclass says what a round is,
    and calls :meth:`take_up` when its :meth:`_arrays` are there."""

    what: str  # is learned
    rival: str  # whom the matches of the curve are against

    def __init__(self, game: Game, plan: P, keep: Path, cores: int | None = None) -> None:
        self.game, self.keep, self.cores = game, keep, cores or os.cpu_count() or 1
        self.course = Course(plan)

    def run(self, told: Callable[[Course[P]], None]) -> None:
        """Train to the end of the plan; ``told`` is called after every step. Raises :class:`Stopped` after
        Ctrl-C."""
        course, plan = self.course, self.course.plan
        try:
            while course.rounds < plan.rounds:
                began = time.perf_counter()
                if self._prepare():
                    course.prepared += 1
                else:
                    self._round()
                    course.rounds += 1
                    if course.is_at_a_point:
                        score = self.measure(plan.pairs)
                        minutes = course.minutes + (time.perf_counter() - began) / 60
                        course.curve.append(Point(course.rounds, round(minutes, 1), score))
                course.minutes += (time.perf_counter() - began) / 60
                self._save()
                told(course)
        except KeyboardInterrupt:
            done = f"{course.rounds} of {plan.rounds} rounds"
            raise Stopped(f"stopped after {done}: the same command goes on from there") from None

    def _prepare(self) -> bool:
        """One step of those before the first round; False where all are done, as by default at once."""
        return False

    def _round(self) -> None:
        """One round."""
        raise NotImplementedError

    def news(self) -> str:
        """What the last step brought, for who watches; nothing after most of them."""
        course = self.course
        if not course.is_at_a_point:
            return ""
        point = course.curve[-1]
        wins = f"the {self.what} wins {point.score} against {self.rival}"
        return f"round {point.rounds}, {point.minutes} min: {wins}"

    def write(self, folder: Path, command: str) -> None:
        """Put what is learned, and how ``command`` has made it, into two files in ``folder``."""
        raise NotImplementedError

    def measure(self, pairs: int) -> Score:
        """What is learned over so many mirrored pairs of matches against the rival, the same each time."""
        raise NotImplementedError

    def _arrays(self) -> dict[str, Numbers]:
        """All that further steps depend on beside the course; steps change these arrays."""
        raise NotImplementedError

    def _take(self, arrays: Mapping[str, Numbers]) -> None:
        """Go on from kept arrays. Raises :class:`KeyError` and :class:`ValueError` for those of another."""
        for name, each in self._arrays().items():
            each[...] = arrays[name]

    def made(self, command: str) -> dict[str, Any]:
        """How ``command`` has made what is learned: plan, time and curve."""
        course = self.course
        told = {"command": command, "plan": course.plan, "minutes": round(course.minutes, 1)}
        return msgspec.to_builtins({**told, "curve": course.curve})

    def spread(self, work: Callable[[int], T], many: int) -> list[T]:
        """What ``work`` returns for so ``many`` numbers from 0, done on all cores."""
        with ThreadPoolExecutor(self.cores) as pool:
            done = [pool.submit(work, number) for number in range(many)]
            try:
                return [each.result() for each in done]
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def share_of(self, number: int, seated: Callable[[int], Sequence[Player]]) -> float:
        """The share of the wins of who has seat k in the match in which ``seated(k)`` play, over the two
        matches of mirrored pair ``number``."""
        won = 0.0
        for own in range(SEATS):
            match = self.game.match(SEATS, seed=number)
            play_out(match, [(each, 0.0) for each in seated(own)], number)
            won += (own in match.winners) / len(match.winners)
        return won / SEATS

    def _save(self) -> None:
        arrays: dict[str, Any] = {"course": np.frombuffer(msgspec.json.encode(self.course), np.uint8)}
        arrays |= self._arrays()
        self.keep.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.keep) as fresh, fresh.open("wb") as out:
            np.savez(out, **arrays)

    def take_up(self) -> None:
        """Go on from what is kept, if anything is. Raises :class:`BadValue` for a file that holds another
        training, or none."""
        if not self.keep.exists():
            return
        plan = self.course.plan
        try:
            with arrays_in(self.keep) as arrays:
                course = msgspec.json.decode(arrays["course"].tobytes(), type=Course[type(plan)])
                if course.plan == plan:
                    self._take(arrays)
        except (OSError, LookupError, ValueError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
            raise BadValue(f"{str(self.keep)!r} holds no training: {error}") from None
        if course.plan != plan:
            raise BadValue(f"{str(self.keep)!r} holds another training: name another file")
        self.course = course
