"""Matches that are over: the one place through which anything of a match leaves outside its table.

A match is over when its own row in the database says so, read together with its log in one transaction,
and when the log, replayed, ends there. What a room of this process has in memory is never asked: it may be
older than the database.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from throwdown.server import playing, records
from throwdown.server.errors import Refusal
from throwdown.server.playing import Playing
from throwdown.server.records import MatchRecord
from throwdown.server.store import EventRow, Store
from throwdown.server.tables import TableRecord


class Ended(NamedTuple):
    """A match that its row says is over, with its log and the table as it is now."""

    table: TableRecord
    record: MatchRecord
    rows: list[EventRow]


async def finished(store: Store, table: str, number: int) -> tuple[TableRecord, Playing]:
    """(table, match) of match ``number``; refuses one that is in play, has not begun, or whose log has no
    end."""
    ended = await store.read(partial(_read, table=table, number=number))
    return ended.table, await asyncio.to_thread(_replayed, ended)


def _read(connection: Connection, table: str, number: int) -> Ended:
    found = records.load_table(connection, table)
    if found is None:
        raise Refusal(f"there is no table {table[:40]!r}", 404)
    saved = records.match_numbered(connection, table, number)
    if saved is None:
        raise Refusal(f"table {table} has no match {number}", 404)
    if saved.result is None:
        raise Refusal("the match is being played: its record is shown when it is over")
    return Ended(found[0], saved.record, records.load_events(connection, saved.record.id))


def _replayed(ended: Ended) -> Playing:
    match = playing.resume(ended.record, ended.rows)
    if not match.match.over:
        raise Refusal("the match was broken off: its dice stay sealed, and its record is not shown")
    return match
