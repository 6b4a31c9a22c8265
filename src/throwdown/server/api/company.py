"""HTTP: what people at a table agree on beside the game."""

from __future__ import annotations

from functools import partial

from litestar import get, post
from litestar.datastructures import CacheControlHeader

from throwdown.server.api.games import AnyRequest, must_be_guest
from throwdown.server.api.tables import changed
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Signer
from throwdown.server.hall import Hall
from throwdown.server.room import company
from throwdown.server.room.served import check_match
from throwdown.server.table.audience import NO_SUCH_TABLE
from throwdown.server.timing import clocks
from throwdown.server.timing.clocks import Clocks
from throwdown.server.wire import Table
from throwdown.server.wire.forms import (
    DaysOff,
    Hinting,
    Mute,
    Muted,
    Pacing,
    Pausing,
    PersonOnSeat,
    Wanted,
    Watching,
)


def _days_off(state: Clocks, now: float, seat: int, wish: DaysOff) -> None:
    clock, days = state.seats[seat], wish.days
    if wish.left not in (-1, clock.vacation):
        raise Refusal(f"{clock.vacation} days off are left by now, not {wish.left}: nothing was done")
    if days == 0:
        clocks.come_back(state, seat, now)
    elif not 0 < days <= clock.vacation:
        left = f"{clock.vacation} are left" if clock.vacation else "none are left"
        raise Refusal(f"{days} days off cannot be taken: {left}")
    else:
        clocks.take_off(state, seat, days, now)


@post("/api/tables/{table:str}/days-off", status_code=204)
async def take_days_off(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: DaysOff) -> None:
    """Take days off at a table over days: your clock stands meanwhile. With 0 you are back."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    seat = room.record.seat_in_match(room.record.seat_of(guest))
    if seat < 0:
        raise Refusal("you do not play this match", 403)

    async def take() -> None:
        check_match(room, data.match_id)
        await room.timekeeping.change(partial(_days_off, seat=seat, wish=data))

    await room.ask(take)


@post("/api/tables/{table:str}/pause", status_code=204)
async def agree_to_pause(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Pausing) -> None:
    """Ask for a pause, or agree to it: once all people do all clocks stand, and without clocks no bot plays
    on. Anybody ends it."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    await room.ask(partial(room.company.pause, guest, data))


@post("/api/tables/{table:str}/hints", status_code=204)
async def agree_to_hints(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Hinting) -> None:
    """Ask for hints, or agree to them: once all people do anybody may ask for some. Anybody takes that
    back."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    await room.ask(partial(room.hints.agree, guest, data))


@post("/api/tables/{table:str}/remove", status_code=200)
async def remove_person(
    request: AnyRequest, signer: Signer, hall: Hall, table: str, data: PersonOnSeat
) -> Table:
    """Remove a person: in a match a bot plays until somebody takes the seat, else it is open. Only the host
    may."""
    guest = must_be_guest(request, signer)
    told = await changed(hall, table, guest, lambda record: company.remove(record, guest, data))
    (await hall.room(table)).company.shut_out()
    return told


@post("/api/tables/{table:str}/host", status_code=200)
async def hand_over_host(
    request: AnyRequest, signer: Signer, hall: Hall, table: str, data: PersonOnSeat
) -> Table:
    """Make somebody else the host. Only the host may."""
    guest = must_be_guest(request, signer)
    return await changed(hall, table, guest, lambda record: company.hand_over(record, guest, data))


@post("/api/tables/{table:str}/watchers", status_code=200)
async def allow_watchers(
    request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Watching
) -> Table:
    """Let people watch, or send those who do away. Only the host may."""
    guest = must_be_guest(request, signer)
    told = await changed(hall, table, guest, lambda record: company.set_watchers(record, guest, data.allowed))
    room = await hall.room(table)
    room.company.shut_out()
    return told


@post("/api/tables/{table:str}/ask", status_code=204)
async def ask_others(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Wanted) -> None:
    """Ask to take your last choice back, or to end the match early, or answer somebody who does: once all
    people who are there agree it is done, and whoever goes on playing has said no."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    await room.ask(partial(room.agreements.say, guest, data))


@get("/api/tables/{table:str}/muted", cache_control=CacheControlHeader(no_store=True))
async def muted_seats(request: AnyRequest, signer: Signer, hall: Hall, table: str) -> Muted:
    """Whom at this table you have muted."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    return Muted(tuple(await room.company.mutes(guest)))


@post("/api/tables/{table:str}/muted", status_code=200)
async def mute(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Mute) -> Muted:
    """Mute the person on a seat for good, at every table, or hear them again; they do not learn of it."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    await room.company.mute(guest, data)
    return Muted(tuple(await room.company.mutes(guest)))


@post("/api/tables/{table:str}/chat", status_code=200)
async def allow_chat(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Watching) -> Table:
    """Let those who sit here write to each other, or not. Only the host may."""
    guest = must_be_guest(request, signer)
    return await changed(hall, table, guest, lambda record: company.set_chat(record, guest, data.allowed))


@post("/api/tables/{table:str}/pace", status_code=200)
async def set_bot_pace(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Pacing) -> Table:
    """Let bots move at another pace from now on. Only the host may."""
    guest = must_be_guest(request, signer)
    return await changed(hall, table, guest, lambda record: company.set_pace(record, guest, data.pace))


@post("/api/tables/{table:str}/close", status_code=204)
async def close_table(request: AnyRequest, signer: Signer, hall: Hall, table: str) -> None:
    """Close the table, between matches. Only the host may."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    await room.ask(partial(room.change, lambda record: company.close(record, guest)))
    for viewer in room.audience.viewers:
        viewer.close(NO_SUCH_TABLE)


ROUTES = [
    take_days_off,
    agree_to_pause,
    agree_to_hints,
    ask_others,
    remove_person,
    hand_over_host,
    allow_watchers,
    muted_seats,
    mute,
    allow_chat,
    set_bot_pace,
    close_table,
]
