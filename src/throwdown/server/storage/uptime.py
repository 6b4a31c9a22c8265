"""Seconds of service: time that passes only while the tables are served.

Clocks of seats are counted in it, so that the time for which no server ran is nobody's. How much has passed
is saved every :data:`BEAT` seconds: what passed between the last time and the end of a server that was
killed is nobody's either. Processes that share a database add to the same count.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, select, update

from throwdown.server.storage.schema import service
from throwdown.server.storage.store import Store

BEAT = 5.0  # seconds
AWAY = 2.5 * BEAT  # seconds without a beat after which nobody has served the tables
ROW = 1


class Uptime:
    """How many seconds the tables of a database have been served."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._began = self._at = time.monotonic()

    def here(self) -> float:
        """Seconds since this process began to serve."""
        return time.monotonic() - self._began

    def now(self) -> float:
        """Seconds of service so far."""
        return self._seconds + time.monotonic() - self._at

    async def begin(self, store: Store, alone: bool) -> None:
        """Go on from what is saved. A process that is ``alone`` knows that nobody served meanwhile."""
        await self._beat(store, starts=alone)

    async def beat(self, store: Store) -> None:
        """Save what has passed since the last beat of any process, and take over what all have saved."""
        await self._beat(store, starts=False)

    async def _beat(self, store: Store, starts: bool) -> None:
        self._seconds = await store.write(lambda connection: add(connection, time.time(), starts))
        self._at = time.monotonic()


def add(connection: Connection, now: float, starts: bool) -> float:
    """Count the seconds since the last beat, up to ``now`` by the wall's clock, unless nobody served then or
    this process only ``starts``; the seconds of service."""
    row = connection.execute(select(service).where(service.c.id == ROW).with_for_update()).one()
    passed = now - row.seen
    seconds = row.seconds + (passed if not starts and 0 <= passed <= AWAY else 0.0)
    connection.execute(update(service).where(service.c.id == ROW).values(seconds=seconds, seen=now))
    return seconds
