"""PostgreSQL's LISTEN and NOTIFY over connections of their own, for :mod:`throwdown.server.storage.bus`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from psycopg import AsyncConnection, Error, OperationalError, pq

NAME = "tables"
LOST_AFTER: dict[str, Any] = {  # seconds, the last in ms: then a silent connection counts as lost
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5000,
}


class Channel:
    """What processes say over the database at ``address``. ``lost`` are the errors of a connection."""

    lost = (Error, OSError)

    def __init__(self, address: str) -> None:
        self._address = address
        self._speaking: AsyncConnection[Any] | None = None

    async def send(self, text: str) -> None:
        """Tell ``text``, at most 8,000 bytes, to every process that listens, this one too."""
        if self._speaking is None or self._speaking.closed:
            self._speaking = await self._connect()
        await self._speaking.execute("SELECT pg_notify(%s, %s)", (NAME, text))

    async def close(self) -> None:
        if self._speaking is not None:
            await self._speaking.close()

    async def heard(self) -> AsyncGenerator[str | None]:
        """The texts of all notices from now on, after None once we listen. Raises :attr:`lost` at its end.

        The socket is watched here, and nothing is waited for in psycopg, which would first ask the database
        to cancel when we are cancelled, and complain where that is gone.
        """
        connection = await self._connect()
        loop, readable, socket = asyncio.get_running_loop(), asyncio.Event(), connection.fileno()
        try:
            await connection.execute(f"LISTEN {NAME}".encode())
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

    async def _connect(self) -> AsyncConnection[Any]:
        return await AsyncConnection.connect(self._address, autocommit=True, **LOST_AFTER)
