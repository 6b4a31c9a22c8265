"""HTTP: what people at a table agree on beside the game."""

from __future__ import annotations

from functools import partial

from litestar import post

from throwdown.server import clocks
from throwdown.server.api_games import AnyRequest, must_be_guest
from throwdown.server.clocks import Clocks
from throwdown.server.errors import Refusal
from throwdown.server.forms import DaysOff
from throwdown.server.hall import Hall
from throwdown.server.identity import Signer


def _days_off(state: Clocks, now: float, seat: int, days: int) -> None:
    clock = state.seats[seat]
    if days == 0:
        clocks.come_back(state, seat, now)
    elif not 0 < days <= clock.vacation:
        raise Refusal(f"{days} days off cannot be taken: {clock.vacation} are left")
    else:
        clocks.take_off(state, seat, days, now)


@post("/api/tables/{table:str}/days-off", status_code=204)
async def days_off(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: DaysOff) -> None:
    """Take days off at a table over days: your clock stands meanwhile. With 0 you are back."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    seat = room.record.seat_in_match(room.record.seat_of(guest))
    if seat < 0:
        raise Refusal("you do not play this match", 403)
    await room.ask(partial(room.timekeeping.change, partial(_days_off, seat=seat, days=data.days)))


ROUTES = [days_off]
