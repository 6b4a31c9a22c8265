"""Hostile frames by the thousand: mutated messages, control frames, pieces, bytes, and frames that are none.

``python -m tests.server.hostile --frames 1000000 --seconds 600`` starts a server of its own whose limits are
out of the way, so that every frame is read, and prints how long the event loop was held at most and how much
memory the server took; the suite sends a few thousand.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import struct
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.server.people import Guest
from tests.server.serving import Serving
from tests.server.watchdog import NOTED, longest

AT_ONCE = 40  # frames that a stranger sends together
STRANGERS = 12
FATAL = 0.1  # of all batches end with a frame after which the connection has to end
WITHOUT_LIMITS = {
    "messages_a_second": 1e9,
    "messages_at_once": 10**9,
    "frames_a_second": 1e9,
    "frames_at_once": 10**9,
    "frames_each_a_second": 1e9,
    "frames_each_at_once": 10**9,
}
TEXT, BYTES, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0
KINDS = (
    "play",
    "sync",
    "earlier",
    "seed",
    "resign",
    "waive",
    "hurry",
    "showing",
    "look",
    "pong",
    "rematch",
    "sit",
    "",
    "é",
)
VALUES: list[Any] = [0, 1, 7, 250, -1, 2**31, 2**53, 2**63, 2**64, 1e308, 0.5, "", "00ff", "\0", "\ud800"]
VALUES += ["a" * 300, None, True, [], {}, [[[[]]]], {"a": {"b": []}}, "9" * 40]
NUMBER = re.compile(rb'"n":(\d{1,9})[,}]')
FIELDS = ("request", "event", "after", "until", "seed", "seconds", "number", "hand", "match_id", "more", "t")


class Outcome(NamedTuple):
    """What a campaign came to. ``held`` is the longest callback of the event loop in seconds of processor
    time, 0 where none took as long as is noted; ``grown`` is memory in bytes since a tenth of the frames."""

    frames: int
    seconds: float
    connections: int
    held: float
    doing: str
    grown: int
    slowest: float  # seconds that a request of a bystander took


def frame(kind: int, payload: bytes, *, last: bool = True, masked: bool = True, length: int = -1) -> bytes:
    """A frame as a client sends it; ``length`` says another length than the payload has."""
    size = len(payload) if length < 0 else length
    first, mark = kind | (0x80 if last else 0), 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first, mark | size)
    elif size < 2**16:
        head = struct.pack("!BBH", first, mark | 126, size)
    else:
        head = struct.pack("!BBQ", first, mark | 127, size)
    return head + (bytes(4) if masked else b"") + payload  # a mask of zeros changes nothing


def message(rng: random.Random, n: int = 0) -> bytes:
    """The text of a message, right, wrong or cut off, of somebody who knows of ``n`` events."""
    made: dict[str, Any] = {"t": rng.choice(KINDS)}
    for name in rng.sample(FIELDS[:-1], rng.randrange(5)):
        made[name] = rng.choice(VALUES) if rng.random() < 0.6 else rng.randrange(300)
    if rng.random() < 0.05:
        made["t"] = rng.choice(VALUES)
    if rng.random() < 0.3:
        made = {"t": "play", "request": rng.randrange(2**20), "event": rng.randrange(60), "after": n}
    text = json.dumps(made).encode()
    how = rng.random()
    if how < 0.1:
        return text[: rng.randrange(len(text) + 1)]
    if how < 0.15:
        at = rng.randrange(len(text))
        return text[:at] + bytes([rng.randrange(32, 127)]) + text[at + 1 :]
    return b'{"t":"play","x":' + b"[" * 2000 if how < 0.16 else text


def frames(rng: random.Random, n: int = 0) -> list[bytes]:
    """One or a few frames that belong together, after which the connection stays open."""
    how = rng.random()
    if how < 0.7:
        return [frame(TEXT, message(rng, n))]
    if how < 0.8:
        return [frame(rng.choice((PING, PONG)), rng.randbytes(rng.randrange(126)))]
    if how < 0.9:
        text = message(rng)
        cut = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        pieces = [text[: cut[0]], text[cut[0] : cut[1]], text[cut[1] :]]
        kinds, ends = (TEXT, CONTINUED, CONTINUED), (False, False, True)
        return [frame(kind, piece, last=last) for kind, piece, last in zip(kinds, pieces, ends, strict=True)]
    return [frame(BYTES, rng.randbytes(rng.randrange(200)))]


def fatal(rng: random.Random) -> bytes:
    """A frame after which the connection has to end."""
    return rng.choice(
        [
            frame(CLOSE, rng.randbytes(rng.randrange(6))),
            frame(TEXT, b"{}", masked=False),
            frame(TEXT, b"x" * 5000),
            frame(rng.randrange(3, 8), b""),
            frame(PING, b"", last=False),
            frame(TEXT, b"\xff\xfe"),
            frame(CONTINUED, b""),
            frame(TEXT, b"", length=2**63 - 1),
            rng.randbytes(40),
        ]
    )


class Campaign:
    """Sends so many frames to one server, from several connections at once; those count that it has read."""

    def __init__(self, server: Serving, frames: int, seconds: float, start: int) -> None:
        self.server, self.wanted = server, frames
        self.deadline = time.monotonic() + seconds
        self.start = start
        self.sent = self.connections = self.memory = 0
        self.slowest = 0.0

    @property
    def is_on(self) -> bool:
        return self.sent < self.wanted and time.monotonic() < self.deadline

    async def run(self, report: Path) -> Outcome:
        began = time.monotonic()
        async with Guest(self.server) as ann, Guest(self.server) as ben:
            await ann.http.get("/api/games")
            report.write_text("")
            table = await ann.open(game="dardz", bots={"1": "random"})
            cookies = [ann.cookie, ben.cookie, ""]
            strangers = [self._stranger(table, cookies[k % 3], k) for k in range(STRANGERS)]
            await asyncio.gather(*strangers, self._bystander(ben))
            held, doing = longest(report)
            grown = self.server.memory() - self.memory
        seconds = time.monotonic() - began
        return Outcome(self.sent, seconds, self.connections, held, doing, grown, self.slowest)

    async def _bystander(self, guest: Guest) -> None:
        """Somebody else, who wants a page now and then."""
        while self.is_on:
            began = time.monotonic()
            (await guest.http.get("/api/tables", timeout=60)).raise_for_status()
            self.slowest = max(self.slowest, time.monotonic() - began)
            if not self.memory and self.sent > self.wanted / 10:
                self.memory = self.server.memory()
            await asyncio.sleep(0.2)

    async def _stranger(self, table: str, cookie: str, number: int) -> None:
        rng = random.Random(f"{self.start} {number}")
        while self.is_on:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._visit(table, cookie, rng)

    async def _visit(self, table: str, cookie: str, rng: random.Random) -> None:
        """One connection, until a frame has to end it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        form = rng.choice(("", "?form=raw"))
        writer.write(
            f"GET /api/tables/{table}/live{form} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
            f"AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        self.connections += 1
        try:
            ends, n = False, 0
            while self.is_on and not ends:
                batch = [each for _ in range(AT_ONCE) for each in frames(rng, n)]
                mark, ends = rng.randbytes(16), rng.random() < FATAL
                writer.write(b"".join([*batch, frame(PING, mark), *([fatal(rng)] if ends else [])]))
                await writer.drain()
                n = max(n, await heard(reader, bytes([0x80 | PONG, len(mark)]) + mark))
                self.sent += len(batch) + 1
        finally:
            writer.transport.abort()


async def heard(reader: asyncio.StreamReader, mark: bytes) -> int:
    """Read on until ``mark`` is there: the server has read all that was sent before. All is forgotten but the
    number of the last event that was told, 0 where none was."""
    last, n = b"", 0
    while mark not in last:
        more = await reader.read(2**16)
        if not more:
            raise ConnectionResetError
        last = last[-len(mark) :] + more
        n = max([n, *map(int, NUMBER.findall(more))])
    return n


def campaign(database: str, report: Path, frames: int, seconds: float, start: int = 1) -> Outcome:
    """Start a server, send it so many frames for so many seconds at most, and stop it; fails where it does
    not stop in silence."""
    report.touch()
    server = Serving(database, watched=str(report), **WITHOUT_LIMITS).start()
    try:
        outcome = asyncio.run(Campaign(server, frames, seconds, start).run(report))
    finally:
        end = server.stop()
    assert end == (0, ""), end
    return outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=120.0, help="at most")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="throwdown-", dir="/tmp") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'games.db'}"
        outcome = campaign(url, folder / "report", wishes.frames, wishes.seconds, wishes.seed)
    held = f"{1000 * outcome.held:.0f} ms" if outcome.held else f"less than {1000 * NOTED:.0f} ms"
    print(f"{outcome.frames} frames over {outcome.connections} connections in {outcome.seconds:.0f} s")
    print(f"the event loop was held for {held} at most {outcome.doing}")
    print(f"{outcome.grown / 2**20:.1f} MB more memory than after a tenth of the frames")
    print(f"a bystander's slowest request took {1000 * outcome.slowest:.0f} ms")


if __name__ == "__main__":
    main()
