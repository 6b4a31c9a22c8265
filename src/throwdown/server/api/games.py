"""HTTP: the guest, the games and their rulebooks."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post, put
from litestar.datastructures import CacheControlHeader, Cookie, State
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream
from msgspec import Struct

from throwdown import bots
from throwdown.bots.portraits import portraits_of
from throwdown.kernel.errors import BrokenGame, UnknownGame, quoted
from throwdown.kernel.game import Game, load
from throwdown.server.api.offered import offered_games, refused_games
from throwdown.server.errors import Refusal
from throwdown.server.guests import carrying
from throwdown.server.guests.identity import (
    COOKIE,
    YEAR,
    Guest,
    Signer,
    checked_colour,
    checked_name,
)
from throwdown.server.hall import Hall
from throwdown.server.teaching.howto import how_to
from throwdown.server.teaching.lessons import lesson_lines
from throwdown.server.teaching.rulebook import rules_of
from throwdown.server.web.guard import client_address
from throwdown.server.wire.forms import GameSpec, Me, Rules, ValueSpec
from throwdown.server.work.heavy import sent

AnyRequest = Request[Any, Any, State]


def known_game(key: str) -> Game:
    """The game of that key; refuses an unknown one."""
    try:
        return load(key)
    except BrokenGame as error:
        raise Refusal(str(error), 404) from None
    except UnknownGame:
        raise Refusal(f"this server has no game {quoted(key)}", 404) from None


def current_guest(request: AnyRequest, signer: Signer) -> Guest | None:
    """Whose cookie came with the request."""
    return signer.guest(request.cookies.get(COOKIE))


def must_be_guest(request: AnyRequest, signer: Signer) -> Guest:
    """The guest who asks; refuses somebody without a cookie."""
    guest = current_guest(request, signer)
    if guest is None:
        raise Refusal("no cookie says who you are: GET /api/me first", 401)
    request.app.state["hall"].house.admit(guest.id)
    return guest


def cookie(request: AnyRequest, signer: Signer, guest: Guest) -> Cookie:
    secure = request.url.scheme == "https"
    return Cookie(
        key=COOKIE, value=signer.cookie(guest), max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )


@get("/api/me", sync_to_thread=False, cache_control=CacheControlHeader(no_store=True))
def who_am_i(request: AnyRequest, signer: Signer) -> Response[Me]:
    """The guest that the cookie names; a first visit makes one, the same for every request that carries the
    same header ``x-first-contact``."""
    guest = current_guest(request, signer) or signer.first_guest(request.headers.get("x-first-contact", ""))
    return Response(Me(guest.name, guest.colour), cookies=[cookie(request, signer, guest)])


@put("/api/me")
async def rename_me(request: AnyRequest, signer: Signer, hall: Hall, data: Me) -> Response[Me]:
    """Take another name or colour."""
    former = must_be_guest(request, signer)
    guest = Guest(former.id, checked_name(data.name), checked_colour(data.colour))
    hall.renamed(guest)
    await hall.store.write(partial(carrying.rename, guest=guest))
    return Response(Me(guest.name, guest.colour), cookies=[cookie(request, signer, guest)])


@post("/api/me/renew", status_code=200)
async def sign_out_elsewhere(request: AnyRequest, signer: Signer, hall: Hall) -> Response[Me]:
    """Forget the guest on every other device: cookies made before this answer's are refused from now on, by
    every process, and connections that were opened with them are closed."""
    guest = must_be_guest(request, signer)
    if not hall.renewing.take(client_address(request)):
        raise Refusal("you have been forgotten elsewhere often enough: wait a while", 429)
    await hall.renew(guest.id)
    return Response(Me(guest.name, guest.colour), cookies=[cookie(request, signer, guest)])


@cache
def game_spec(game: Game) -> GameSpec:
    values = tuple(
        ValueSpec(
            key=value.key,
            kind=value.kind,
            label=value.label,
            note=value.note,
            mark=value.mark,
            clause=value.clause,
            value=value.value,
            published=value.published,
            at_table=value.at_table,
            least=value.least,
            most=value.most,
            length=value.length,
            total=value.total,
            choices=value.choices,
            names=value.names,
            seats=value.seats,
            when=value.when,
            unless=value.unless,
            of_seats=value.of_seats,
            offered=value.offered,
            needs=value.needs(),
        )
        for value in game.values
    )
    return GameSpec(
        game.key,
        game.title,
        game.line,
        game.seats,
        game.minutes,
        game.version,
        bots.kinds(game.key),
        values,
        part_of=game.about.part_of,
        recommended_target=game.about.recommended_target,
        usual_target=game.about.usual_target,
        forms=game.about.forms,
        how=how_to(game),
        lessons=lesson_lines(game),
        portraits={level: portrait.line for level, portrait in portraits_of(game).items()},
    )


def game_specs() -> list[GameSpec]:
    return [game_spec(game) for game in offered_games()]


def _games_told() -> bytes:
    return msgspec.json.encode(game_specs())


@get(
    "/api/games",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(list[GameSpec])},
)
async def list_games(request: AnyRequest, hall: Hall) -> Stream:
    """All games, with what a table may choose."""
    return sent(request, await hall.heavy.answer(client_address(request), "games", _games_told))


class BrokenSpec(Struct):
    """A game that was found and cannot be played, and what is wrong with which of its files."""

    key: str
    reason: str


@get("/api/games/broken", sync_to_thread=False)
def list_broken_games() -> list[BrokenSpec]:
    """The games that do not keep to the contract, or have a file that cannot be read."""
    return [BrokenSpec(game.key, game.reason) for game in refused_games()]


@get(
    "/api/games/{key:str}/rules",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(Rules)},
)
async def game_rules(request: AnyRequest, hall: Hall, key: str) -> Stream:
    """A game's rulebook, clause by clause."""
    game = known_game(key)

    def made() -> bytes:
        return msgspec.json.encode(rules_of(game))

    return sent(request, await hall.heavy.answer(client_address(request), ("rules", key), made))


ROUTES = [
    who_am_i,
    rename_me,
    sign_out_elsewhere,
    list_games,
    list_broken_games,
    game_rules,
]
