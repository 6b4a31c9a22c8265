"""Who played which finished match: each guest's own history, and what can be forgotten of it."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection, Float, bindparam, delete, exists, insert, select, update

from throwdown.kernel.changed import REMOVED, TAKEN
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import UnknownGame
from throwdown.kernel.game import load
from throwdown.server.archive.studies import REPORTS
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import accounts, events, matches, players, searched
from throwdown.server.storage.statements import Statement
from throwdown.server.table import records
from throwdown.server.table.records import MatchRecord
from throwdown.server.table.tables import Change

MOST = 500  # matches that are listed, the newest
SOMEBODY = "Somebody"  # in the place of a name that was forgotten
WINNERS = re.compile(r"(won|drawn) by ([\d ]+),")
NOTE_PLAYERS = Statement(
    insert(players).from_select(
        ["match", "seat", "guest", "ended"],
        select(events.c.match, events.c.seat, events.c.guest, bindparam("now", type_=Float))
        .where(
            events.c.match == bindparam("of_match"),
            events.c.guest.is_not(None),
            events.c.seat < CHANCE,
            ~exists().where(players.c.match == events.c.match),
        )
        .distinct(),
    )
)


class Figure(Struct, frozen=True):
    """A part of an account, as a chance from -1 to 1, and its standard error."""

    value: float
    error: float


class Finished(Struct, frozen=True):
    """A match that a guest has finished on ``seat``: its table and number there, its game, the names by seat
    and how it ended.

    ``share`` is what the seat has won: 1, 0, an equal part of a draw, or -1 where that was not saved.
    ``ended`` is in seconds since 1970, 0 where it was not saved. ``luck`` and ``choices`` (the seat's own)
    are there where the account has been counted, the choices only of a match in which the seat asked for no
    hint and nobody else chose for it. ``hinted``: somebody asked for some. ``changed`` is ``removed`` where
    the guest was, and ``taken`` where he came for somebody removed: the share is -1, for the result is
    neither's. ``refereed``: played with a real box; the seat is -1 for who began it on a screen that was
    nobody's own.
    """

    table: str
    number: int
    game: str
    title: str
    names: tuple[str, ...]
    seat: int
    result: str
    share: float
    ended: float
    luck: Figure | None = None
    choices: Figure | None = None
    hinted: bool = False
    changed: str = ""
    refereed: bool = False


class Place(NamedTuple):
    """Where a finished match is: its table, and its number there."""

    table: str
    number: int


def note_players(
    connection: Connection, match: int, seated: Mapping[int, str], changes: Sequence[Change] = ()
) -> None:
    """Save who has played a match that is over: every guest who made an event in it, those who were
    ``seated`` at its end, by seat of the match, and those of its ``changes``, who need not have made one."""
    ended = time.time()
    NOTE_PLAYERS.run(connection, of_match=match, now=ended)
    mine = select(players.c.seat, players.c.guest).where(players.c.match == match)
    known = {(seat, guest) for seat, guest in connection.execute(mine)}
    sat = {*seated.items(), *((one.seat, one.guest) for one in changes if one.guest)}
    rows = [
        {"match": match, "seat": seat, "guest": guest, "ended": ended} for seat, guest in sorted(sat - known)
    ]
    if rows:
        connection.execute(insert(players), rows)


def of_guest(connection: Connection, guest: str) -> tuple[Finished, ...]:
    """The finished matches of a guest, the newest first."""
    rows = connection.execute(
        select(
            matches.c.record,
            matches.c.result,
            players.c.seat,
            players.c.guest,
            players.c.ended,
            accounts.c.record,
        )
        .join(players, players.c.match == matches.c.id)
        .join(accounts, accounts.c.match == matches.c.id, isouter=True)
        .where(players.c.guest == guest, matches.c.result.is_not(None))
        .order_by(players.c.ended.desc(), matches.c.id)
        .limit(MOST)
    ).all()
    return tuple(_finished(*row) for row in rows)


def _finished(
    saved: bytes, result: str, seat: int, guest: str, ended: float, account: bytes | None
) -> Finished:
    record = records.MATCHES.decode(saved)
    luck, choices = _figures(account, seat) if account and seat >= 0 else (None, None)
    if any(asked == seat for _, asked in record.hints) or any(one.seat == seat for one in record.changes):
        choices = None
    changed = _changed(record, seat, guest)
    return Finished(
        table=record.table,
        number=record.number,
        game=record.game,
        title=title_of(record.game),
        names=tuple(record.names),
        seat=seat,
        result=result,
        share=-1.0 if changed else share_of(result, seat),
        ended=ended,
        luck=luck,
        choices=choices,
        hinted=bool(record.hints),
        changed=changed,
        refereed=record.reported,
    )


def _changed(record: MatchRecord, seat: int, guest: str) -> str:
    """Whether ``guest`` was removed from ``seat``, or came for somebody removed; empty for anybody else."""
    own = [one.what for one in record.changes if one.seat == seat and one.guest == guest]
    return REMOVED if REMOVED in own else TAKEN if TAKEN in own else ""


def title_of(game: str) -> str:
    """The title of a game; its key where this server does not have it."""
    try:
        return load(game).title
    except UnknownGame:
        return game


def _figures(account: bytes, seat: int) -> tuple[Figure | None, Figure | None]:
    """Luck and the seat's own choices of an account that is kept; none of one of another form, or of chances
    to win a set, which are no measure beside those to win a match."""
    try:
        report = REPORTS.decode(account)
    except msgspec.ValidationError:
        return None, None
    if report.of_set:
        return None, None
    luck, own = (Figure(part.value[seat], part.error[seat]) for part in (report.luck, report.own))
    return luck, own


def seat_in(connection: Connection, match: int, guest: str) -> int:
    """The seat on which ``guest`` has played a finished match; -1 for who did not."""
    mine = (players.c.match == match, players.c.guest == guest, players.c.seat >= 0)
    found = connection.execute(select(players.c.seat).where(*mine).order_by(players.c.seat)).scalar()
    return -1 if found is None else found


def share_of(result: str, seat: int) -> float:
    """What ``seat`` has won by the text of a result; -1 where it does not say."""
    found = WINNERS.match(result)
    if found is None or seat < 0:
        return -1.0
    winners = [int(each) for each in found[2].split()]
    if seat not in winners:
        return 0.0
    return 1.0 if found[1] == "won" else 1 / len(winners)


def played_with(connection: Connection, guest: str) -> frozenset[str]:
    """The guests who have finished a match with ``guest``, in the last of his matches."""
    own = (
        select(players.c.match)
        .where(players.c.guest == guest)
        .order_by(players.c.ended.desc(), players.c.match)
        .limit(MOST)
    )
    others = select(players.c.guest).where(players.c.match.in_(own), players.c.guest != guest).distinct()
    return frozenset(connection.execute(others).scalars())


def places_of(connection: Connection, guest: str) -> list[Place]:
    """Where the finished matches of a guest are, the newest first."""
    rows = connection.execute(
        select(matches.c.table_id, matches.c.number)
        .join(players, players.c.match == matches.c.id)
        .where(players.c.guest == guest, matches.c.result.is_not(None))
        .order_by(players.c.ended.desc(), matches.c.id)
        .limit(MOST)
    )
    return [Place(*row) for row in rows]


def forget(connection: Connection, guest: str) -> int:
    """Take a guest out of the finished matches: his name in them, his mark beside his events, the history,
    and puzzles that were found in them. The matches stay, for the others; returns how many there were."""
    one_at_a_time(connection)
    rows = connection.execute(
        select(matches.c.id, matches.c.record, players.c.seat)
        .join(players, players.c.match == matches.c.id)
        .where(players.c.guest == guest, matches.c.result.is_not(None))
    ).all()
    for match, saved, seat in rows:
        record = records.MATCHES.decode(saved)
        # Whoever came for somebody else has no name in the match.
        came = any(one.guest == guest and one.what == TAKEN for one in record.changes)
        names = [SOMEBODY if at == seat and not came else name for at, name in enumerate(record.names)]
        kept = [structs.replace(one, guest="") if one.guest == guest else one for one in record.changes]
        changed = msgspec.json.encode(structs.replace(record, names=names, changes=kept))
        connection.execute(update(matches).where(matches.c.id == match).values(record=changed))
        for told in (accounts, searched):
            connection.execute(delete(told).where(told.c.match == match))
        mine = (events.c.match == match, events.c.guest == guest)
        connection.execute(update(events).where(*mine).values(guest=None))
    connection.execute(delete(players).where(players.c.guest == guest))
    return len({match for match, _, _ in rows})
