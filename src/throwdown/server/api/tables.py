"""HTTP: tables, seats and finished matches."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import segno
from litestar import MediaType, get, post
from litestar.response import Stream

from throwdown import bots
from throwdown.kernel import series
from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import load
from throwdown.server.api.games import AnyRequest, current_guest, known_game, must_be_guest
from throwdown.server.api.values import deck_name
from throwdown.server.archive import history
from throwdown.server.archive.finished import Whole, ended, told, transcript_of
from throwdown.server.archive.played import Played, own_seat, played
from throwdown.server.beside.beside import Beside
from throwdown.server.errors import Refusal
from throwdown.server.guests.codes import Tries, read_code
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.hall import Hall
from throwdown.server.table import tables
from throwdown.server.table.audience import persons, table_seen
from throwdown.server.table.stage import encoder
from throwdown.server.table.stage import whole as all_steps
from throwdown.server.table.tables import TableRecord
from throwdown.server.timing import patience
from throwdown.server.web.addresses import address_for_others
from throwdown.server.web.guard import client_address
from throwdown.server.wire import Table, id_text
from throwdown.server.wire.forms import (
    BotOnSeat,
    Code,
    Link,
    Listed,
    NewTable,
    SeatNumber,
    SeatOrder,
    TableKey,
)
from throwdown.server.work.heavy import sent

T = TypeVar("T")


@get("/api/tables")
async def lobby(request: AnyRequest, signer: Signer, hall: Hall) -> list[Listed]:
    """Open tables that wait for players or are being played: first those of people with whom you have
    finished a match, then the newest."""
    guest = current_guest(request, signer)
    known = await hall.store.read(partial(history.played_with, guest=guest.id)) if guest else frozenset[str]()
    found = [table for table in await hall.lobby() if table.phase != tables.OVER]
    told = [listed(table, hall.here(table.id), known) for table in found]
    return sorted(told, key=lambda table: not table.friends)


def listed(table: TableRecord, here: frozenset[str], known: frozenset[str]) -> Listed:
    people = persons(table, here)
    host = next((person.name for person in people if person.host), "")
    clock = patience.short(table.patience)
    return Listed(
        table.id,
        table.game,
        load(table.game).title,
        host,
        people,
        table.phase,
        clock,
        levels=tuple(dict.fromkeys(seat.bot for seat in table.seats if seat.bot)),
        friends=tuple(seat.name for seat in table.seats if seat.guest in known),
    )


@post("/api/tables")
async def open_table(request: AnyRequest, signer: Signer, hall: Hall, data: NewTable) -> TableKey:
    """Open a table; whoever opens it sits on seat 0."""
    guest = must_be_guest(request, signer)
    hall.house.opens()
    if not hall.opening.take(client_address(request)) or not hall.opening.take(f"guest {guest.id}"):
        raise Refusal("you have opened many tables: wait a while before the next", 429)
    game = known_game(data.game)
    seats = data.seats or game.seats[0]
    try:
        at_once = series.seats_in_match(data.plan, game, seats)
        values = game.check(data.values, at_once)
        deck = deck_name(data.deck)
    except BadValue as error:
        raise Refusal(str(error), 400) from None
    if data.patience and data.patience.kind == patience.DAYS and game.timing.live(values):
        raise Refusal("a live race needs everybody at the table: over days, decide races in turn", 400)

    if data.fair and data.patience and data.patience.kind == patience.DAYS:
        raise Refusal("fair dice need everybody at the table: over days dice are sealed", 400)

    def make() -> TableRecord:
        terms = tables.Terms(
            listed=data.open,
            pace=data.pace,
            plan=data.plan,
            patience=data.patience,
            chat=data.chat,
            odds=data.odds,
            fair=data.fair,
            deck=deck,
        )
        table = tables.new_table(game.key, values, seats, guest, terms)
        for seat, kind in data.bots.items():
            put(table, guest, seat, kind)
        return table

    return TableKey((await hall.add(make)).id)


def put(table: TableRecord, guest: Guest, seat: int, kind: str) -> None:
    """Put a bot of ``kind`` on a seat, or with an empty ``kind`` take it away. A trained player sits only
    where matches are as it was trained for."""
    game = load(table.game)
    offered = bots.kinds(game.key)
    if kind in offered:
        try:
            seats = series.seats_in_match(table.plan, game, len(table.seats))
            bots.check_fit(kind, game, table.values, seats)
        except bots.BadPlayer as error:
            raise Refusal(str(error), 400) from None
    tables.set_bot(table, guest, seat, kind, offered)


@post("/api/join", status_code=200)
async def join_by_code(request: AnyRequest, hall: Hall, tries: Tries, beside: Beside, data: Code) -> TableKey:
    """The table that has an open seat under a code, or what lies beside a real box under it; few tries a
    minute."""
    tries.take(client_address(request))
    code = read_code(data.code)
    kept = await beside.by_code(code)
    return TableKey(kept.id, kept.kind) if kept else TableKey(await hall.by_code(code))


@get("/api/tables/{table:str}")
async def get_table(request: AnyRequest, signer: Signer, hall: Hall, table: str) -> Table:
    """A table as you see it."""
    guest = current_guest(request, signer)
    filed = await hall.filed(table)
    if filed:
        return table_seen(filed, filed.seat_of(guest), guest, persons(filed, ()))
    room = await hall.room(table)
    people = persons(room.record, hall.here(table), room.stand_ins)
    grace = hall.settings.grace
    return table_seen(room.shown, room.record.seat_of(guest), guest, people, kept=room.kept, grace=grace)


async def changed(hall: Hall, table: str, guest: Guest, op: Callable[[TableRecord], T]) -> Table:
    """The table after ``op``, done in its mailbox."""
    room = await hall.room(table)
    await room.ask(partial(room.change, op))
    people = persons(room.record, hall.here(table), room.stand_ins)
    grace = hall.settings.grace
    return table_seen(room.shown, room.record.seat_of(guest), guest, people, kept=room.kept, grace=grace)


@post("/api/tables/{table:str}/sit", status_code=200)
async def sit(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: SeatNumber) -> Table:
    """Take an open seat; in a match, one whose person was removed."""
    guest = must_be_guest(request, signer)
    return await changed(hall, table, guest, lambda record: tables.sit(record, guest, data.seat))


@post("/api/tables/{table:str}/stand", status_code=200)
async def stand(request: AnyRequest, signer: Signer, hall: Hall, table: str) -> Table:
    """Give up your seat, before or after a match."""
    guest = must_be_guest(request, signer)
    return await changed(hall, table, guest, lambda record: tables.stand(record, guest))


@post("/api/tables/{table:str}/bot", status_code=200)
async def put_bot(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: BotOnSeat) -> Table:
    """Put a bot on an open seat, or take it away. Only the host may."""
    guest = must_be_guest(request, signer)
    return await changed(hall, table, guest, lambda record: put(record, guest, data.seat, data.kind))


@post("/api/tables/{table:str}/order", status_code=200)
async def set_seat_order(
    request: AnyRequest, signer: Signer, hall: Hall, table: str, data: SeatOrder
) -> Table:
    """Set who sits where before a match. Only the host may."""
    guest = must_be_guest(request, signer)
    return await changed(
        hall, table, guest, lambda record: tables.arrange(record, guest, data.order, data.names)
    )


def shared_address(request: AnyRequest, hall: Hall, path: str) -> str:
    """The address of the page at ``path`` as other devices reach it."""
    return f"{address_for_others(str(request.base_url), hall.settings.host)}/{path}"


def table_link(request: AnyRequest, hall: Hall, record: TableRecord) -> Link:
    return Link(shared_address(request, hall, f"t/{record.id}"), record.code)


@get("/api/tables/{table:str}/link")
async def share_link(request: AnyRequest, hall: Hall, table: str) -> Link:
    """The table's address and code, to give to others."""
    return table_link(request, hall, (await hall.room(table)).record)


