"""Frames of a WebSocket: however the bytes are cut on their way, the same messages are heard (RFC 6455)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from throwdown.server.settings import Settings
from throwdown.server.web.front import Front
from throwdown.server.web.protocols import LINE, BoundedWebSocket, Gate, frame_of, protocols

HELLO = (
    b"GET /live HTTP/1.1\r\nHost: box\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Wire(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_over = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def opened(heard: list[str]) -> tuple[BoundedWebSocket, Wire]:
    """A connection that is open, and appends what is said to ``heard``."""
    listens = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][LINE].listen(heard.append)
        listens.set()
        await asyncio.Event().wait()

    config = uvicorn.Config(application, ws_max_size=4096, ws_per_message_deflate=False, log_config=None)
    settings = Settings(frames_a_second=1e9, frames_at_once=10**9)
    kind = protocols(Gate(settings, cast("Front", None)))[1]
    protocol, wire = kind(config, ServerState(), {}), Wire()
    protocol.connection_made(wire)
    protocol.data_received(HELLO)
    await listens.wait()
    wire.written = b""
    return protocol, wire


def framed(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A frame as a browser sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def said(draw: random.Random, text: str) -> bytes:
    """A message in one frame, or in pieces with a ping between two of them."""
    data = text.encode()
    if draw.random() < 0.7:
        return framed(data)
    cut = draw.randrange(len(data) + 1)
    first, rest = framed(data[:cut], fin=False), framed(data[cut:], Opcode.CONT)
    return first + (framed(b"?", Opcode.PING) if draw.random() < 0.5 else b"") + rest


def segments(draw: random.Random, messages: list[bytes]) -> Iterator[bytes]:
    """The bytes of ``messages``, cut where messages end, or anywhere."""
    if draw.random() < 0.5:
        yield from messages
        return
    data, at = b"".join(messages), 0
    while at < len(data):
        size = draw.choice((1, 2, 3, 6, 7, 40, 400))
        yield data[at : at + size]
        at += size


@pytest.mark.parametrize("seed", range(20))
async def test_however_bytes_are_cut_the_same_messages_are_heard(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(10):
        heard: list[str] = []
        protocol, _wire = await opened(heard)
        texts = ["ä{7}" * draw.choice((0, 1, 10, 25, 26, 100)) for _ in range(20)]
        for segment in segments(draw, [said(draw, text) for text in texts]):
            protocol.data_received(segment)
            await asyncio.sleep(0)
        assert heard == texts


async def test_a_short_message_is_heard_without_the_parser_of_websockets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []
    protocol, _ = await opened(heard)
    protocol.data_received(framed(b"first"))
    monkeypatch.setattr(protocol.conn, "receive_data", lambda _: pytest.fail("it was parsed"))
    protocol.data_received(framed(b"next"))
    assert heard == ["first", "next"]


async def test_what_is_inside_a_message_is_none_though_it_looks_like_one() -> None:
    heard: list[str] = []
    protocol, _ = await opened(heard)
    inner = framed(b"resign")
    no_mask = b"\0\0\0\0"
    protocol.data_received(bytes((0x81, 0x80 | len(inner))) + no_mask)
    protocol.data_received(inner)
    protocol.data_received(framed(b"next"))
    assert "resign" not in heard


async def test_a_message_amid_another_that_comes_in_pieces_ends_the_connection() -> None:
    heard: list[str] = []
    protocol, wire = await opened(heard)
    protocol.data_received(framed(b"a piece", fin=False))
    protocol.data_received(framed(b"a whole"))
    assert not heard
    assert b"\x03\xea" in wire.written  # 1002, a protocol error


async def test_text_that_is_not_utf_8_ends_the_connection() -> None:
    heard: list[str] = []
    protocol, wire = await opened(heard)
    protocol.data_received(framed(b"\xff"))
    protocol.data_received(framed(b"more"))
    assert not heard
    assert b"\x03\xef" in wire.written  # 1007


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_message_of_any_size_can_be_read_as_it_was_written(size: int) -> None:
    reader = StreamReader()
    reader.feed_data(frame_of(b"x" * size))
    with pytest.raises(StopIteration) as read:
        next(Frame.parse(reader.read_exact, mask=False))
    assert read.value.value == Frame(Opcode.TEXT, b"x" * size)
    assert not reader.buffer
