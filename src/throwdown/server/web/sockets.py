"""What every WebSocket has in common: whether it is let in, how much it may say, and its two directions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec
from litestar import WebSocket

from throwdown.server.errors import Refusal, clause
from throwdown.server.guests.identity import COOKIE, Signer
from throwdown.server.hall import Hall
from throwdown.server.limits import Bucket
from throwdown.server.races.latency import RoundTrips, round_trip_of
from throwdown.server.settings import Settings
from throwdown.server.table.audience import NO_SUCH_TABLE, TOO_SLOW, Viewer
from throwdown.server.web.front import PROXIED
from throwdown.server.web.guard import client_address, same_origin
from throwdown.server.web.protocols import LINE, Line

LONGEST_REASON = 123  # bytes; a frame that closes a connection holds no more
LARGEST_MESSAGE = 4096  # bytes; larger ones close the connection (1009)
AT_A_STRETCH = 16  # messages of one connection before others have their turn
FLOOD = 200  # refusals in a row for too many messages, after which the connection is closed
FOREIGN_ORIGIN, POLICY = 4403, 1008

T = TypeVar("T")
AnySocket = WebSocket[Any, Any, Any]


def read(requests: msgspec.json.Decoder[T], text: str | None) -> T:
    """The request in a message; refuses what is none, quoting its beginning."""
    if text is None:
        raise Refusal("messages are JSON text, not bytes")
    try:
        return requests.decode(text)
    except RecursionError:
        raise Refusal(f"cannot read the message {text[:60]!r}: lists are nested too deeply") from None
    except msgspec.DecodeError as error:
        raise Refusal(f"cannot read the message {text[:60]!r}: {clause(str(error))}") from None


class Opened(NamedTuple):
    """A WebSocket that was let in: who looks on through it, and its line where the server has one."""

    viewer: Viewer
    line: Line | None


@asynccontextmanager
async def opened(socket: AnySocket, hall: Hall, signer: Signer) -> AsyncGenerator[Opened | None]:
    """Let a WebSocket in as long as the context is open; None where it was refused, and is closed."""
    settings = hall.settings
    await socket.accept()
    if not same_origin(socket.headers, settings.origins):
        origin = socket.headers.get("origin", "another site's")
        await socket.close(FOREIGN_ORIGIN, reason(f"this server's own pages only, not {origin}"))
        yield None
        return
    guest = signer.guest(socket.cookies.get(COOKIE))
    if guest and not hall.sockets.enter(guest.id):
        await socket.close(TOO_SLOW, f"you look on from {settings.sockets_a_guest} pages already")
        yield None
        return
    extensions: dict[str, Any] = socket.scope["extensions"] or {}
    line: Line | None = extensions.get(LINE)
    try:
        viewer = Viewer(guest, socket.query_params.get("form") == "raw", socket.send, hall.backlog)
        if line:
            viewer.write = line.write
        viewer.address = client_address(socket)
        if PROXIED not in socket.scope:  # behind a proxy the bytes' own trip ends there
            viewer.link = RoundTrips(round_trip_of(socket.scope))
        yield Opened(viewer, line)
    finally:
        if line:
            line.let_go()
        if guest:
            hall.sockets.leave(guest.id)
        del socket.receive, socket.send  # functions that refer to it: memory is free without a search for it


async def turn_away(socket: AnySocket, refusal: Refusal) -> None:
    """Close a WebSocket that is let in nowhere, and say why."""
    await socket.close(NO_SUCH_TABLE if refusal.status in (404, 410) else TOO_SLOW, reason(refusal.why))


def reason(why: str) -> str:
    """As much of ``why`` as the frame that closes a connection can hold."""
    return why.encode()[:LONGEST_REASON].decode(errors="ignore")


class Rate:
    """How many messages one connection may send."""

    def __init__(self, viewer: Viewer, settings: Settings) -> None:
        self._viewer = viewer
        self._settings = settings
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._too_many = 0

    def count(self) -> None:
        """Count a message; refuses one too many, and ends a connection that floods."""
        if self._bucket.take():
            self._too_many = 0
            return
        self._too_many += 1
        if self._too_many > FLOOD:
            self._viewer.close(POLICY)
        raise Refusal(f"too many messages: at most {self._settings.messages_a_second:g} a second")


async def converse(socket: AnySocket, opened: Opened, hear: Callable[[str | None], None]) -> None:
    """Hand what is said to ``hear``, and send what the viewer is told, until the connection ends."""
    viewer, line = opened
    if line:
        line.listen(hear)
    pump, conversing = asyncio.create_task(viewer.pump()), asyncio.current_task()
    if conversing:
        viewer.cut = conversing.cancel
    heard = 0
    try:
        while not viewer.closing:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            hear(message.get("text"))
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
