"""What several processes behind one PostgreSQL database tell each other, by LISTEN and NOTIFY.

A notice says only that a table changed, or who looks on; what happened is read from the database. Notices
may be lost with a connection: the listener opens another one and says so, and the hall polls besides. A
single process, as with SQLite, has nobody to tell, and its bus stays silent.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing
from typing import Any

import msgspec
from msgspec import Struct
from psycopg import AsyncConnection, Error, OperationalError, pq

from throwdown.server.database import database_url
from throwdown.server.settings import Settings

CHANNEL = "tables"
AT_ONCE = 20  # notices in one message: PostgreSQL carries 8,000 bytes
FIRST_WAIT, LAST_WAIT = 0.1, 2.0  # seconds before a lost connection is opened again
LOST_AFTER: dict[str, Any] = {  # seconds, the last in ms: then a silent connection counts as lost
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5000,
}

log = logging.getLogger("throwdown.server")


class Notice(Struct, omit_defaults=True, frozen=True):
    """From ``process``: ``table`` changed, or the guests ``here`` look on through that process.
    ``asks`` wants to know who is here through the others. Without a table: a guest had older cookies
    refused."""

    process: str
    table: str
    here: tuple[str, ...] | None = None
    asks: bool = False


NOTICES = msgspec.json.Decoder(list[Notice])


def address(settings: Settings) -> str | None:
    """Where notices go: the PostgreSQL database; None where that is SQLite, and this process is alone."""
    url = database_url(settings.database)
    if url.get_backend_name() != "postgresql":
        return None
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


class Bus:
    """Sends this process's notices and hands on those of others.

    Notices that come up while others are being sent go out together, the last of a kind for a table.
    """

    def __init__(self, address: str | None) -> None:
        self.process = secrets.token_hex(8)
        self._address = address
        self._pending: dict[tuple[str, bool], Notice] = {}
        self._due = asyncio.Event()
        self._speaking: AsyncConnection[Any] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def alone(self) -> bool:
        """Whether no other process can serve the same tables."""
        return self._address is None

    def start(self, hear: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        """From now on call ``hear`` with every notice of another process and send our own; call ``missed``
        when notices may have been lost."""
        if self._address is not None:
            listening = self._listen(self._address, hear, missed)
            self._tasks = [asyncio.create_task(listening), asyncio.create_task(self._speak(self._address))]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._speaking is not None:
            await self._speaking.close()

    def changed(self, table: str) -> None:
        """The table has new events or another version."""
        self._put(Notice(self.process, table))

    def presence(self, table: str, here: Iterable[str], *, asks: bool = False) -> None:
        """These guests with a seat at the table look on through this process."""
        self._put(Notice(self.process, table, tuple(here), asks))

    def renewed(self) -> None:
        """A guest had older cookies refused."""
        self._put(Notice(self.process, ""))

    def _put(self, notice: Notice) -> None:
        if not self.alone:
            self._pending[notice.table, notice.here is None] = notice
            self._due.set()

    async def _listen(self, address: str, hear: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        """Listen for ever; a connection that is lost is opened again, sooner at first."""
        wait = FIRST_WAIT
        while True:
            try:
                async with aclosing(heard(address)) as texts:
                    async for text in texts:
                        if text is None:
                            wait = FIRST_WAIT
                            missed()
                        else:
                            self._hand_on(text, hear)
            except (Error, OSError) as error:
                log.warning("other processes are not heard, trying again: %s", one_line(error))
            except Exception:
                log.exception("other processes are not heard, trying again")
            await asyncio.sleep(wait)
            wait = min(LAST_WAIT, 2 * wait)

    def _hand_on(self, text: str, hear: Callable[[Notice], None]) -> None:
        try:
            notices = NOTICES.decode(text)
        except msgspec.DecodeError:
            log.warning("a notice that is none: %r", text[:60])
            return
        for notice in notices:
            if notice.process != self.process:
                hear(notice)

    async def _speak(self, address: str) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            notices, self._pending = list(self._pending.values()), {}
            for first in range(0, len(notices), AT_ONCE):
                try:
                    await self._send(address, notices[first : first + AT_ONCE])
                except (Error, OSError) as error:
                    log.warning("other processes were not told of a change: %s", one_line(error))

    async def _send(self, address: str, notices: list[Notice]) -> None:
        if self._speaking is None or self._speaking.closed:
            self._speaking = await AsyncConnection.connect(address, autocommit=True, **LOST_AFTER)
        text = msgspec.json.encode(notices).decode()
        await self._speaking.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def one_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


async def heard(address: str) -> AsyncGenerator[str | None]:
    """The texts of all notices from now on, after None once we listen; raises when the connection is lost.

    The socket is watched here, and nothing is waited for in psycopg, which would first ask the database to
    cancel when we are cancelled, and complain where that is gone.
    """
    connection = await AsyncConnection.connect(address, autocommit=True, **LOST_AFTER)
    loop, readable, socket = asyncio.get_running_loop(), asyncio.Event(), connection.fileno()
    try:
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        yield None
        loop.add_reader(socket, readable.set)
        while True:
            while notice := connection.pgconn.notifies():
                yield notice.extra.decode()
            await readable.wait()
            readable.clear()
            connection.pgconn.consume_input()
            if connection.pgconn.status != pq.ConnStatus.OK:
                raise OperationalError("the connection is closed")
    finally:
        loop.remove_reader(socket)
        await connection.close()
