"""People at tables, as programs: over HTTP with a cookie, and over the WebSocket in the raw form."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK

from tests.server.serving import Serving

PATIENCE = 10.0
# A connection that the server is about to end is not used again: that is idle for five seconds then.
LIMITS = httpx.Limits(keepalive_expiry=2.0)
Message = dict[str, Any]


class Guest:
    """One browser's cookie jar."""

    def __init__(self, server: Serving) -> None:
        self.server = server
        self.http = httpx.AsyncClient(base_url=server.http, timeout=PATIENCE, limits=LIMITS)

    async def __aenter__(self) -> Guest:
        (await self.http.get("/api/me")).raise_for_status()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return f"throwdown={self.http.cookies['throwdown']}"

    async def open(self, **wishes: Any) -> str:
        """The id of a new table for two at Command Dice."""
        answer = await self.http.post("/api/tables", json={"game": "command-dice", "pace": "quick", **wishes})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    def live(self, table: str, *, raw: bool = True, server: Serving | None = None) -> Line:
        """A connection to the table, to be entered with ``async with``."""
        return Line(server or self.server, table, self.cookie, raw=raw)


class Line:
    """One WebSocket; ``heard`` is every message so far, ``events`` the log by number (raw form)."""

    numbers = count(1000)  # tests that need a number of their own take smaller ones

    def __init__(self, server: Serving, table: str, cookie: str = "", *, raw: bool = True) -> None:
        self.url = f"{server.ws}/api/tables/{table}/live{'?form=raw' if raw else ''}"
        self.cookie = cookie
        self.heard: list[Message] = []
        self.events: dict[int, tuple[int, int | None]] = {}
        self.table: Message = {}
        self.legal: list[int] = []
        self.awaited: list[int] = []
        self.socket: ClientConnection
        self._unheard: asyncio.Queue[str | ConnectionClosed] = asyncio.Queue()

    async def __aenter__(self) -> Line:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(self.url, additional_headers=headers, proxy=None)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()
        await self._reading

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                for line in str(text).split("\n"):
                    self._unheard.put_nowait(line)
            self._unheard.put_nowait(ConnectionClosedOK(self.socket.protocol.close_rcvd, None))
        except ConnectionClosed as closed:
            self._unheard.put_nowait(closed)

    @property
    def n(self) -> int:
        return max(self.events, default=0)

    async def hear(self) -> Message:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            text = await self._unheard.get()
        if isinstance(text, ConnectionClosed):
            raise text
        message: Message = json.loads(text)
        self.heard.append(message)
        if message["t"] == "table":
            if message["match_id"] != self.table.get("match_id"):
                self.events, self.legal = {}, []
            self.table = message
        elif message["t"] == "events":
            assert message["match_id"] == self.table["match_id"], "events of a match that is not the table's"
            self.events |= {n: (seat, event) for n, seat, event in message["events"]}
            self.legal, self.awaited = message["legal"], message["awaited"]
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is wanted."""
        while not wanted(message := await self.hear()):
            pass
        return message

    async def next(self, kind: str) -> Message:
        return await self.until(lambda message: message["t"] == kind)

    async def phase(self, phase: str) -> Message:
        """Wait until the table is in that phase."""
        while self.table.get("phase") != phase:
            await self.hear()
        return self.table

    async def closed(self) -> int:
        """Wait until the server closes the connection; the code it gives."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    async def turn(self) -> list[int]:
        """Wait until this seat may act; its legal events, none where the match ends first."""
        while not self.legal and self.table.get("phase") != "over":
            await self.hear()
        return self.legal

    async def send(self, message: Message | str | bytes) -> None:
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def seed(self, seed: str = "00ff") -> None:
        await self.send({"t": "seed", "seed": seed})

    def request(self, event: int | None = None, number: int | None = None) -> Message:
        """A request for ``event``, else for the first legal one, with a number of its own."""
        chosen = self.legal[0] if event is None else event
        return {"t": "play", "request": number or next(self.numbers), "event": chosen, "after": self.n}

    async def ask(self, message: Message | str | bytes) -> Message:
        """Send a request; its own answer, done or refused: a seed may be refused meanwhile, as too late."""
        await self.send(message)
        number = message.get("request") if isinstance(message, dict) else None
        return await self.until(
            lambda reply: reply["t"] in ("done", "refused") and number in (None, reply["request"])
        )

    async def play(self, rng: random.Random | None = None) -> Message:
        """Make a legal event when it is this seat's turn; the answer."""
        legal = await self.turn()
        event = (rng or random).choice(legal)
        answer = await self.ask(self.request(event))
        while answer["t"] == "done" and self.n < answer["n"]:
            await self.hear()
        return answer


async def level(*lines: Line) -> None:
    """Let all hear what the farthest has heard, but those who are to choose: what others have chosen beside
    them in secret is not told to them yet."""
    n = max(line.n for line in lines)
    for line in lines:
        while line.n < n and not line.legal:
            await line.hear()
