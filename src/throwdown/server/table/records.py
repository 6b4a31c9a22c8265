"""Saving and loading tables, matches and logs: the statements, one function each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Table, bindparam, func, insert, select, tuple_, update
from sqlalchemy import delete as erase

from throwdown.kernel.changed import changed_header
from throwdown.kernel.fair import LENGTH, ChainEnd
from throwdown.kernel.game import load
from throwdown.kernel.hinted import hints_header
from throwdown.kernel.series import InSet
from throwdown.kernel.setheader import set_header
from throwdown.kernel.tables import Plain
from throwdown.server.errors import Taken
from throwdown.server.storage.schema import beside, events, matches, sitting, tables, writers
from throwdown.server.storage.statements import Rows, Statement
from throwdown.server.storage.store import INSERT_EVENTS, EventRow, Save
from throwdown.server.storage.vault import Vault, dice_name, vault_of
from throwdown.server.table import sets, snapshots
from throwdown.server.table.changes import marks
from throwdown.server.table.snapshots import Snapshot
from throwdown.server.table.tables import OVER, RECORDS, WAITING, Change, TableRecord
from throwdown.server.table.tables import expire as expire_table
from throwdown.server.timing import clocks
from throwdown.server.timing.clocks import Clocks
from throwdown.server.timing.patience import DAYS

LISTED_FOR = 3 * 3600.0  # seconds after its last change that a table stays in the lobby
WAITS_OVER_DAYS = 14 * 24 * 3600.0  # seconds that a table over days is kept longer for its people to come
LOBBY_LENGTH = 60
POLLED_AT_ONCE = 200
DRAWN = msgspec.json.Decoder(list[int])
LARGEST = 2**31  # the first number that a column of numbers cannot hold


class Fair(Struct, frozen=True):
    """Fair dice of a match: the ends of its seats' chains, and how many links the server's have."""

    chains: list[ChainEnd | None]
    length: int = LENGTH


class MatchRecord(Struct, omit_defaults=True, kw_only=True, frozen=True):
    """What is saved of a match beside its log. ``seeds`` are in the order of the match's seats, and
    ``lineup`` are the seats of the table in that order."""

    id: int
    table: str
    number: int
    game: str
    version: int
    values: dict[str, Plain]
    names: list[str]
    secret: str
    seeds: list[str]
    lineup: list[int] = []
    fair: Fair | None = None
    hints: list[tuple[int, int]] = []  # asked for: the number of the event before it, and the seat
    changes: list[Change] = []  # of who chose for a seat
    reported: bool = False  # real dice and cards came up so, as people said; there is no secret
    reports: dict[str, str] = {}  # what its transcript says of dice that nobody reported
    in_set: InSet | None = None  # where it stands in the set that is played
    start: bytes = b""  # the record with which a match of practice began; empty: as its game begins
    layout: str = ""  # how ``start`` lies in memory; empty: it was saved before that was said

    def seat_in_match(self, seat: int) -> int:
        """Where the seat of the table played; -1 for who sat the match out or only watched."""
        if not self.lineup or seat < 0:
            return seat
        return self.lineup.index(seat) if seat in self.lineup else -1

    def people_headers(self) -> dict[str, str]:
        """Headers of a transcript: when hints were asked for or somebody else chose for a seat, and the set
        that was played."""
        return hints_header(self.hints) | changed_header(marks(self.changes)) | set_header(self.in_set)


MATCHES = msgspec.json.Decoder(MatchRecord)  # made before there are threads, as RECORDS is

# A row is the table's id, the version that it had, and what is in the columns of :func:`_columns`.
SAVE_TABLES = Rows(
    {
        "sqlite": """
            UPDATE tables SET version = version + 1, record = CAST(json_extract(value, '$[2]') AS BLOB),
                code = json_extract(value, '$[3]'), listed = json_extract(value, '$[4]'),
                touched = json_extract(value, '$[5]'), waits = json_extract(value, '$[6]')
            FROM json_each(?)
            WHERE tables.id = json_extract(value, '$[0]') AND version = json_extract(value, '$[1]')""",
        "postgresql": """
            UPDATE tables SET version = version + 1, record = convert_to(value ->> 2, 'UTF8'),
                code = value ->> 3, listed = (value ->> 4)::boolean,
                touched = (value ->> 5)::double precision, waits = (value ->> 6)::double precision
            FROM jsonb_array_elements(%s::jsonb)
            WHERE tables.id = value ->> 0 AND version = (value ->> 1)::bigint""",
    }
)
ADD_MATCHES = Rows(
    {
        "sqlite": """
            INSERT INTO matches (id, table_id, number, record)
            SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
                CAST(json_extract(value, '$[3]') AS BLOB)
            FROM json_each(?)""",
        "postgresql": """
            INSERT INTO matches (id, table_id, number, record)
            SELECT (value ->> 0)::bigint, value ->> 1, (value ->> 2)::bigint,
                convert_to(value ->> 3, 'UTF8')
            FROM jsonb_array_elements(%s::jsonb)""",
    }
)
LOAD_MATCH = Statement(select(matches.c.record).where(matches.c.id == bindparam("match")))
FINISH = Statement(
    update(matches)
    .where(matches.c.id == bindparam("match"), matches.c.result.is_(None))
    .values(result=bindparam("how"), record=bindparam("saved"))
)


def add_table(connection: Connection, table: TableRecord) -> None:
    """Save a new table; raises :class:`Taken` when its code leads somewhere else."""
    _check_code(connection, table)
    connection.execute(
        insert(tables), {"id": table.id, "version": 1, **_columns(vault_of(connection), table)}
    )
    _note_people(connection, table)


def _note_people(connection: Connection, table: TableRecord, former: TableRecord | None = None) -> None:
    """Note who sits at the table and who has written lines that it keeps, so that both find it; those that
    ``former`` has, the table as it was saved before, are noted already."""
    for among, people_of in ((sitting, _sitting_at), (writers, _writers_at)):
        now = people_of(table)
        if former is None or people_of(former) != now:
            _note(connection, among, table.id, now)


def _sitting_at(table: TableRecord) -> set[str]:
    return {seat.guest for seat in table.seats if seat.guest}


def _writers_at(table: TableRecord) -> set[str]:
    return {line.guest for line in table.lines}


def _note(connection: Connection, among: Table, table: str, now: set[str]) -> None:
    at = among.c.table_id == table
    known = set(connection.execute(select(among.c.guest).where(at)).scalars())
    if known - now:
        connection.execute(erase(among).where(at, among.c.guest.in_(known - now)))
    if now - known:
        connection.execute(insert(among), [{"guest": guest, "table_id": table} for guest in now - known])


def tables_of(connection: Connection, guest: str, most: int) -> list[TableRecord]:
    """The tables at which ``guest`` sits and that are not over, those that changed last first; one whose set
    goes on is not, nor one where somebody asks for a rematch."""
    rows = connection.execute(
        select(tables.c.record)
        .join(sitting, sitting.c.table_id == tables.c.id)
        .where(sitting.c.guest == guest)
        .order_by(tables.c.touched.desc())
        .limit(4 * most)
    )
    found = [_opened(connection, row.record) for row in rows]
    goes_on = (table for table in found if table.phase != OVER or sets.next_game(table) or table.rematch)
    return [table for table in goes_on if not table.closed][:most]


def tables_written_at(connection: Connection, guest: str) -> list[str]:
    """The tables that keep something that ``guest`` has written, whether they sit there still or not."""
    return list(connection.execute(select(writers.c.table_id).where(writers.c.guest == guest)).scalars())


def save_table(
    connection: Connection, table: TableRecord, version: int, former: TableRecord | None = None
) -> None:
    """Replace version ``version`` of the table, which is ``former`` where that is known; raises
    :class:`Taken` when it has changed since, or when the code that it is to have leads somewhere else."""
    _check_code(connection, table)
    if SAVE_TABLES.run(connection, [_row(vault_of(connection), table, version)]) != 1:
        raise Taken(f"table {table.id} is no longer at version {version}")
    _note_people(connection, table, former)


def table_alone(vault: Vault, table: TableRecord, version: int, former: TableRecord) -> Save | None:
    """What :func:`save_table` would do, where that is to save the table and nothing else: its code and its
    people are those of ``former``."""
    is_alone = table.code in ("", former.code) and all(
        people_of(former) == people_of(table) for people_of in (_sitting_at, _writers_at)
    )
    return Save(SAVE_TABLES, _row(vault, table, version)) if is_alone else None


def _check_code(connection: Connection, table: TableRecord) -> None:
    """A new code is none that something beside a box has."""
    if not table.code:
        return
    if not connection.execute(select(beside.c.id).where(beside.c.code == table.code)).first():
        return
    if connection.execute(select(tables.c.code).where(tables.c.id == table.id)).scalar() != table.code:
        raise Taken(f"the code {table.code} is taken")


def _columns(vault: Vault, table: TableRecord) -> dict[str, Any]:
    return {
        "record": _sealed(vault, table),
        "code": table.code or None,
        "listed": table.listed,
        "touched": time.time(),
        "waits": WAITS_OVER_DAYS if table.patience.kind == DAYS and table.phase == WAITING else 0.0,
    }


def _row(vault: Vault, table: TableRecord, version: int) -> tuple[Any, ...]:
    """A row for :data:`SAVE_TABLES`: the table in the place of its version ``version``."""
    record, *others = _columns(vault, table).values()
    return table.id, version, record.decode(), *others


def _sealed(vault: Vault, table: TableRecord) -> bytes:
    """The table as it is saved: the secret of dice that are yet to fall is sealed."""
    if table.phase == OVER:
        return msgspec.json.encode(table)
    secret = vault.seal_text(dice_name(table.match_id), table.secret)
    return msgspec.json.encode(msgspec.structs.replace(table, secret=secret))


def _opened(connection: Connection, record: bytes) -> TableRecord:
    """The table that was saved as ``record``."""
    table = RECORDS.decode(record)
    table.secret = vault_of(connection).open_text(dice_name(table.match_id), table.secret)
    return table


def load_table(connection: Connection, key: str) -> tuple[TableRecord, int] | None:
    """The table with the id ``key``, and the version that it was saved as; None where there is none."""
    row = connection.execute(select(tables.c.record, tables.c.version).where(tables.c.id == key)).first()
    return (_opened(connection, row.record), row.version) if row else None


def table_with_code(connection: Connection, code: str) -> str | None:
    """The id of the table that has an open seat under ``code``."""
    return connection.execute(select(tables.c.id).where(tables.c.code == code)).scalar()


def touch(connection: Connection, keys: Sequence[str], before: float) -> None:
    """Note that somebody is at those tables: they do not expire. Those that were touched after ``before``,
    by the clock in seconds, are left as they are."""
    for first in range(0, len(keys), POLLED_AT_ONCE):
        some = tables.c.id.in_(keys[first : first + POLLED_AT_ONCE])
        connection.execute(update(tables).where(some, tables.c.touched < before).values(touched=time.time()))


def expire(connection: Connection, before: float) -> list[str]:
    """Take the codes of tables that nobody has touched since ``before``, a few at once; their ids."""
    rows = connection.execute(
        select(tables.c.record, tables.c.version)
        .where(tables.c.code.is_not(None), tables.c.touched < before - tables.c.waits)
        .order_by(tables.c.touched)
        .limit(POLLED_AT_ONCE)
    ).all()
    expired = [(_opened(connection, row.record), row.version) for row in rows]
    for table, version in expired:
        expire_table(table)
        save_table(connection, table, version)
    return [table.id for table, _ in expired]


def lobby(connection: Connection) -> list[TableRecord]:
    """The listed tables that changed lately, the newest first."""
    rows = connection.execute(
        select(tables.c.record)
        .where(tables.c.listed, tables.c.touched > time.time() - LISTED_FOR - tables.c.waits)
        .order_by(tables.c.touched.desc())
        .limit(LOBBY_LENGTH)
    )
    return [_opened(connection, row.record) for row in rows]


class SavedMatch(NamedTuple):
    """A match as it is saved: ``result`` says how it ended, None while it is in play; empty where it ended
    before results were saved with their matches."""

    record: MatchRecord
    result: str | None


def add_match(connection: Connection, match: MatchRecord) -> None:
    """Save a match that begins, the secret of its dice sealed."""
    ADD_MATCHES.run(connection, [new_match(vault_of(connection), match).row])


def new_match(vault: Vault, match: MatchRecord) -> Save:
    """What :func:`add_match` does."""
    sealed = vault.seal_text(dice_name(match.id), match.secret)
    record = msgspec.json.encode(msgspec.structs.replace(match, secret=sealed))
    return Save(ADD_MATCHES, (match.id, match.table, match.number, record.decode()))


def _opened_match(connection: Connection, record: bytes) -> MatchRecord:
    """The match that was saved as ``record``."""
    match = MATCHES.decode(record)
    secret = vault_of(connection).open_text(dice_name(match.id), match.secret)
    return msgspec.structs.replace(match, secret=secret)


def load_match(connection: Connection, match: int) -> MatchRecord | None:
    """The match with that id; None for one that has not begun."""
    record = connection.execute(select(matches.c.record).where(matches.c.id == match)).scalar()
    return _opened_match(connection, record) if record else None


def match_numbered(connection: Connection, table: str, number: int) -> SavedMatch | None:
    """Match ``number`` of a table, counted from 1."""
    if not 0 < number < LARGEST:
        return None
    row = connection.execute(
        select(matches.c.record, matches.c.result).where(
            matches.c.table_id == table, matches.c.number == number
        )
    ).first()
    return SavedMatch(_opened_match(connection, row.record), row.result) if row else None


def note_hint(connection: Connection, match: int, mark: tuple[int, int]) -> None:
    """Save that a hint was asked for in a match in play: after which event, and by which seat."""
    saved = connection.execute(select(matches.c.record).where(matches.c.id == match)).scalar()
    record = MATCHES.decode(saved) if saved else None
    if record and mark not in record.hints:
        marked = msgspec.json.encode(msgspec.structs.replace(record, hints=[*record.hints, mark]))
        connection.execute(update(matches).where(matches.c.id == match).values(record=marked))


def finish_match(
    connection: Connection, match: int, result: str, changes: Sequence[Change] = ()
) -> MatchRecord | None:
    """Save the result of a match that is over, the ``changes`` of who chose for a seat, and the secret of its
    dice in clear; the first result saved counts. Returns the match, None where there is none."""
    saved = LOAD_MATCH.run(connection, match=match).fetchall()
    if not saved:
        return None
    record = msgspec.structs.replace(_opened_match(connection, saved[0][0]), changes=[*changes])
    FINISH.run(connection, match=match, how=result, saved=msgspec.json.encode(record))
    return record


class Standing(NamedTuple):
    """How far somebody has followed a table: its version, and event ``n`` of its match (0: none)."""

    version: int
    match: int
    n: int


def behind(connection: Connection, known: dict[str, Standing]) -> set[str]:
    """Those tables of ``known`` that have another version by now, or events after the last one known."""
    found: set[str] = set()
    keys = list(known)
    for first in range(0, len(keys), POLLED_AT_ONCE):
        some = keys[first : first + POLLED_AT_ONCE]
        versions = connection.execute(select(tables.c.id, tables.c.version).where(tables.c.id.in_(some)))
        found |= {key for key, version in versions if version != known[key].version}
        nexts = {(known[key].match, known[key].n + 1): key for key in some if known[key].match}
        place = tuple_(events.c.match, events.c.number)
        rows = connection.execute(select(events.c.match, events.c.number).where(place.in_(list(nexts))))
        found |= {nexts[match, number] for match, number in rows}
    return found


class News(NamedTuple):
    """A table as saved, and of its match what was not known: the match itself, unless it was, with its last
    snapshot, and the events after what was known or that snapshot. ``clocks`` are those of its seats, where
    the table has some."""

    table: TableRecord
    version: int
    match: MatchRecord | None
    events: list[EventRow]
    snapshot: Snapshot | None = None
    clocks: Clocks | None = None


def load_news(connection: Connection, key: str, match: int, n: int) -> News | None:
    """What there is beyond event ``n`` of ``match``; None for an unknown table."""
    found = load_table(connection, key)
    if found is None:
        return None
    news = _load_news(connection, *found, match, n)
    is_timed = news.table.patience.is_timed
    return news._replace(clocks=clocks.load(connection, news.table.match_id)) if is_timed else news


def _load_news(connection: Connection, table: TableRecord, version: int, match: int, n: int) -> News:
    current, found = table.match_id, (table, version)
    if current == match:
        return News(*found, None, load_events(connection, match, n))
    record = load_match(connection, current)
    if record is None:
        return News(*found, None, [])
    snapshot = snapshots.load(connection, current)
    if snapshot and not snapshot.fits(load(record.game)):
        snapshot = None
    return News(*found, record, load_events(connection, current, snapshot.n if snapshot else 0), snapshot)


def load_events(connection: Connection, match: int, after: int = 0) -> list[EventRow]:
    """The log of ``match`` from event number ``after + 1`` on, a row for each event."""
    of_match = events.c.match == match
    begun = select(func.max(events.c.number)).where(of_match, events.c.number <= after + 1).scalar_subquery()
    since = events.c.number >= func.coalesce(begun, 0)  # the row with that event in it, and all later ones
    rows = connection.execute(select(events).where(of_match, since).order_by(events.c.number))
    return [event for row in rows for event in _saved(*row).each() if event.number > after]


def _saved(*columns: Any) -> EventRow:
    """The row of those ``columns`` of the database, which keeps what was drawn as text."""
    *others, drawn = columns
    return EventRow(*others, drawn=drawn and DRAWN.decode(drawn))


def count_events(connection: Connection, which: ColumnElement[bool]) -> int:
    """How many events there are in the rows of which that holds."""
    commas = func.length(events.c.drawn) - func.length(func.replace(events.c.drawn, ",", ""))
    each = 1 + func.coalesce(commas + 1, 0)  # PostgreSQL and SQLite count what is in an array by other names
    return connection.execute(select(func.coalesce(func.sum(each), 0)).where(which)).scalar_one()


def add_events(connection: Connection, rows: Sequence[EventRow]) -> None:
    """Save events with what else is saved in this transaction."""
    if rows:
        INSERT_EVENTS.run(connection, rows)
