"""What several processes behind one database tell each other, over Litestar's Channels.

A notice says only that a table changed, or who looks on; what happened is read from the database. A
single process has nobody to tell, and its bus stays silent.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

import msgspec
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from msgspec import Struct

from throwdown.server.database import database_url
from throwdown.server.settings import Settings

CHANNEL = "tables"


class Notice(Struct, omit_defaults=True, frozen=True):
    """From ``process``: ``table`` changed, or the guests ``here`` look on through that process.
    ``asks`` wants to know who is here through the others."""

    process: str
    table: str
    here: tuple[str, ...] | None = None
    asks: bool = False


def backend(settings: Settings) -> ChannelsBackend:
    """PostgreSQL where that is the database, else the memory of this process."""
    url = database_url(settings.database)
    if url.get_backend_name() == "postgresql":
        from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

        return PsycoPgChannelsBackend(url.set(drivername="postgresql").render_as_string(hide_password=False))
    return MemoryChannelsBackend()


def is_alone(channels: ChannelsBackend) -> bool:
    """Whether nobody else can hear what is published there."""
    return isinstance(channels, MemoryChannelsBackend)


class Bus:
    """Sends this process's notices and hands on those of others."""

    def __init__(self, channels: ChannelsPlugin, *, alone: bool) -> None:
        self.process = secrets.token_hex(8)
        self._channels = channels
        self._send: Callable[[bytes, str], None] = channels.publish  # pyright: ignore[reportUnknownMemberType]
        self._alone = alone
        self._changed: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    async def listen(self, hear: Callable[[Notice], None]) -> None:
        """From now on call ``hear`` with every notice of another process."""
        if self._alone:
            return
        subscriber = await self._channels.subscribe([CHANNEL])

        async def listening() -> None:
            async for event in subscriber.iter_events():
                notice = msgspec.json.decode(event, type=Notice)
                if notice.process != self.process:
                    hear(notice)

        self._task = asyncio.create_task(listening())

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    def changed(self, table: str) -> None:
        """The table has new events or another version; several changes at once are one notice."""
        if self._alone:
            return
        if table not in self._changed:
            self._changed.add(table)
            asyncio.get_running_loop().call_soon(self._flush, table)

    def presence(self, table: str, here: frozenset[str], *, asks: bool = False) -> None:
        self._publish(Notice(self.process, table, tuple(here), asks))

    def _flush(self, table: str) -> None:
        self._changed.discard(table)
        self._publish(Notice(self.process, table))

    def _publish(self, notice: Notice) -> None:
        if not self._alone:
            self._send(msgspec.json.encode(notice), CHANNEL)
