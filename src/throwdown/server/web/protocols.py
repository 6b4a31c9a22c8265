"""Uvicorn's protocols, bounded: how much of a connection may be open, unread or slow.

Uvicorn bounds the size of a WebSocket message and little else. Here a connection counts against its
address, a request's head has a size and a time, answers that nobody reads end the connection, and every frame
of a WebSocket, control frames and pieces of messages too, is counted.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from struct import Struct
from typing import Any

import httptools
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import (
    Frame,
    Opcode,
    apply_mask,  # pyright: ignore[reportPrivateImportUsage]
)
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from throwdown.server.limits import Bucket, Buckets, Open, household
from throwdown.server.races.latency import ROUND_TRIP, round_trip
from throwdown.server.settings import Settings
from throwdown.server.web.front import Front
from throwdown.server.web.handover import Handover

LARGEST_HEAD = 32 * 1024  # bytes of a request before its body
PIPELINED = 16  # requests that may wait for the answer to the one before
SLICE = 4096  # bytes that are read at once: what a callback of the event loop may cost
UNHEARD = 600  # messages that the application has not yet taken
POLICY, NOT_TEXT = 1008, 1007
HEARD_OUT, CLOSING = 2.0, 10.0  # seconds
PROXY_IDLE = 180  # seconds; Caddy uses a connection again that has been idle for up to two minutes
LINE = "throwdown.line"  # the extension of a WebSocket's scope by which a Line is found
WHOLE_TEXT, MASKED, SHORT, SMALL = 0x81, 0x80, 126, 2**16  # the head of a frame: RFC 6455, section 5.2
SHORT_HEAD, SMALL_HEAD, LARGE_HEAD = Struct("!BB"), Struct("!BBH"), Struct("!BBQ")


class Gate:
    """What the connections of one server share: its settings, how many are open from each address, how many
    ``frames`` each address may send over all its WebSockets, and where several processes serve at one address
    the ``handover`` between them."""

    def __init__(self, settings: Settings, front: Front, handover: Handover | None = None) -> None:
        self.settings = settings
        self.handover = handover
        self._front = front
        self._open = Open(settings.connections_each, settings.connections_in_all)
        self.frames = Buckets(settings.frames_each_a_second, settings.frames_each_at_once)

    def key(self, peer: tuple[str, int] | None) -> str:
        """What the connection counts against; empty for a trusted proxy, which brings everybody."""
        return "" if peer is None or self._front.trusts(peer[0]) else household(peer[0])

    def enter(self, key: str) -> bool:
        return not key or self._open.enter(key)

    def leave(self, key: str) -> None:
        if key:
            self._open.leave(key)


class BoundedHttp(HttpToolsProtocol):
    """HTTP over a connection that counts; made by :func:`protocols`."""

    gate: Gate

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counts_as: str | None = None
        self._head = 0  # bytes of the head that is being read; -1 in a body
        self._timer: asyncio.TimerHandle | None = None
        key = self.gate.key(self.client)
        if not self.gate.enter(key):
            transport.abort()
            return
        self._counts_as = key
        if not key:
            self.timeout_keep_alive = PROXY_IDLE
        self._wait(self.gate.settings.head_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        if self._counts_as is not None:
            self.gate.leave(self._counts_as)
            self._counts_as = None
        super().connection_lost(exc)

    def _wait(self, seconds: float | None) -> None:
        """End the connection after so many seconds, unless something else is waited for by then."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and not self.transport.is_closing():
            self._timer = self.loop.call_later(seconds, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        for first in range(0, len(data), SLICE):
            part = data[first : first + SLICE]
            if self._head >= 0:
                self._head += len(part)
            if self._head > LARGEST_HEAD:
                self.send_400_response(f"a request's head has at most {LARGEST_HEAD} bytes")
            if self.transport.is_closing():
                return
            super().data_received(part)
            protocol = self.transport.get_protocol()
            if protocol is not self:  # it has become a WebSocket
                if rest := data[first + SLICE :]:
                    protocol.data_received(rest)  # type: ignore[union-attr]
                return

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait(self.gate.settings.head_timeout)

    def on_headers_complete(self) -> None:
        self._head = -1
        self._wait(self.gate.settings.body_timeout + 5)  # the application refuses earlier, with the reason
        if len(self.pipeline) >= PIPELINED:
            raise httptools.HttpParserError("too many requests wait for their answers")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait(None)
        if self._is_handed_on():
            self.transport.abort()  # that ends it here alone
            return
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        protocol.counts_as, self._counts_as = self._counts_as, None
        self.parser = None  # it refers to this object, as this one does to it

    def _is_handed_on(self) -> bool:
        """Whether the connection, whose request has been read, goes on in another process. One that is
        encrypted here cannot."""
        handover = self.gate.handover
        if handover is None or self.scheme == "https":
            return False
        lines = [self.scope["method"].encode() + b" " + self.url + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.scope["headers"]]
        connection: socket.socket = self.transport.get_extra_info("socket")
        return handover.hand_on(self.url, b"\r\n".join([*lines, b"", b""]), connection.fileno())

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(self.gate.settings.unread_timeout)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._wait(None)


def frame_of(text: bytes) -> bytes:
    """The unmasked frame of a whole text message, in UTF-8."""
    size = len(text)
    if size < SHORT:
        return SHORT_HEAD.pack(WHOLE_TEXT, size) + text
    if size < SMALL:
        return SMALL_HEAD.pack(WHOLE_TEXT, SHORT, size) + text
    return LARGE_HEAD.pack(WHOLE_TEXT, SHORT + 1, size) + text


class Line:
    """Text over one WebSocket without a task's turn for each message: ASGI's ``send`` and ``receive`` take a
    fifth of the time of a move. Whatever else happens to the connection goes the way of ASGI."""

    def __init__(self, protocol: BoundedWebSocket) -> None:
        self._protocol: BoundedWebSocket | None = protocol

    def write(self, text: bytes) -> bool:
        """Send a message, in UTF-8; False where the connection takes none just now, or no more."""
        return self._protocol is not None and self._protocol.write(text)

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call ``hear`` with each text message that comes from now on. Those that came before are still to be
        received."""
        if self._protocol:
            self._protocol.hear = hear

    def let_go(self) -> None:
        """Neither write nor hear any more."""
        if self._protocol:
            self._protocol.hear = None
            self._protocol = None


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that counts its frames, and tells the application how long a round trip takes the bytes."""

    gate: Gate
    counts_as: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        settings = self.gate.settings
        self._deaf = False
        self._is_answered = False  # whether the application has done with it
        self._giving_up: asyncio.TimerHandle | None = None
        self._unread = b""  # what came together with messages that the application has not yet taken
        self._is_between = False  # whether all that came was read, to the end of a message
        self.hear: Callable[[str], None] | None = None  # hears text once all that came before is received
        self._allowed = Bucket(settings.frames_a_second, settings.frames_at_once)
        self._address = ""  # what its frames count against besides; empty while that is not known

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counts_as is not None:
            self.gate.leave(self.counts_as)
            self.counts_as = None
        super().connection_lost(exc)
        self._let_go()

    def handle_connect(self, event: Request) -> None:
        try:
            super().handle_connect(event)
        except UnicodeError:  # a path or a header's name that is not ASCII
            self.transport.abort()
            return
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][ROUND_TRIP] = partial(round_trip, self.transport)
            scope["extensions"][LINE] = Line(self)

    async def send(self, message: ASGISendEvent) -> None:
        """Send, unless the connection has ended: a frame that is none may end it at any moment, and what is
        said then goes nowhere."""
        if not (self.close_sent and self.handshake_complete):
            await super().send(message)
            if message["type"] == "websocket.http.response.body":
                self.handshake_complete = True  # a refusal is an answer: uvicorn logs that there was none
            self._read_on()

    def write(self, text: bytes) -> bool:
        """Send a text message; False where the connection takes none just now, or no more.

        Nothing is compressed and no message is sent in pieces, so that its frame is made here: ``websockets``
        takes as long for it as the rest of the way to the transport."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected or self._deaf)
        if not is_open or not self.writable.is_set() or self.conn.state is not OPEN:
            return False
        self.transport.write(frame_of(text))
        return True

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        self._read_on()
        return message

    def _read_on(self) -> None:
        if self._unread and not self.read_paused:
            self.data_received(b"")

    def data_received(self, data: bytes) -> None:
        """Read what came, but no further than the application follows: a stranger who sends much at once is
        told why it is too much before the connection ends."""
        if self._is_between and self._hears_at_once(data):
            return
        data, self._unread = self._unread + data, b""
        for first in range(0, len(data), SLICE):
            if self._deaf or self.transport.is_closing() or self.disconnected:
                return
            if self.read_paused:
                self._unread = data[first:]
                return
            if not self._address_allows():  # before they are parsed, which is what costs
                return
            super().data_received(data[first : first + SLICE])
            self._is_between = is_between_frames(self.conn)
            if self.hear and not self.read_paused and len(data) > first + SLICE:
                self._unread = data[first + SLICE :]
                self.read_paused = True
                self.transport.pause_reading()
                self.loop.call_soon(self._hear_on)  # others have their turn
                return

    def _hears_at_once(self, data: bytes) -> bool:
        """Whether ``data``, with which a frame begins, was one short text message and nothing else, and was
        heard. Nearly all that is ever said is that; the parser of ``websockets`` takes ten times as long."""
        size = len(data) - 6  # of the head and the mask
        if not (0 <= size < SHORT and data[0] == WHOLE_TEXT and data[1] == MASKED | size):
            return False
        is_behind = self._unread or self.read_paused or not self.queue.empty()
        if self.hear is None or is_behind or self.close_sent or self.conn.state is not OPEN:
            return False
        try:
            text = apply_mask(data[6:], data[2:6]).decode()
        except UnicodeDecodeError:
            return False  # it is refused where all frames are read
        if self._is_allowed():
            self.hear(text)
        return True

    def _hear_on(self) -> None:
        if self.read_paused and self.queue.empty() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()
            self._read_on()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._is_answered = True
        if not self.disconnected:  # it may not read what is left
            self._giving_up = self.loop.call_later(CLOSING, self.transport.abort)
        self._let_go()

    def _let_go(self) -> None:
        """Break the circles of references in a connection that has ended, so that its memory is free at once
        and not only after a search for garbage, which would hold up every table."""
        if not (self._is_answered and self.disconnected):
            return
        if self._giving_up:
            self._giving_up.cancel()
        self.conn.parser.close()
        self.scope.clear()  # type: ignore[attr-defined]

    def handle_events(self) -> None:
        for event in self.conn.events_received():
            if isinstance(event, Request):
                self.handle_connect(event)
            elif self._is_allowed():
                self._handle_frame(event)
            else:
                return

    def _is_allowed(self) -> bool:
        """Count a frame; False for one too many, which ends the connection."""
        if self._allowed.take() and self.queue.qsize() <= UNHEARD:
            return self._address_allows()
        if not self.close_sent:
            self._cut_off(POLICY, "too many frames")
        return False

    def _address_allows(self) -> bool:
        """Count a frame, or a piece of what came, against the address; False for one too many, which ends the
        connection."""
        if not self._address:
            self._find_address()
        if not self._address or self.gate.frames.take(self._address):
            return True
        if not self.close_sent:
            self._cut_off(POLICY, "too many frames from your address")
        return False

    def _find_address(self) -> None:
        """Note the client's address; behind a trusted proxy it is the one that the proxy names, which is read
        before the connection is let in."""
        if self.counts_as:
            self._address = self.counts_as
        elif self.handshake_complete:
            self._address = household(self.scope["client"][0])  # type: ignore[attr-defined]

    def _handle_frame(self, event: Any) -> None:
        assert isinstance(event, Frame)
        if event.opcode is Opcode.PING:
            self.handle_ping()
        elif event.opcode is Opcode.PONG:
            self.handle_pong(event)
        elif event.opcode is Opcode.CLOSE:
            self.handle_close(event)
        elif event.opcode is Opcode.CONT:
            self.handle_cont(event)
        elif event.opcode is Opcode.TEXT:
            self.handle_text(event)
        else:
            self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """Hand on a message that is whole; text that is not UTF-8 ends the connection without a word in the
        server's log, which strangers do not write."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._cut_off(NOT_TEXT, "text is UTF-8")
                return
            if self.hear and self.queue.empty():
                self.frames = []
                self.hear(text)
                return
        super().send_receive_event_to_app()

    def _cut_off(self, code: int, why: str) -> None:
        """Say why, hear nothing more, and end the connection once that can have been read."""
        self._deaf = self.close_sent = True
        self.conn.fail(code, why)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(HEARD_OUT, self.transport.close)


def is_between_frames(conn: ServerProtocol) -> bool:
    """Whether ``conn`` has read all that it was given, and a new message begins with what comes next: its
    parser, a generator, then asks whether there is more, and nothing of a message in pieces is kept."""
    inner: Any = conn.parser
    while (asks := getattr(inner, "gi_yieldfrom", None)) is not None:
        inner = asks
    is_at_head = getattr(inner, "__name__", "") == "at_eof"
    return is_at_head and conn.state is OPEN and conn.current_size is None and not conn.reader.buffer


def protocols(gate: Gate) -> tuple[type[BoundedHttp], type[BoundedWebSocket]]:
    """Uvicorn makes its protocols itself: the classes for one server."""
    http = type("BoundedHttp", (BoundedHttp,), {"gate": gate})
    return http, type("BoundedWebSocket", (BoundedWebSocket,), {"gate": gate})
