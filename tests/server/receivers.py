"""Receivers of what a server sends to people: a web server that notes what is posted, and a mail server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from email import message_from_bytes
from email.message import Message
from types import TracebackType
from typing import Self


class _Receiver:
    """Listens on this machine; ``heard`` is what came so far."""

    def __init__(self) -> None:
        self.port = 0
        self._came = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._converse(reader, writer)
        finally:
            writer.close()
            self._came.set()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError

    async def until(self, heard: Sequence[object], many: int) -> None:
        """Wait until that many have come."""
        async with asyncio.timeout(30):
            while len(heard) < many:
                self._came.clear()
                await self._came.wait()


class Posted:
    """One request: its path, its headers by lower name, its body."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path, self.headers, self.body = path, headers, body


class WebReceiver(_Receiver):
    """Answers each request with the next of ``answers``, the last one again and again."""

    def __init__(self, answers: Iterable[str] = ("204 No Content",)) -> None:
        super().__init__()
        self.answers = list(answers)
        self.heard: list[Posted] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    async def hears(self, many: int) -> Posted:
        """The last request, once there are that many."""
        await self.until(self.heard, many)
        return self.heard[many - 1]

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.heard.append(Posted(head[0].split()[1], headers, body))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()


class MailReceiver(_Receiver):
    """A mail server that takes everything, and keeps it."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Message] = []

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def hears(self, many: int) -> Message:
        """The last mail, once there are that many."""
        await self.until(self.heard, many)
        return self.heard[many - 1]

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.test\r\n")
        while line := (await reader.readline()).strip().upper():
            if line == b"DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                self.heard.append(message_from_bytes(text))
                self._came.set()
            writer.write(b"221 bye\r\n" if line == b"QUIT" else b"250 ok\r\n")
            await writer.drain()
