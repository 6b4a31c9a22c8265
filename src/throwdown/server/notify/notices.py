"""Notices to people who are called: what is to be sent, saved before it is sent, once for each turn."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, select, update
from sqlalchemy import delete as erase
from sqlalchemy.dialects import postgresql, sqlite

from throwdown.server.storage.schema import notices, people

KEPT = 9 * 24 * 3600.0  # seconds: longer than any choice may take
CLAIM = 120.0  # seconds for which whoever sends a notice has it for itself
AT_ONCE = 100  # people who are called at a time


class Notice(NamedTuple):
    """``kind`` is ``turn``, ``reminder``, ``over`` or ``rematch``; ``turn`` is the number of the last event
    that the guest made before it, so that each turn has one notice. ``reached`` are the ways by which it has
    arrived, so that another try leaves those out."""

    match: int
    guest: str
    kind: str
    turn: int
    table: str
    tries: int = 0
    reached: tuple[str, ...] = ()


def note(connection: Connection, found: list[Notice], due: float) -> None:
    """Save notices that are to be sent at ``due``, where their guests are called and they are new."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    guests = {one.guest for one in found}
    wanted = select(people.c.guest).where(people.c.called, people.c.guest.in_(guests))
    called = set(connection.execute(wanted).scalars())
    rows = [
        {
            "match": one.match,
            "guest": one.guest,
            "kind": one.kind,
            "turn": one.turn,
            "table_id": one.table,
            "made": time.time(),
            "due": due,
            "tries": 0,
        }
        for one in found
        if one.guest in called
    ]
    if rows:
        connection.execute(dialect.insert(notices).on_conflict_do_nothing(), rows)


def claim(connection: Connection, now: float, busy: Collection[str] = ()) -> list[Notice]:
    """The notices that are due, one for each guest who is not ``busy``, each given to one caller: it has them
    until :data:`CLAIM` seconds later."""
    due = select(notices).where(notices.c.due <= now, notices.c.guest.not_in(busy)).order_by(notices.c.due)
    mine: list[Notice] = []
    guests = set[str]()
    for row in connection.execute(due.limit(4 * AT_ONCE)).all():
        if row.guest in guests or len(busy) + len(mine) >= AT_ONCE:
            continue
        guests.add(row.guest)
        taking = update(notices).where(_is(row), notices.c.due == row.due)
        if connection.execute(taking.values(due=now + CLAIM, tries=row.tries + 1)).rowcount == 1:
            reached = tuple(row.reached.split())
            mine.append(
                Notice(row.match, row.guest, row.kind, row.turn, row.table_id, row.tries + 1, reached)
            )
    return mine


def again(connection: Connection, notice: Notice, due: float | None) -> None:
    """Try the notice again at ``due``, by the ways that have not reached its guest; None: it is done with."""
    changed = {"due": due, "reached": " ".join(notice.reached)}
    connection.execute(update(notices).where(_is(notice)).values(**changed))


def next_due(connection: Connection) -> float | None:
    """When the next notice is due."""
    due = select(notices.c.due).where(notices.c.due.is_not(None)).order_by(notices.c.due).limit(1)
    return connection.execute(due).scalar()


def clear(connection: Connection, now: float) -> None:
    """Forget notices that are about nothing any more."""
    connection.execute(erase(notices).where(notices.c.made < now - KEPT))


def _is(one: Notice | Row[Any]) -> ColumnElement[bool]:
    return (
        (notices.c.match == one.match)
        & (notices.c.guest == one.guest)
        & (notices.c.kind == one.kind)
        & (notices.c.turn == one.turn)
    )
