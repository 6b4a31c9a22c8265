"""A process that counts matches, and looks for puzzles in them, with only the time that nothing else on the
machine wants."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress

import msgspec
from msgspec import Struct

from throwdown.bots import warm
from throwdown.bots.pool import yield_to_all
from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import load
from throwdown.kernel.log import Entry
from throwdown.kernel.match import Match
from throwdown.kernel.series import InSet
from throwdown.kernel.tables import Plain
from throwdown.study.counting import Study
from throwdown.study.mining import EACH, puzzle_at
from throwdown.study.puzzles import PEOPLE, Puzzle
from throwdown.study.report import write
from throwdown.study.solving import is_open
from throwdown.study.units import Effort

COMMAND = (sys.executable, "-m", "throwdown.study.worker")
DONE = b"null"


class Played(Struct, frozen=True):
    """A match as plain data."""

    game: str
    seats: int
    values: dict[str, Plain]
    names: tuple[str, ...]
    log: list[tuple[int, int]]

    def match(self, many: int | None = None) -> Match:
        """The match after the first ``many`` events, played again; raises :class:`ThrowdownError` where that
        cannot be done."""
        chance = Recorded(())
        fresh = load(self.game).match(self.seats, chance=chance, values=self.values, names=self.names)
        return fresh.extend(Entry(*entry) for entry in self.log[:many])


class Order(Played, frozen=True, tag="count"):
    """A match to be counted, to its end or with ``in_set`` to the end of the set."""

    effort: Effort
    in_set: InSet | None = None


class Search(Played, frozen=True, tag="search"):
    """A match of people in which puzzles are looked for, after its first ``after`` events, ``most`` of
    them."""

    after: int = 0
    most: int = EACH


class Looked(Struct, frozen=True):
    """A search has come to event ``n``; ``puzzle`` is what it found before that event, if anything."""

    n: int
    puzzle: Puzzle | None = None


ORDERS: msgspec.json.Decoder[Order | Search] = msgspec.json.Decoder(Order | Search)
LOOKED = msgspec.json.Decoder(Looked)


class Stopped(ThrowdownError):
    """The count ended before its end."""


class Worker:
    """One process, started when it is first needed. It is told orders and tells reports, as lines of JSON."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._changing = threading.Lock()
        self._is_ended = False

    def do(self, order: Order | Search) -> Iterator[bytes]:
        """What the order gives, as JSON: the report after each round of a count, or :class:`Looked` after
        each choice of a search. To be called from a thread. Raises :class:`Stopped` after :meth:`stop`, or
        where the process came to an end."""
        process = self._started()
        lines, orders = process.stdout, process.stdin
        if lines is None or orders is None:
            raise Stopped("the process that counts has no lines")
        try:
            orders.write(msgspec.json.encode(order) + b"\n")
            orders.flush()
            while (line := lines.readline().rstrip()) != DONE:
                if not line:
                    raise Stopped("the process that counted came to an end")
                yield line
        except (OSError, ValueError):
            raise Stopped("the process that counted came to an end") from None

    def _started(self) -> subprocess.Popen[bytes]:
        with self._changing:
            if self._is_ended:
                raise Stopped("nothing is counted any more")
            if self._process is None:
                self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            return self._process

    def stop(self) -> None:
        """End the process, whatever it does; another begins with the next order."""
        with self._changing:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for line in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent goes nowhere
                if line:
                    line.close()

    def end(self) -> None:
        """End the process, and begin no other."""
        with self._changing:
            self._is_ended = True
        self.stop()


def main() -> None:
    """Run the process: read orders, write the reports of each and DONE after the last, until there are no
    more."""
    yield_to_all()
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        order = ORDERS.decode(line)
        for report in reports(order) if isinstance(order, Order) else looked_through(order):
            out.write(report + b"\n")
            out.flush()
        out.write(DONE + b"\n")
        out.flush()


def looked_through(search: Search) -> Iterator[bytes]:
    """What was found after each choice that a seat had to itself, as JSON; on one core."""
    match, found = search.match(search.after), 0
    warm(match.game)
    match.engine = match.game.engine
    for n, (seat, event) in enumerate(search.log[search.after :], search.after + 1):
        if found >= search.most:
            return
        if seat < CHANCE and event >= 0 and is_open(match, seat):
            puzzle = puzzle_at(match, event, str(n), PEOPLE)
            found += puzzle is not None
            yield msgspec.json.encode(Looked(n, puzzle))
        match.extend([Entry(seat, event)])


def reports(order: Order) -> Iterator[bytes]:
    """The report of a match after each round, as JSON; counted on one core."""
    match = order.match()
    warm(match.game)
    match.engine = match.game.engine
    study = Study(match, effort=order.effort, in_set=order.in_set)
    for counted in study.rounds(1):
        yield write(study, counted)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main()
