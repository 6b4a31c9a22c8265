"""Batches of matches on all cores: the same from the same seed, however many cores there are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import numpy as np
from msgspec import Struct

from throwdown.bots.player import loops_of
from throwdown.bots.policies import Policy, compiled
from throwdown.bots.tree import ALTERNATELY, LOWEST, Policies
from throwdown.kernel import tables
from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game

CHUNK = 16_384  # matches that one core plays at a stretch, at most
STRETCHES = 8  # that each core has at least, so that none waits long for the last
LIMIT = 10_000_000  # events of one match
Progress = Callable[[int], None]
Numbers = np.ndarray[Any, Any]


class Batch(Struct, frozen=True):
    """Matches that were played: ``points``, int32[matches, seats], the number of events in all, and the
    seconds taken."""

    points: Numbers
    events: int
    seconds: float

    @property
    def shares(self) -> Numbers:
        """The share of the win by match and seat, float64[matches, seats]: 1 for a win, an equal part for a
        draw."""
        won = self.points == self.points.max(axis=1, keepdims=True)
        return won / won.sum(axis=1, keepdims=True)


class Opening(Struct, frozen=True):
    """How matches begin: for so many ``seats``, by default the least that the game is for, and with
    ``values`` that differ from the game's own."""

    seats: int | None = None
    values: Mapping[str, tables.Plain] = {}


def simulate(
    game: Game,
    matches: int | range,
    opening: Opening = Opening(),  # noqa: B008 - frozen
    *,
    seed: int = 0,
    policies: Sequence[Policy] = (),
    cores: int | None = None,
    progress: Progress | None = None,
) -> Batch:
    """Play matches of ``game``, seat k by ``policies[k]`` (at random without policies), compiled.

    ``matches`` says how many, or gives the range of their numbers: match k depends on ``seed`` and k alone.
    Of seats that may choose at once the lowest is asked first in matches of even number, the highest in those
    of odd number, so that none gains by it; without policies always the lowest.
    ``progress`` is told how many matches each stretch added.
    Raises :class:`BadValue` for seats or values that the game refuses, and for a seed that is not 0 .. 2**63
    - 1.
    """
    if not 0 <= seed < 2**63:
        raise BadValue(f"a seed is 0 to 2**63 - 1, not {seed}")
    numbers = range(matches) if isinstance(matches, int) else matches
    first, matches = numbers.start, len(numbers)
    opened = game.match(opening.seats, chance=Recorded(()), values=opening.values, engine=game.loops(True))
    points = np.zeros((matches, opened.seats), np.int32)
    play = _player(game, opened.state, seed, policies)
    cores = cores or os.cpu_count() or 1
    chunk = max(1, min(CHUNK, matches // (STRETCHES * cores)))
    began, events = time.perf_counter(), 0
    with ThreadPoolExecutor(cores) as pool:
        jobs = {
            pool.submit(play, points[begin : begin + chunk], first + begin): begin
            for begin in range(0, matches, chunk)
        }
        for job in as_completed(jobs):
            events += job.result()
            if progress:
                progress(min(chunk, matches - jobs[job]))
    return Batch(points, events, time.perf_counter() - began)


def by_seat(policies: Sequence[Policy]) -> Policies:
    """How seats choose in simulated matches, and which of them is asked first where several may choose; at
    random without ``policies``, and then always the lowest."""
    return compiled(policies, ALTERNATELY if policies else LOWEST)


def _player(
    game: Game, state: Numbers, seed: int, policies: Sequence[Policy]
) -> Callable[[Numbers, int], int]:
    """A function that plays the matches ``first ...`` into ``points`` and returns their events."""
    seated = by_seat(policies)
    engine, loops = game.loops(True), loops_of(game) if policies else None

    def play(points: Numbers, first: int) -> int:
        full = np.zeros((len(points), MAX_SEATS), np.int64)
        if loops is None:
            events = engine.playouts(state, len(points), seed, first, LIMIT, full)
        else:
            events = loops.contests(state, len(points), seed, first, seated, full)
        points[:] = full[:, : points.shape[1]]
        return int(events)

    return play
