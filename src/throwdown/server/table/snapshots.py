"""Saved records of matches in play, so that a match is gone on with from its last one and not from its first
event.

A snapshot is made every :data:`EVERY` events. It holds what replaying the log so far comes to: the log itself
in a few bytes an event, who learned each event, whose requests made which, and the record at a few moments:
the last one is where the match stands, and what was said of the last events begins at an earlier one. The
log in ``events`` stays what is true: a snapshot of other rules, or one that does not fit, is not used.
"""

from __future__ import annotations

import functools
import hashlib
from array import array
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec import Struct
from sqlalchemy import Connection, select, text

from throwdown.kernel.chance import Recorded
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.log import entry_of
from throwdown.kernel.match import Entry, Match
from throwdown.server.storage.schema import snapshots
from throwdown.server.storage.statements import Statement
from throwdown.server.table.evidence import Evidence

EVERY = 100  # events
APART, MOMENTS = 25, 3  # events between the moments that are kept, and how many of them are


class Moment(NamedTuple):
    """The record of a match after event ``n``, as a copy."""

    n: int
    state: np.ndarray


class Snapshot(Struct, array_like=True, frozen=True):
    """A match after ``n`` events. ``layout`` names the rules' version and the record that ``states`` are
    bytes of; ``numbers`` are the events that they come after. ``seats``, ``events`` and ``witnesses`` are
    arrays of 1, 4 and 2 bytes an event; ``requests`` are (number of the request, number of the event) by
    guest, and ``evidence`` what a hand decided, by event."""

    n: int
    layout: str
    numbers: list[int]
    states: list[bytes]
    seats: bytes
    events: bytes
    witnesses: bytes
    requests: dict[str, list[tuple[int, int]]]
    evidence: dict[int, Evidence]

    def log(self) -> list[Entry]:
        """The entries of the log so far."""
        seats, events = np.frombuffer(self.seats, np.int8), np.frombuffer(self.events, np.int32)
        return list(map(entry_of, seats.tolist(), events.tolist()))

    def moments(self, game: GameFolder) -> list[Moment]:
        """The records, earliest first."""
        dtype = game.rules.STATE
        return [
            Moment(n, np.frombuffer(state, dtype).copy())
            for n, state in zip(self.numbers, self.states, strict=True)
        ]

    def fits(self, game: GameFolder) -> bool:
        """Whether these rules can go on from here."""
        return (
            self.layout == layout_of(game)
            and len(self.seats) == self.n == len(self.events) // 4 == len(self.witnesses) // 2
            and bool(self.numbers)
            and self.numbers[-1] == self.n
        )


KEEP = Statement(
    text(
        """INSERT INTO snapshots (match, number, record) VALUES (:match, :number, :record)
        ON CONFLICT (match) DO UPDATE SET number = excluded.number, record = excluded.record
        WHERE snapshots.number <= excluded.number"""
    )
)

SNAPSHOTS = msgspec.msgpack.Decoder(Snapshot)  # made before there are threads


@functools.cache
def layout_of(game: GameFolder) -> str:
    """The rules' version and a hash of how their record lies in memory."""
    state = game.rules.STATE
    try:
        lies = repr(state.descr)
    except ValueError:  # fields that do not lie in the order in which they are named
        lies = repr(state.fields)
    return f"{game.version} {hashlib.sha256(lies.encode()).hexdigest()[:16]}"


def take(
    match: Match,
    moments: list[Moment],
    witnesses: array[int],
    requests: dict[str, dict[int, int]],
    evidence: dict[int, Evidence],
) -> Snapshot:
    """The match as it stood at the last of ``moments``; ``requests`` are numbers of events by guest and
    number of the request."""
    n = moments[-1].n
    seats, events = zip(*match.log[:n], strict=True) if n else ((), ())
    return Snapshot(
        n,
        layout_of(match.game),
        [moment.n for moment in moments],
        [moment.state.tobytes() for moment in moments],
        array("b", seats).tobytes(),
        array("i", events).tobytes(),
        witnesses[:n].tobytes(),
        {guest: [pair for pair in made.items() if pair[1] <= n] for guest, made in requests.items()},
        {number: each for number, each in evidence.items() if number <= n},
    )


class Silent(Match):
    """A match whose events are made again only to be told, without drawings of the table."""

    def drawn(self, view: object, seat: int) -> object:  # type: ignore[override]
        """None: the table need not be drawn."""
        return None


def silent_at(match: Match, moment: Moment) -> Silent:
    """Another match of the same log, as it stood at ``moment``; its chance is held back."""
    fresh = Silent(match.game, match.seats, match.values, Recorded(()), match.names, match.game.engine)
    stand(fresh, moment, match.log[: moment.n])
    return fresh


def stand(match: Match, moment: Moment, log: list[Entry]) -> None:
    """Put ``match`` where it stood after ``log``."""
    match.stand(moment.state, log)


def load(connection: Connection, match: int) -> Snapshot | None:
    """The last snapshot of the match; None where there is none, or none that can be read."""
    record = connection.execute(select(snapshots.c.record).where(snapshots.c.match == match)).scalar()
    if record is None:
        return None
    try:
        return SNAPSHOTS.decode(record)
    except msgspec.MsgspecError:
        return None


def save(connection: Connection, match: int, snapshot: Snapshot) -> None:
    """Keep the snapshot, unless there is a later one."""
    record = msgspec.msgpack.encode(snapshot)
    KEEP.run(connection, match=match, number=snapshot.n, record=record)
