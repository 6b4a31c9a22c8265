"""What several processes behind one database tell each other, over Litestar's Channels.

A notice says only that a table changed, or who looks on; what happened is read from the database. A
single process has nobody to tell, and its bus stays silent.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from litestar.channels import ChannelsBackend, ChannelsPlugin, Subscriber
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
from msgspec import Struct
from psycopg import AsyncConnection

from throwdown.server.database import database_url
from throwdown.server.settings import Settings

CHANNEL = "tables"
AT_ONCE = 20  # notices in one message: PostgreSQL carries 8,000 bytes

log = logging.getLogger("throwdown.server")


class Notice(Struct, omit_defaults=True, frozen=True):
    """From ``process``: ``table`` changed, or the guests ``here`` look on through that process.
    ``asks`` wants to know who is here through the others."""

    process: str
    table: str
    here: tuple[str, ...] | None = None
    asks: bool = False


NOTICES = msgspec.json.Decoder(list[Notice])


def backend(settings: Settings) -> ChannelsBackend:
    """PostgreSQL where that is the database, else the memory of this process."""
    url = database_url(settings.database)
    if url.get_backend_name() == "postgresql":
        return PostgresChannels(url.set(drivername="postgresql").render_as_string(hide_password=False))
    return MemoryChannelsBackend()


def is_alone(channels: ChannelsBackend) -> bool:
    """Whether nobody else can hear what is published there."""
    return isinstance(channels, MemoryChannelsBackend)


class PostgresChannels(PsycoPgChannelsBackend):
    """Litestar's backend, which opens a connection for every notice, with one kept open instead."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._address = address
        self._speaking: AsyncConnection[Any] | None = None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        if self._speaking is None or self._speaking.closed:
            self._speaking = await AsyncConnection.connect(self._address, autocommit=True)
        for channel in channels:
            await self._speaking.execute("SELECT pg_notify(%s, %s)", (channel, data.decode()))

    async def on_shutdown(self) -> None:
        if self._speaking is not None:
            await self._speaking.close()
        await super().on_shutdown()


class Bus:
    """Sends this process's notices and hands on those of others.

    Notices that come up while others are being sent go out together, the last of a kind for a table.
    """

    def __init__(self, channels: ChannelsPlugin, *, alone: bool) -> None:
        self.process = secrets.token_hex(8)
        self._channels: Any = channels  # its publishing is typed with names that are not exported
        self._alone = alone
        self._pending: dict[tuple[str, bool], Notice] = {}
        self._due = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Callable[[Notice], None]) -> None:
        """From now on call ``hear`` with every notice of another process, and send our own."""
        if not self._alone:
            subscriber = await self._channels.subscribe([CHANNEL])
            self._tasks = [
                asyncio.create_task(self._listen(subscriber, hear)),
                asyncio.create_task(self._speak()),
            ]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def changed(self, table: str) -> None:
        """The table has new events or another version."""
        self._put(Notice(self.process, table))

    def presence(self, table: str, here: Iterable[str], *, asks: bool = False) -> None:
        """These guests with a seat at the table look on through this process."""
        self._put(Notice(self.process, table, tuple(here), asks))

    def _put(self, notice: Notice) -> None:
        if not self._alone:
            self._pending[notice.table, notice.here is None] = notice
            self._due.set()

    async def _listen(self, subscriber: Subscriber, hear: Callable[[Notice], None]) -> None:
        async for data in subscriber.iter_events():
            for notice in NOTICES.decode(data):
                if notice.process != self.process:
                    hear(notice)

    async def _speak(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            notices, self._pending = list(self._pending.values()), {}
            for first in range(0, len(notices), AT_ONCE):
                try:
                    await self._send(notices[first : first + AT_ONCE])
                except Exception:
                    log.exception("other processes were not told of %d changes", len(notices))

    async def _send(self, notices: list[Notice]) -> None:
        await self._channels.wait_published(msgspec.json.encode(notices), CHANNEL)
