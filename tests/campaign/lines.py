"""What stands between people and a server: connections that can be slowed and severed."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.server.serving import Serving

CHUNK = 1 << 14


class Between:
    """Passes on what people and ``server`` send, each chunk ``delay`` seconds late, until it is severed."""

    def __init__(self, server: Serving) -> None:
        self.delay = 0.0
        self.severed = 0
        self._server = server
        self._writers: set[asyncio.StreamWriter] = set()

    async def start(self) -> Between:
        self._listening = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self._port = self._listening.sockets[0].getsockname()[1]
        return self

    async def stop(self) -> None:
        self._listening.close()
        self.sever(1.0)
        await self._listening.wait_closed()

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self._port}"

    def sever(self, share: float) -> None:
        """Break that share of the connections off, in mid-message wherever they are."""
        writers = list(self._writers)
        for writer in writers[: round(share * len(writers))]:
            writer.transport.abort()
            self.severed += 1

    async def _pass_on(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            there, on = await asyncio.open_connection("127.0.0.1", self._server.port)
        except OSError:  # no server runs
            back.transport.abort()
            return
        self._writers.add(back)
        ways = [asyncio.create_task(self._way(*way)) for way in ((here, on), (there, back))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self._writers.discard(back)
        for way in ways:
            way.cancel()
        for writer in (on, back):
            writer.transport.abort()

    async def _way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(chunk)
                await writer.drain()
