"""Matches that are over: the one place through which anything of a match leaves outside its table.

A match is over when its own row in the database says so, read together with its log in one transaction,
and when the log, replayed, ends there. What a room of this process has in memory is never asked: it may be
older than the database.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from throwdown.kernel.chance import commitment
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.log import SPOKEN
from throwdown.kernel.transcript import AS_REPORTED, DICE
from throwdown.server.errors import OtherRules, Refusal
from throwdown.server.storage.store import EventRow, Store
from throwdown.server.table import playing, records
from throwdown.server.table.playing import Playing
from throwdown.server.table.practice import NONE_OF_ITS_OWN
from throwdown.server.table.records import MatchRecord
from throwdown.server.table.tables import TableRecord
from throwdown.server.work.heavy import Heavy


class Ended(NamedTuple):
    """A match that its row says is over, and the table as it is now."""

    table: TableRecord
    record: MatchRecord
    result: str


class Whole(NamedTuple):
    """A match that its row says is over, with its log."""

    record: MatchRecord
    result: str
    rows: list[EventRow]

    def replayed(self) -> Playing:
        """The match at its end; refuses one whose log has none, and one of rules that are not here."""
        match = playing.resume(self.record, self.rows)
        if not match.match.over:
            raise Refusal("the match was broken off: its dice stay sealed, and its record is not shown")
        return match


async def ended(store: Store, table: str, number: int) -> Ended:
    """Match ``number`` of a table; refuses one that is in play or has not begun."""
    return await store.read(partial(_ended, table=table, number=number))


def _ended(connection: Connection, table: str, number: int) -> Ended:
    found = records.load_table(connection, table)
    if found is None:
        raise Refusal(f"there is no table {table[:40]!r}", 404)
    saved = records.match_numbered(connection, table, number)
    if saved is None:
        raise Refusal(f"table {table} has no match {number}", 404)
    if saved.result is None:
        raise Refusal("the match is being played: its record is shown when it is over")
    return Ended(found[0], saved.record, saved.result)


def whole(connection: Connection, table: str, number: int) -> Whole:
    found = _ended(connection, table, number)
    return Whole(found.record, found.result, records.load_events(connection, found.record.id))


async def told(
    store: Store, heavy: Heavy, address: str, match: Ended, what: Hashable, make: Callable[[Whole], bytes]
) -> bytes:
    """``what`` is told of ``match``, compressed: ``make`` writes it, once for everybody, in a thread that
    reads the match's row and log again, in one transaction. Where a name was taken out of the match it is
    written anew."""
    table, number, names = match.table.id, match.record.number, tuple(match.record.names)

    def made() -> bytes:
        return make(store.read_here(partial(whole, table=table, number=number)))

    return await heavy.answer(address, (match.record.id, names, what), made)


def transcript_of(whole: Whole) -> bytes:
    """The transcript of the match, UTF-8; practice has none."""
    if whole.record.start:
        raise Refusal(NONE_OF_ITS_OWN.format(what="transcript"))
    return _written(whole).encode()


def _written(ended: Whole) -> str:
    try:
        match = ended.replayed()
    except OtherRules:
        return "\n".join([*_headers(ended), "", *_events(ended), ""])
    return match.match.transcript(**match.told())


def _headers(ended: Whole) -> Iterator[str]:
    """What was saved of a match whose rules are not here, as headers of a transcript."""
    record = ended.record
    secret = bytes.fromhex(record.secret)
    yield from _named("Game", record.game)
    yield from _named("Version", str(record.version))
    yield from _named("Seats", str(len(record.names)))
    for name in record.names:
        yield from _named("Name", name)
    for key, value in record.values.items():
        yield from _named("Value", f"{key}={json.dumps(value)}")
    if record.reported:
        yield from _named(DICE, AS_REPORTED)
        for name, text in record.reports.items():
            yield from _named(name, text)
    else:
        yield from _named("Commitment", commitment(secret))
        yield from _named("Seeds", "-".join(record.seeds))
        yield from _named("Secret", secret.hex())
    for name, text in record.people_headers().items():
        yield from _named(name, text)
    yield from _named("Result", ended.result)


def _named(name: str, value: str) -> Iterator[str]:
    yield f"[{name} {json.dumps(value, ensure_ascii=False)}]"


def _events(ended: Whole) -> Iterator[str]:
    """The log by numbers: only the rules that it was made with know their notation."""
    yield f"# Events by their numbers: this server does not play rules version {ended.record.version}"
    for row in ended.rows:
        seat = "*" if row.seat == CHANCE else str(row.seat)
        yield f"{seat}: {SPOKEN.get(row.event, f'#{row.event}')}"
