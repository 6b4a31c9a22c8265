"""A process that counts matches, with only the time that nothing else on the machine wants."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec

from throwdown.bots import warm
from throwdown.bots.pool import yield_to_all
from throwdown.kernel.chance import Recorded
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import load
from throwdown.kernel.log import Entry
from throwdown.kernel.match import Match
from throwdown.kernel.tables import Plain
from throwdown.study.counting import Study
from throwdown.study.report import write
from throwdown.study.units import Effort

COMMAND = (sys.executable, "-m", "throwdown.study.worker")
DONE = b"null"


class Order(NamedTuple):
    """A match to be counted, as plain data."""

    game: str
    seats: int
    values: dict[str, Plain]
    names: tuple[str, ...]
    log: list[tuple[int, int]]
    effort: Effort

    def match(self) -> Match:
        """The match, played again; raises :class:`ThrowdownError` where that cannot be done."""
        chance = Recorded(())
        fresh = load(self.game).match(self.seats, chance=chance, values=self.values, names=self.names)
        return fresh.extend(Entry(*entry) for entry in self.log)


ORDERS = msgspec.json.Decoder(Order)


class Stopped(ThrowdownError):
    """The count ended before its end."""


class Worker:
    """One process, started when it is first needed. It is told orders and tells reports, as lines of JSON."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def count(self, order: Order) -> Iterator[bytes]:
        """The report after each round, as JSON. To be called from a thread. Raises :class:`Stopped` after
        :meth:`stop`, or where the process came to an end."""
        if self._process is None:
            self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        lines, orders = self._process.stdout, self._process.stdin
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

    def stop(self) -> None:
        """End the process, whatever it does; another begins with the next count."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


def main() -> None:
    """Run the process: read orders, write the reports of each and DONE after the last, until there are no
    more."""
    yield_to_all()
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        for report in reports(ORDERS.decode(line)):
            out.write(report + b"\n")
            out.flush()
        out.write(DONE + b"\n")
        out.flush()


def reports(order: Order) -> Iterator[bytes]:
    """The report of a match after each round, as JSON; counted on one core."""
    match = order.match()
    warm(match.game)
    match.engine = match.game.engine
    study = Study(match, effort=order.effort)
    for counted in study.rounds(1):
        yield write(study, counted)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main()
