"""Who was first: the presses of a live race, judged alike for those near and those far.

Nothing here reads a clock or a socket: every function is told the time, in milliseconds of the server's
own clock. What a client says of its clock is not asked for. The latency of a seat is measured by pings
before and during the race; a press counts from when it must have been made, its arrival less the
measured delay, drawn from a quota that refills slowly, so that nobody can claim much. A verdict waits
until the farthest press made before can have come, and what comes of it is sent so that all see it at
the same moment: so no one's next roll begins earlier than another's.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from statistics import fmean

from msgspec import Struct

from throwdown.kernel.presses import LEVEL

PINGS = 20  # round trips that are remembered
QUOTA = 200.0  # ms of credit, at most, that a seat may have in store
REFILL = 0.5  # ms of credit regained in a millisecond
FASTEST = 150.0  # no hand rolls sooner after it has seen what it rolled last
SLACK = 60.0  # a verdict waits so much longer than the farthest delay: lines are not even


class TooFast(ValueError):
    """A press that no hand can have made; it is not counted."""


class TooEarly(ValueError):
    """A press before the start; it is not counted, and its seat loses nothing by it."""


class Press(Struct, frozen=True):
    """One press as it is judged: when it arrived, what was credited, and when it counts."""

    seat: int
    arrived: float
    credited: float
    counts: float


class Verdict(Struct, frozen=True):
    """Presses in order; ``first`` are the seats that were first together, ``margin`` ms before the next."""

    first: tuple[int, ...]
    margin: float
    presses: tuple[Press, ...]


class Link:
    """The latency of a seat's connection.

    A client may hold its answers to pings back, to be taken for farther than it is, and be credited more.
    But the bytes themselves are acknowledged by its system, not by its program: where the round-trip time
    of the connection is known, no more than that counts.
    """

    def __init__(self) -> None:
        self._round_trips: deque[float] = deque(maxlen=PINGS)
        self._wire: float | None = None

    def measured(self, round_trip: float) -> None:
        """Note that a ping came back after so many ms."""
        self._round_trips.append(max(0.0, round_trip))

    @property
    def round_trips(self) -> int:
        """How many pings are known."""
        return len(self._round_trips)

    def acknowledged(self, round_trip: float | None) -> None:
        """The round-trip time in ms that the connection itself measures; None where that is not known."""
        self._wire = round_trip

    @property
    def delay(self) -> float:
        """The one-way latency in ms: what the answers to pings say, and no more than the connection itself
        says."""
        return self.answered if self._wire is None else min(self.answered, self._wire / 2)

    @property
    def answered(self) -> float:
        """The one-way latency in ms by pings: half of the interquartile mean of the round trips."""
        round_trips = sorted(self._round_trips)
        cut = len(round_trips) // 4
        return fmean(round_trips[cut : len(round_trips) - cut]) / 2 if round_trips else 0.0


class Quota:
    """The credit that a seat has in store."""

    def __init__(self, now: float) -> None:
        self.left = QUOTA
        self._at = now

    def draw(self, wanted: float, now: float) -> float:
        """Take ``wanted`` ms of credit out of the store at ``now``, or what is in it; returns how much."""
        self.left = min(QUOTA, self.left + REFILL * (now - self._at))
        self._at = now
        granted = min(wanted, self.left)
        self.left -= granted
        return granted


class Race:
    """A race that is on: takes presses as they arrive and gives them back in the order they count."""

    def __init__(
        self, links: Mapping[int, Link], now: float, count: float | None = 0.0, roll: float = 0.0
    ) -> None:
        """``count`` ms are counted in before the start; the dice of each roll are in the air for ``roll`` ms,
        in which their seat cannot roll again. With a count of 0 the start itself has to be seen first; with
        None there is no start, and each seat may press when it will."""
        self.delays = {seat: min(link.delay, QUOTA) for seat, link in links.items()}
        self.farthest = max(self.delays.values())
        self.begins = now if count is None else now + self.farthest + count
        self._roll = roll
        self._quotas = {seat: Quota(now) for seat in links}
        self._seen = dict.fromkeys(links, self.begins)
        self._from = dict.fromkeys(links, -math.inf if count is None else self.begins + FASTEST)
        self._counted_in = set(links) if count else set[int]()
        self._waiting: list[Press] = []

    def start(self, now: float) -> dict[int, float]:
        """When to send the start to each seat, so that all see it together."""
        return self._send(now + self.farthest)

    def press(self, seat: int, now: float) -> Press:
        """A press arrives; raises :class:`TooEarly` before the start, and :class:`TooFast` for one that no
        hand can have made."""
        if any(other.seat == seat for other in self._waiting):
            raise TooFast(f"seat {seat} pressed again before its roll was seen: not counted")
        press = self._first(seat, now) if seat in self._counted_in else self._next(seat, now)
        self._waiting.append(press)
        return press

    def _first(self, seat: int, now: float) -> Press:
        """The first press after the count: it cannot count before the start, and one that comes with the
        start, as near as the line can tell, is held until then."""
        if now < self.begins - SLACK:
            raise TooEarly(f"seat {seat} pressed {self.begins - now:.0f} ms before the start: not counted")
        arrived = max(now, self.begins)
        credit = self._quotas[seat].draw(min(self.delays[seat], arrived - self.begins), arrived)
        self._counted_in.discard(seat)
        return Press(seat, arrived, credit, arrived - credit)

    def _next(self, seat: int, now: float) -> Press:
        """A later press: one that comes a little before its seat may press, as near as the line can tell, is
        held until then, so that nobody's rolls follow sooner than another's."""
        credit = self._quotas[seat].draw(self.delays[seat], now)
        counts, earliest = now - credit, self._from[seat]
        if counts < earliest - SLACK:
            self._from[seat] = max(earliest, counts + FASTEST)
            raise TooFast(f"seat {seat} pressed {earliest - counts:.0f} ms before a hand can: not counted")
        if counts < earliest:
            arrived = max(now, earliest)
            return Press(seat, arrived, arrived - earliest, earliest)
        return Press(seat, now, credit, counts)

    def due(self, now: float) -> list[tuple[Press, ...]]:
        """The presses whose order is certain, in order; those that are level come together."""
        ripe = sorted((p for p in self._waiting if self.ripe_at(p) <= now), key=lambda press: press.counts)
        self._waiting = [press for press in self._waiting if press not in ripe]
        return level(ripe)

    def ripe_at(self, press: Press) -> float:
        """The time in milliseconds by which every press earlier than ``press`` must have arrived."""
        return press.counts + self.farthest + SLACK + LEVEL

    def seen(self, seat: int) -> float:
        """The time in milliseconds at which ``seat`` sees the start, or its dice at rest."""
        return self._seen[seat]

    @property
    def waiting(self) -> tuple[Press, ...]:
        """The presses whose order is not certain yet."""
        return tuple(self._waiting)

    def show(self, press: Press, now: float = 0.0) -> dict[int, float]:
        """When to send each seat what came of ``press``, ready at ``now``, so that all see it together."""
        shown = max(now, self.ripe_at(press)) + self.farthest
        self._seen[press.seat] = shown + self._roll
        self._from[press.seat] = shown + max(FASTEST, self._roll)
        return self._send(shown)

    def _send(self, seen: float) -> dict[int, float]:
        return {seat: seen - delay for seat, delay in self.delays.items()}


def level(presses: list[Press]) -> list[tuple[Press, ...]]:
    """Groups of presses, given in order, that are too close together to tell apart."""
    groups: list[list[Press]] = []
    for press in presses:
        if groups and press.counts - groups[-1][0].counts < LEVEL:
            groups[-1].append(press)
        else:
            groups.append([press])
    return [tuple(group) for group in groups]


def judge(presses: list[Press]) -> Verdict:
    """Who was first of presses that all finish the race, and by how much."""
    groups = level(sorted(presses, key=lambda press: press.counts))
    first = tuple(sorted(press.seat for press in groups[0]))
    margin = groups[1][0].counts - groups[0][0].counts if len(groups) > 1 else 0.0
    return Verdict(first, margin, tuple(press for group in groups for press in group))
