"""The WebSocket of a table: reads requests, bounds them, and hands them to the room."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import COOKIE, Guest, Signer
from throwdown.server.hall import Hall
from throwdown.server.limits import Bucket
from throwdown.server.races.latency import RoundTrips, round_trip_of
from throwdown.server.room.requests import hear
from throwdown.server.room.room import Room
from throwdown.server.settings import Settings
from throwdown.server.table.audience import NO_SUCH_TABLE, TOO_SLOW, Viewer
from throwdown.server.web.front import PROXIED
from throwdown.server.web.guard import client_address, same_origin
from throwdown.server.web.protocols import LINE, Line
from throwdown.server.wire import Earlier, Link, Pong, Refused, Request, Sync, Wish

LARGEST_MESSAGE = 4096  # bytes; larger ones close the connection (1009)
WAITING = 64  # requests of a connection that may wait for their table
AT_A_STRETCH = 16  # messages of one connection before others have their turn
FLOOD = 200  # refusals in a row for too many messages, after which the connection is closed
FOREIGN_ORIGIN, POLICY = 4403, 1008

requests = msgspec.json.Decoder(Request)


def read_request(text: str) -> Request:
    """The request in a message; refuses what is none, quoting its beginning."""
    try:
        return requests.decode(text)
    except RecursionError:
        raise Refusal(f"cannot read the message {text[:60]!r}: lists are nested too deeply") from None
    except msgspec.DecodeError as error:
        reason = f"{str(error)[:1].lower()}{str(error)[1:]}"
        raise Refusal(f"cannot read the message {text[:60]!r}: {reason}") from None


class Reader:
    """Reads one connection's messages, at the rate that the server allows."""

    def __init__(self, room: Room, viewer: Viewer, settings: Settings) -> None:
        self._room = room
        self._viewer = viewer
        self._settings = settings
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._syncs = Bucket(settings.messages_a_second / 10, settings.messages_at_once / 6)
        self._too_many = 0

    def hear(self, text: str | None) -> None:
        """Hand on one message; refuse it when it is unreadable, no text, or one too many."""
        if self._viewer.closing:
            return
        try:
            self._count()
            if text is None:
                raise Refusal("messages are JSON text, not bytes")
            arrived = asyncio.get_running_loop().time()
            request = read_request(text)
            if isinstance(request, Pong):
                self._viewer.link.pong(request.number, 1000 * arrived)
            elif self._viewer.asked >= WAITING:
                raise Refusal(f"{WAITING} requests wait for an answer already: wait for one")
            else:
                if isinstance(request, Sync | Earlier) and not self._syncs.take():
                    raise Refusal("too many requests for what has happened: wait a moment")
                self._viewer.asked += 1
                is_link = isinstance(request, Link)
                self._room.post(partial(self._hear, request, arrived), at_once=is_link)
        except Refusal as refusal:
            self._viewer.tell(Refused(0, refusal.why))

    async def _hear(self, request: Wish, arrived: float) -> None:
        self._viewer.asked -= 1
        if not self._viewer.closing:
            await hear(self._room, self._viewer, request, arrived)

    def _count(self) -> None:
        if self._bucket.take():
            self._too_many = 0
            return
        self._too_many += 1
        if self._too_many > FLOOD:
            self._viewer.close(POLICY)
        raise Refusal(f"too many messages: at most {self._settings.messages_a_second:g} a second")


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: str, hall: Hall, signer: Signer) -> None:
    """One viewer's connection, from its opening to its end."""
    settings = hall.settings
    await socket.accept()
    if not same_origin(socket.headers, settings.origins):
        await socket.close(FOREIGN_ORIGIN, "this server's own pages only")
        return
    guest = signer.guest(socket.cookies.get(COOKIE))
    if guest and not hall.sockets.enter(guest.id):
        await socket.close(TOO_SLOW, f"you look on from {settings.sockets_a_guest} pages already")
        return
    extensions: dict[str, Any] = socket.scope["extensions"] or {}
    line: Line | None = extensions.get(LINE)
    try:
        await _look_on(socket, line, table, hall, guest)
    finally:
        if line:
            line.let_go()
        if guest:
            hall.sockets.leave(guest.id)
        del socket.receive, socket.send  # functions that refer to it: memory is free without a search for it


async def _look_on(
    socket: WebSocket[Any, Any, Any], line: Line | None, table: str, hall: Hall, guest: Guest | None
) -> None:
    raw = socket.query_params.get("form") == "raw"
    viewer = Viewer(guest, raw, socket.send, hall.backlog)
    if line:
        viewer.write = line.write
    viewer.address = client_address(socket)
    if PROXIED not in socket.scope:  # behind a proxy the bytes' own trip ends there
        viewer.link = RoundTrips(round_trip_of(socket.scope))
    try:
        hall.house.admit(guest.id if guest else "")
        with hall.arrival():
            room = await hall.room(table)
            await room.ask(partial(room.join, viewer), at_once=True)
    except Refusal as refusal:
        await socket.close(NO_SUCH_TABLE if refusal.status in (404, 410) else TOO_SLOW, refusal.why[:120])
        return
    reader = Reader(room, viewer, hall.settings)
    if line:
        line.listen(reader.hear)
    await _converse(socket, room, viewer, reader)


async def _converse(socket: WebSocket[Any, Any, Any], room: Room, viewer: Viewer, reader: Reader) -> None:
    pump, conversing = asyncio.create_task(viewer.pump()), asyncio.current_task()
    if conversing:
        viewer.cut = conversing.cancel
    heard = 0
    try:
        while not viewer.closing:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            reader.hear(message.get("text"))
            heard += 1
            if heard % AT_A_STRETCH == 0:
                await asyncio.sleep(0)
        await pump
    except asyncio.CancelledError:
        if not viewer.closing:
            raise
    finally:
        viewer.cut = lambda: None
        pump.cancel()
        viewer.drop()
        room.post(partial(room.leave, viewer), at_once=True)
