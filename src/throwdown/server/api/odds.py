"""HTTP: odds at hand, counted for a seat of a match in play, and the host's word on them."""

from __future__ import annotations

import hashlib

import msgspec
from litestar import MediaType, get, post
from litestar.datastructures import CacheControlHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from throwdown.kernel.odds import Odds, Supposed
from throwdown.server.api.games import AnyRequest, must_be_guest
from throwdown.server.api.tables import changed
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Signer
from throwdown.server.hall import Hall
from throwdown.server.room import company
from throwdown.server.web.guard import client_address
from throwdown.server.wire import Table
from throwdown.server.wire.forms import Watching
from throwdown.server.work.heavy import sent

NOTHING = "there is nothing to be counted for you just now"


@get(
    "/api/tables/{table:str}/odds",
    media_type=MediaType.JSON,
    compressed=True,
    cache_control=CacheControlHeader(no_store=True),
    responses={200: ResponseSpec(Odds)},
)
async def count_odds(request: AnyRequest, signer: Signer, hall: Hall, table: str) -> Stream:
    """The chances that you would count now, from what you may know: exact, by the rules."""
    guest = must_be_guest(request, signer)
    room = await hall.room(table)
    if not room.record.odds:
        raise Refusal("the host of this table lets nobody look odds up", 403)
    seat = room.record.seat_in_match(room.record.seat_of(guest))
    if seat < 0 or room.playing is None:
        raise Refusal("you do not play a match here just now", 403)
    match = room.playing.match
    game, state = match.game, match.seen(seat)
    if not match.asks_odds(seat):
        raise Refusal(NOTHING)

    def made() -> bytes:
        return msgspec.json.encode(game.odds.count(Supposed(game.engine, state), seat))

    key = ("odds", game.key, seat, hashlib.sha256(state.tobytes()).digest())
    return sent(request, await hall.heavy.answer(client_address(request), key, made))


@post("/api/tables/{table:str}/odds", status_code=200)
async def allow_odds(request: AnyRequest, signer: Signer, hall: Hall, table: str, data: Watching) -> Table:
    """Let those who sit here look odds up, or not. Only the host may."""
    guest = must_be_guest(request, signer)
    return await changed(hall, table, guest, lambda record: company.set_odds(record, guest, data.allowed))


ROUTES = [count_odds, allow_odds]
