"""Deleting what is old: tables that nobody has touched for long, with all their matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, delete, func, select
from sqlalchemy import Table as Rows

from throwdown.server.storage.schema import (
    accounts,
    beside,
    clocks,
    events,
    matches,
    notices,
    players,
    searched,
    sitting,
    snapshots,
    tables,
    writers,
)
from throwdown.server.table import records
from throwdown.server.table.records import RECORDS
from throwdown.server.table.tables import PLAYING

DAY = 24 * 3600.0
AT_ONCE = 20  # tables in one transaction, so that nobody who plays waits long for it
OF_A_MATCH = (events, snapshots, accounts, players, searched, clocks, notices)


class Pruned(NamedTuple):
    """What was deleted, or would be: tables with their matches and events, and tables beside a box."""

    tables: int
    matches: int
    events: int
    beside: int


def prune(
    writing: Engine,
    reading: Engine,
    days: int,
    *,
    in_play: bool = False,
    dry: bool = False,
    progress: Callable[[int, int], None] = lambda done, every: None,
) -> Pruned:
    """Delete the tables that were last touched more than ``days`` days ago, at least 1; with ``in_play`` also
    those whose match is not over, else these stay. A ``dry`` run only counts.

    A table is touched by whatever happens at it, and by who looks at it. What was deleted is gone from My
    matches too, and its links lead nowhere.
    """
    before = time.time() - max(1, days) * DAY
    keys = _old(reading, before, in_play)
    total = Pruned(0, 0, 0, 0)
    for first in range(0, len(keys), AT_ONCE):
        some = keys[first : first + AT_ONCE]
        with (reading if dry else writing).begin() as connection:
            total = _sum(total, _prune(connection, some, before, dry))
        progress(first + len(some), len(keys))
    with (reading if dry else writing).begin() as connection:
        old = beside.c.touched < before
        return total._replace(beside=_deleted(connection, beside, old, dry))


def _old(reading: Engine, before: float, in_play: bool) -> list[str]:
    chosen = select(tables.c.id, tables.c.record).where(_untouched(before)).order_by(tables.c.touched)
    with reading.connect() as connection:
        rows = connection.execute(chosen)
        return [row.id for row in rows if in_play or RECORDS.decode(row.record).phase != PLAYING]


def _untouched(before: float) -> ColumnElement[bool]:
    return tables.c.touched < before - tables.c.waits


def _prune(connection: Connection, keys: Iterable[str], before: float, dry: bool) -> Pruned:
    still = tables.c.id.in_(keys) & _untouched(before)  # nobody has come back to them meanwhile
    there = list(connection.execute(select(tables.c.id).where(still)).scalars())
    its = matches.c.table_id.in_(there)
    played = list(connection.execute(select(matches.c.id).where(its)).scalars())
    logged = records.count_events(connection, events.c.match.in_(played))
    for rows in OF_A_MATCH:
        _deleted(connection, rows, rows.c.match.in_(played), dry)
    for rows in (sitting, writers):
        _deleted(connection, rows, rows.c.table_id.in_(there), dry)
    _deleted(connection, matches, its, dry)
    _deleted(connection, tables, tables.c.id.in_(there), dry)
    return Pruned(len(there), len(played), logged, 0)


def _deleted(connection: Connection, rows: Rows, which: ColumnElement[bool], dry: bool) -> int:
    """How many rows there are of which that holds; unless ``dry`` they are deleted."""
    if dry:
        return connection.execute(select(func.count()).select_from(rows).where(which)).scalar_one()
    return connection.execute(delete(rows).where(which)).rowcount


def _sum(one: Pruned, other: Pruned) -> Pruned:
    return Pruned(*(a + b for a, b in zip(one, other, strict=True)))
