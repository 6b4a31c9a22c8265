"""The WebSocket of a table: reads requests, bounds them, and hands them to the room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial

import msgspec
from litestar import websocket

from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Signer
from throwdown.server.hall import Hall
from throwdown.server.limits import Bucket
from throwdown.server.room.requests import hear
from throwdown.server.room.room import Room
from throwdown.server.storage.bus import one_line
from throwdown.server.storage.store import AWAY, is_lost
from throwdown.server.table.audience import Viewer
from throwdown.server.web.sockets import AnySocket, Opened, Rate, converse, opened, read, turn_away
from throwdown.server.wire import Earlier, Link, Pong, Refused, Request, Sync, Wish

WAITING = 64  # requests of a connection that may wait for their table

log = logging.getLogger("throwdown.server")

requests = msgspec.json.Decoder(Request)


class Reader:
    """Reads one connection's messages, at the rate that the server allows."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        settings = room.hall.settings
        self._room = room
        self._viewer = viewer
        self._rate = Rate(viewer, settings)
        self._loop = asyncio.get_running_loop()  # asked for each message it is a call of the system: getpid
        self._syncs = Bucket(settings.messages_a_second / 10, settings.messages_at_once / 6)

    def hear(self, text: str | None) -> None:
        """Hand on one message; refuse it when it is unreadable, no text, or one too many."""
        if self._viewer.closing:
            return
        try:
            self._rate.count()
            arrived = self._loop.time()
            request = read(requests, text)
            if isinstance(request, Pong):
                self._viewer.link.pong(request.number, 1000 * arrived)
            elif self._viewer.asked >= WAITING:
                raise Refusal(f"{WAITING} requests wait for an answer already: wait for one")
            else:
                if isinstance(request, Sync | Earlier) and not self._may_sync():
                    raise Refusal("too many requests for what has happened: wait a moment")
                self._viewer.asked += 1
                is_link = isinstance(request, Link)
                self._room.post(partial(self._hear, request, arrived), at_once=is_link)
        except Refusal as refusal:
            self._viewer.tell(Refused(0, refusal.why))

    def _may_sync(self) -> bool:
        """Count a request for what has happened, which costs far more than its bytes, against the connection
        and against its address."""
        return self._syncs.take() and self._room.hall.syncs.take(self._viewer.address)

    def _hear(self, request: Wish, arrived: float) -> Awaitable[None]:
        """Carry out ``request``, whose turn it is, unless nobody waits for it any more."""
        self._viewer.asked -= 1
        return nothing() if self._viewer.closing else hear(self._room, self._viewer, request, arrived)


async def nothing() -> None:
    """What is done for a connection that is being closed."""


@websocket("/api/tables/{table:str}/live")
async def live(socket: AnySocket, table: str, hall: Hall, signer: Signer) -> None:
    """One viewer's connection, from its opening to its end."""
    async with opened(socket, hall, signer) as line:
        if line:
            await _look_on(socket, line, table, hall)


async def _look_on(socket: AnySocket, line: Opened, table: str, hall: Hall) -> None:
    viewer = line.viewer
    try:
        hall.house.admit(viewer.guest.id if viewer.guest else "")
        with hall.arrival():
            room = await hall.room(table)
            await room.ask(partial(room.join, viewer), at_once=True)
    except Refusal as refusal:
        await turn_away(socket, refusal)
        return
    except Exception as error:
        if not is_lost(error):
            raise
        log.warning("table %s cannot be opened: %s", table[:40], one_line(error))
        await turn_away(socket, Refusal(AWAY, 503))
        return
    try:
        await converse(socket, line, Reader(room, viewer).hear)
    finally:
        room.post(partial(room.leave, viewer), at_once=True)
