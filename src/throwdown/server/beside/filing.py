"""Refereed matches that are over, filed among all finished matches: replayed, accounted, verified and found
in their people's histories like any other. Their dice are marked as reported.

A filed match is match 1 of a closed table that has the id of the refereed match. It goes and comes with the
end: where people take the last entry back, the match is in play again and is filed no longer.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, insert

from throwdown.kernel.match import Match
from throwdown.kernel.reported import SUPPOSED
from throwdown.server.beside.refereed import RefereeRecord
from throwdown.server.beside.seals import deal_anew, headers_of, reseal
from throwdown.server.storage.schema import accounts, events, matches, players, sitting, tables
from throwdown.server.storage.store import EventRow
from throwdown.server.table import records
from throwdown.server.table.records import MatchRecord
from throwdown.server.table.tables import OVER, PERSON, Seat, TableRecord, new_match_id

NUMBER = 1  # of the match at its table
NOBODY = "nobody"
ONLOOKER = -1  # the seat of who began the match on a screen that is nobody's own


def settle(before: RefereeRecord, record: RefereeRecord, match: Match) -> None:
    """Note under which id ``match``, as ``record`` has it, is filed; 0 while it is in play."""
    is_same = before.filed and before.log == record.log
    record.filed = (before.filed if is_same else new_match_id()) if match.over else 0


def save(
    connection: Connection, key: str, before: RefereeRecord, record: RefereeRecord, match: Match
) -> None:
    """File the refereed match ``key`` as ``record`` has it, in the place of what was filed of ``before``."""
    deal_anew(before, record)
    reseal(connection, key, before, record)
    if before.filed and (before.filed, before.holders) == (record.filed, record.holders):
        return
    if before.filed:
        _remove(connection, key, before.filed)
        if before.filed != record.filed:
            connection.execute(delete(accounts).where(accounts.c.match == before.filed))
    if record.filed:
        _add(connection, key, record, match)


def _remove(connection: Connection, key: str, match: int) -> None:
    for table in (events, players):
        connection.execute(delete(table).where(table.c.match == match))
    connection.execute(delete(matches).where(matches.c.id == match))
    connection.execute(delete(sitting).where(sitting.c.table_id == key))
    connection.execute(delete(tables).where(tables.c.id == key))


def _add(connection: Connection, key: str, record: RefereeRecord, match: Match) -> None:
    names = [one.name for one in record.people]
    holders = record.holders
    reports = headers_of(connection, key, record, match)
    table = TableRecord(
        id=key,
        game=record.game,
        values=record.values,
        seats=[
            Seat(PERSON, holders.get(seat, ""), one.name, one.colour)
            for seat, one in enumerate(record.people)
        ],
        host=record.began or NOBODY,
        phase=OVER,
        number=NUMBER,
        match_id=record.filed,
        result=match.result,
        closed=True,
        refereed=True,
        deck=record.deck,
        supposed=len(reports.get(SUPPOSED, "").split()),
    )
    records.add_table(connection, table)
    saved = MatchRecord(
        id=record.filed,
        table=key,
        number=NUMBER,
        game=record.game,
        version=record.version,
        values=record.values,
        names=names,
        secret="",
        seeds=[],
        reported=True,
        reports=reports,
    )
    records.add_match(connection, saved)
    rows = [
        EventRow(record.filed, n, entry.seat, entry.event, holders.get(entry.seat))
        for n, entry in enumerate(match.log, 1)
    ]
    records.add_events(connection, rows)
    records.finish_match(connection, record.filed, match.result)
    _note_players(connection, record)


def _note_players(connection: Connection, record: RefereeRecord) -> None:
    """Whoever's phone holds a seat has played it; who began the match and holds none finds it too."""
    found = {(seat, guest) for seat, guest in record.holders.items()}
    if record.began and record.began not in record.holders.values():
        found.add((ONLOOKER, record.began))
    ended = time.time()
    rows = [{"match": record.filed, "seat": s, "guest": guest, "ended": ended} for s, guest in sorted(found)]
    if rows:
        connection.execute(insert(players), rows)
