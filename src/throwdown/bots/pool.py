"""Players thinking in processes of their own, so that no table waits for them.

A worker runs at idle priority: it has only the time that nothing else on the machine wants. When it does not
answer in time the seat moves by the rule of thumb, and the worker is stopped and replaced, unless it is
still loading the compiled rules.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

import numpy as np

from throwdown.bots.levels import allowance, let_think, named
from throwdown.bots.player import GreedyPlayer, Player, Sight
from throwdown.kernel.game import load

GRACE = 2.0  # seconds beyond its budget until a thought is cut off
LOADING = 90.0  # seconds that a new worker may take to its first answer
KEPT = 8  # players, with their trees, that a worker remembers


class Question(NamedTuple):
    """A decision to be made by a worker process, as plain data; ``place`` names the table and match."""

    place: str
    kind: str
    game: str
    state: bytes
    seat: int
    legal: list[int]
    seats: int
    seed: int
    is_compiled: bool
    milliseconds: int


class Pool:
    """``workers`` processes that search, as many as there are cores but one, each started when no process
    that runs is idle."""

    def __init__(self, workers: int | None = None, grace: float = GRACE) -> None:
        count = workers or max(1, (os.cpu_count() or 1) - 1)  # a core is left to the tables
        self.grace = grace
        self.cut_off = 0
        self._workers = [_Worker() for _ in range(count)]
        self._idle = list(self._workers)
        self._changed = threading.Condition()

    def __len__(self) -> int:
        return len(self._workers)

    @property
    def running(self) -> int:
        """How many of the processes have been started."""
        return sum(worker.is_running for worker in self._workers)

    def choose(
        self, kind: str, sight: Sight, seed: int, place: str = "", seconds: float | None = None
    ) -> int:
        """The choice of a player of ``kind``; waits for it, up to ``seconds`` and a grace.

        Without ``seconds`` it thinks for as long as its level may. To be called from a thread. Raises
        :class:`UnknownPlayer`.
        """
        state, game = sight.state.tobytes(), sight.game
        seconds = allowance(kind) if seconds is None else seconds
        asked = (sight.seat, sight.legal, sight.seats, seed, game.is_compiled, round(1000 * seconds))
        question = Question(place, kind, game.key, state, *asked)
        worker = self._take(place)
        try:
            event = worker.ask(question, seconds + self.grace)
        finally:
            self._give_back(worker)
        if event is None:
            self.cut_off += 1
            event = GreedyPlayer(at_a_glance=True).choose(sight, Random(seed))
        return event

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.stop()

    def _take(self, place: str) -> _Worker:
        """An idle worker: if possible the one that thought for ``place`` last, else one that has started
        already, for a process loads the compiled rules first and keeps them in memory."""
        with self._changed:
            self._changed.wait_for(lambda: self._idle)
            worker = max(self._idle, key=lambda one: (one.place == place, one.is_running))
            self._idle.remove(worker)
            worker.place = place
            return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._changed:
            self._idle.append(worker)
            self._changed.notify()


class _Worker:
    """One process and the connection to it. Questions are numbered, so that a late answer is not taken for
    the answer to the next."""

    def __init__(self) -> None:
        self.place = ""
        self._process: Any = None
        self._line: Any = None
        self._number = 0
        self._loading_until = 0.0

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def ask(self, question: Question, seconds: float) -> int | None:
        """The answer, or None when it does not come in time."""
        deadline = time.monotonic() + seconds
        self._number += 1
        try:
            line = self._line or self._start()
            line.send((self._number, question))
            while line.poll(max(0.0, deadline - time.monotonic())):
                number, event = line.recv()
                self._loading_until = 0.0
                if number == self._number:
                    return int(event)
        except (EOFError, OSError):
            self.stop()
        if time.monotonic() > self._loading_until:
            self.stop()
        return None

    def _start(self) -> Any:
        context = get_context("spawn")
        line, far = context.Pipe()
        process = context.Process(target=_work, args=(far,), daemon=True, name="throwdown bot")
        process.start()  # may fail where the machine has no process or memory left
        self._line, self._process = line, process
        self._loading_until = time.monotonic() + LOADING
        far.close()
        return line

    def stop(self) -> None:
        if self._process is not None and self._line is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
        self._process = self._line = None


def _work(line: Connection) -> None:
    """Run as a worker: answer each question that comes with an event, until the connection is closed."""
    yield_to_all()
    players: OrderedDict[tuple[str, str, int], Player] = OrderedDict()
    while True:
        try:
            number, question = line.recv()
            line.send((number, _answer(question, players)))
        except (EOFError, OSError, KeyboardInterrupt):
            return


def yield_to_all() -> None:
    """Give this process idle priority: it runs only when no other process wants the processor."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(19)


def _answer(question: Question, players: OrderedDict[tuple[str, str, int], Player]) -> int:
    game = load(question.game)
    if question.is_compiled:
        game.compile()
    key = (question.place, question.kind, question.seat)
    player = players.pop(key, None) or named(question.kind)
    players[key] = player
    if question.milliseconds:
        let_think(player, question.milliseconds)
    if len(players) > KEPT:
        players.popitem(last=False)
    state = np.frombuffer(question.state, game.rules.STATE).copy()
    sight = Sight(game, state, question.seat, question.legal, question.seats)
    return player.choose(sight, Random(question.seed))
