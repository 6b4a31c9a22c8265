"""A process that counts hints, in one of two ways.

With ``--first`` it counts first answers, which somebody waits for, and leaves the tables their time by its
nice value. Without, it goes on counting with only the time that nothing else on the machine wants. Both count
the same playouts in the same order, so that the second's answers go on from the first's.

It is told orders and tells better and better hints, as lines of JSON. Several decisions are counted in turn,
the one that has been counted least first, so that nobody waits for a first answer behind somebody else's last
one.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Queue
from random import Random

import msgspec
import numpy as np
from msgspec import Struct

from throwdown.bots import Sight, warm
from throwdown.bots.pool import yield_to_all
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import load
from throwdown.study.hints import ROUNDS, Hint, hints

COMMAND = (sys.executable, "-m", "throwdown.study.adviser")
FIRST = "--first"
FIRST_ROUNDS = 2
NICE = 5  # of the process that gives first answers
LONGEST = 30.0  # seconds that one decision is counted


class Count(Struct, frozen=True, tag="count"):
    """Count a decision, ``number``: what its seat sees, as the bytes of a hidden record, and its legal
    events; those ``also`` are told of however weak they are."""

    number: int
    game: str
    state: bytes
    seat: int
    legal: list[int]
    seats: int
    seed: int
    also: tuple[int, ...] = ()

    def sight(self) -> Sight:
        """What the seat sees, as players are told it."""
        game = load(self.game)
        state = np.frombuffer(self.state, game.rules.STATE).copy()
        return Sight(game, state, self.seat, self.legal, self.seats)


class Stop(Struct, frozen=True, tag="stop"):
    """Count decision ``number`` no further."""

    number: int


class Prepare(Struct, frozen=True, tag="prepare"):
    """Load the compiled rules of a game, so that its first hint need not wait for them."""

    game: str


class Answer(Struct, frozen=True, omit_defaults=True):
    """What is known of decision ``number`` by now; without a ``hint`` it cannot be counted, and ``why``."""

    number: int
    hint: Hint | None = None
    why: str = ""


Order = Count | Stop | Prepare
ORDERS = msgspec.json.Decoder(Order)
ANSWERS = msgspec.json.Decoder(Answer)


class _Job:
    """A decision that is being counted."""

    def __init__(self, number: int, rounds: Iterator[Hint]) -> None:
        self.number = number
        self.rounds = rounds
        self.done = 0
        self.began = time.monotonic()


class Desk:
    """The decisions that this process counts, each for so many ``rounds`` at most."""

    def __init__(self, rounds: int = ROUNDS) -> None:
        self._rounds = rounds
        self._orders: Queue[Order | None] = Queue()
        self._stopped: set[int] = set()  # written by the thread that reads orders, while others count
        self._jobs: dict[int, _Job] = {}

    def read(self, lines: Iterator[bytes]) -> None:
        """Take in orders until there are no more; in a thread of its own, so that a count is cut off at
        once."""
        for line in lines:
            order = ORDERS.decode(line)
            if isinstance(order, Stop):
                self._stopped.add(order.number)
            self._orders.put(order)
        self._orders.put(None)

    def answers(self) -> Iterator[Answer]:
        """The answers, until there are no more orders."""
        while True:
            while not self._jobs or not self._orders.empty():
                order = self._orders.get()
                if order is None:
                    return
                yield from self._take(order)
            job = min(self._jobs.values(), key=lambda each: each.done)
            yield from self._go_on(job)

    def _take(self, order: Order) -> Iterator[Answer]:
        if isinstance(order, Stop):
            self._jobs.pop(order.number, None)
            self._stopped.discard(order.number)
            return
        try:
            warm(load(order.game))
            if isinstance(order, Count):
                self._jobs[order.number] = _Job(order.number, self._hints(order))
        except ThrowdownError as error:
            if isinstance(order, Count):
                yield Answer(order.number, why=str(error))

    def _hints(self, order: Count) -> Iterator[Hint]:
        sight, stopped = order.sight(), lambda: order.number in self._stopped
        return hints(sight, order.seed, self._rounds, stopped, order.also)

    def _go_on(self, job: _Job) -> Iterator[Answer]:
        """Count one more round of ``job``."""
        hint = next(job.rounds, None)
        job.done += 1
        is_late = time.monotonic() - job.began > LONGEST
        if hint is not None and job.number not in self._stopped:
            yield Answer(job.number, msgspec.structs.replace(hint, done=hint.done or is_late))
        if hint is None or hint.done or is_late:
            self._jobs.pop(job.number, None)


def seed_for(place: str) -> int:
    """A seed that is the same for the same place, and tells nothing of any dice."""
    return Random(place).getrandbits(62)


def main() -> None:
    """Run the process: read orders and write answers, until there are no more orders."""
    if FIRST in sys.argv:
        os.nice(NICE)
        desk = Desk(FIRST_ROUNDS)
    else:
        yield_to_all()
        desk = Desk()
    threading.Thread(target=desk.read, args=(iter(sys.stdin.buffer),), daemon=True).start()
    for answer in desk.answers():
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main()