def qr_code(address: str) -> bytes:
    """The address as a QR code, an SVG."""
    drawing = io.BytesIO()
    segno.make(address, error="m").save(drawing, kind="svg", border=2, xmldecl=False, omitsize=True)
    return drawing.getvalue()


@get("/api/tables/{table:str}/qr.svg", media_type="image/svg+xml", compressed=True)
async def table_qr_code(request: AnyRequest, hall: Hall, table: str) -> Stream:
    """The table's address as a QR code."""
    room = await hall.room(table)
    address = table_link(request, hall, room.record).url
    packed = await hall.heavy.answer(client_address(request), ("qr", address), partial(qr_code, address))
    return sent(request, packed, "image/svg+xml")


@get("/api/tables/{table:str}/matches/{number:int}/played")
async def match_played(request: AnyRequest, signer: Signer, hall: Hall, table: str, number: int) -> Played:
    """Who played a finished match, and on which seat you did."""
    match = await ended(hall.store, table, number)
    guest = current_guest(request, signer)
    return await hall.store.read(partial(played, match=match, guest=guest))


@get("/api/tables/{table:str}/matches/{number:int}/transcript", media_type=MediaType.TEXT, compressed=True)
async def match_transcript(request: AnyRequest, hall: Hall, table: str, number: int) -> Stream:
    """A finished match as a text file, its dice's secret included; ``throwdown verify`` checks it. One
    that was played by another version of the rules is told by the numbers of its events."""
    match = await ended(hall.store, table, number)
    address = client_address(request)
    packed = await told(hall.store, hall.heavy, address, match, "transcript", transcript_of)
    return sent(request, packed, "text/plain; charset=utf-8")


@get("/api/tables/{table:str}/matches/{number:int}/replay", media_type=MediaType.JSON, compressed=True)
async def match_replay(
    request: AnyRequest, signer: Signer, hall: Hall, table: str, number: int, seat: int = -1
) -> Stream:
    """All steps of a finished match with their scenes, seen by a spectator or from the seat of the match that
    you played on."""
    match = await ended(hall.store, table, number)
    guest = current_guest(request, signer)
    own = await hall.store.read(partial(own_seat, match=match, guest=guest))
    viewer = own if own >= 0 and seat == own else SPECTATOR

    def steps(whole: Whole) -> bytes:
        return encoder.encode(all_steps(whole.replayed().match, viewer, id_text(whole.record.id)))

    address = client_address(request)
    return sent(request, await told(hall.store, hall.heavy, address, match, ("replay", viewer), steps))


ROUTES = [
    lobby,
    open_table,
    join_by_code,
    get_table,
    sit,
    stand,
    put_bot,
    set_seat_order,
    share_link,
    table_qr_code,
    match_played,
    match_transcript,
    match_replay,
]
