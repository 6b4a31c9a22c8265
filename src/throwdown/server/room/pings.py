"""Pings: how far away every viewer of a table is, measured outside the order of other messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from throwdown.server.table.audience import Audience, encode
from throwdown.server.timing.alarm import Alarm
from throwdown.server.wire import Ping


class Pings:
    """Pings all viewers from time to time; ``every`` is called after each round and says how many seconds
    later the next one is due (0: there is none until :meth:`go_on`)."""

    def __init__(self, audience: Audience, every: Callable[[], float]) -> None:
        self._audience = audience
        self._every = every
        self._alarm = Alarm(self._ping)

    def go_on(self) -> None:
        """Begin where pings are due and none are sent."""
        if self._alarm.at is None and self._audience.viewers and self._every():
            self._ping()

    def _ping(self) -> None:
        loop = asyncio.get_running_loop()
        for viewer in self._audience.viewers:
            viewer.send_now(encode(Ping(viewer.link.ping(1000 * loop.time()))))
        wait = self._every() if self._audience.viewers else 0.0
        if wait:
            self._alarm.set(loop.time() + wait)

    def stop(self) -> None:
        """Send no more pings."""
        self._alarm.set(None)
