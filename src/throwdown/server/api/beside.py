"""HTTP: what people who play with a real box ask of a server."""

from __future__ import annotations

from functools import partial

import msgspec
from litestar import MediaType, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream
from msgspec import Struct

from throwdown.server.api.games import AnyRequest, known_game
from throwdown.server.api.offered import offered_games
from throwdown.server.api.tables import qr_code, shared_address
from throwdown.server.beside import trays
from throwdown.server.beside.beside import Beside, Kept
from throwdown.server.beside.boxes import Box, box_of
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.web.guard import client_address
from throwdown.server.wire.forms import Link
from throwdown.server.work.heavy import sent


class BesideKey(Struct, frozen=True):
    """What was begun: its page is ``/box/KIND/ID``, and others find it by its code."""

    id: str
    kind: str
    code: str


def tray_of(kept: Kept) -> trays.Tray:
    return trays.seen(kept.id, kept.code, kept.revision, kept.record)


@get("/api/beside/boxes")
async def list_boxes() -> list[Box]:
    """The games that people may have in a box, and the dice in it."""
    return [box for game in offered_games() if (box := box_of(game))]


@post("/api/beside/dice")
async def begin_box_dice(request: AnyRequest, hall: Hall, beside: Beside, data: trays.NewTray) -> BesideKey:
    """Seal dice of a game for people at one table."""
    may_begin(request, hall)
    game = trays.box_for(known_game(data.game).key)
    people = trays.checked_people(data.people)
    kept = await beside.add(
        trays.KIND,
        lambda connection, key: trays.new(connection, key, game.key, people),
        hall.settings.expires,
    )
    return BesideKey(kept.id, kept.kind, kept.code)


def may_begin(request: AnyRequest, hall: Hall) -> None:
    """Refuse whoever opened many tables lately."""
    if not hall.opening.take(client_address(request)):
        raise Refusal("you have opened many tables: wait a while before the next", 429)


@get("/api/beside/dice/{key:str}")
async def box_dice(beside: Beside, key: str, after: int = 0) -> trays.Tray:
    """The dice, as soon as they are past revision ``after``, or after a while."""
    return tray_of(await beside.later(key, trays.KIND, after))


@post("/api/beside/dice/{key:str}/roll", status_code=200)
async def roll_box_dice(beside: Beside, key: str, data: trays.RollWish) -> trays.Tray:
    """Roll some dice, keeping others of the last roll."""
    return tray_of(
        await beside.change(
            key, trays.KIND, lambda connection, kept: trays.roll(connection, key, kept.record, data)
        )
    )


@post("/api/beside/dice/{key:str}/open", status_code=200)
async def open_dice_seal(beside: Beside, key: str) -> trays.Tray:
    """Open the seal, so that all rolls can be proved; the next rolls come under another."""
    return tray_of(
        await beside.change(
            key, trays.KIND, lambda connection, kept: trays.open_seal(connection, key, kept.record)
        )
    )


@get(
    "/api/beside/dice/{key:str}/seals",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(list[trays.Opened])},
)
async def opened_dice_seals(request: AnyRequest, hall: Hall, beside: Beside, key: str) -> Stream:
    """The seals that were opened, with their secrets and rolls, the newest first."""
    kept = await beside.find(key, trays.KIND)

    def made() -> bytes:
        return msgspec.json.encode(trays.opened(kept.record))

    what = ("seals", key, kept.revision)
    return sent(request, await hall.heavy.answer(client_address(request), what, made))


def box_link(request: AnyRequest, hall: Hall, kept: Kept) -> Link:
    return Link(shared_address(request, hall, f"box/{kept.kind}/{kept.id}"), kept.code)


@get("/api/beside/link/{kind:str}/{key:str}")
async def share_box_link(request: AnyRequest, hall: Hall, beside: Beside, kind: str, key: str) -> Link:
    """The address and the code of what lies beside the box, to give to others."""
    return box_link(request, hall, await beside.find(key, kind))


@get("/api/beside/qr/{kind:str}/{key:str}", media_type="image/svg+xml", compressed=True)
async def box_qr_code(request: AnyRequest, hall: Hall, beside: Beside, kind: str, key: str) -> Stream:
    """The address of what lies beside the box, as a QR code."""
    address = box_link(request, hall, await beside.find(key, kind)).url
    packed = await hall.heavy.answer(client_address(request), ("qr", address), partial(qr_code, address))
    return sent(request, packed, "image/svg+xml")


ROUTES = [
    list_boxes,
    begin_box_dice,
    box_dice,
    roll_box_dice,
    open_dice_seal,
    opened_dice_seals,
    share_box_link,
    box_qr_code,
]
