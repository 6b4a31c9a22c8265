"""What several processes behind one PostgreSQL database tell each other, by LISTEN and NOTIFY.

A notice says only that a table changed, or who looks on; what happened is read from the database. Notices
may be lost with a connection: the listener opens another one and says so, and the hall polls besides. A
single process, as with SQLite, has nobody to tell, and its bus stays silent.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from contextlib import aclosing
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from throwdown.server.settings import Settings
from throwdown.server.storage.database import database_url

if TYPE_CHECKING:
    from throwdown.server.storage.channel import Channel

AT_ONCE = 20  # notices in one message: PostgreSQL carries 8,000 bytes
FIRST_WAIT, LAST_WAIT = 0.1, 2.0  # seconds before a lost connection is opened again
log = logging.getLogger("throwdown.server")


class Notice(Struct, omit_defaults=True, frozen=True):
    """From ``process``: ``table`` changed, or the guests ``here`` look on through that process; those of them
    have ``hidden`` all their pages. ``asks`` wants to know who is here through the others. Whoever sits on
    ``seat`` has said ``word``. Without a table: a guest had older cookies refused, the host has said
    something, the guest ``muted`` wants to hear others than before, or the host ``drains`` the server or no
    longer does."""

    process: str
    table: str
    here: tuple[str, ...] | None = None
    asks: bool = False
    seat: int = -1
    word: str = ""
    muted: str = ""
    drains: bool | None = None
    hidden: tuple[str, ...] = ()


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
        self._pending: dict[tuple[object, ...], Notice] = {}
        self._due = asyncio.Event()
        self._channel: Channel | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def alone(self) -> bool:
        """Whether no other process can serve the same tables."""
        return self._address is None

    def start(self, hear: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        """From now on call ``hear`` with every notice of another process and send our own; call ``missed``
        when notices may have been lost."""
        if self._address is None:
            return
        from throwdown.server.storage.channel import Channel  # its driver is loaded where there is PostgreSQL

        self._channel = channel = Channel(self._address)
        listening = asyncio.create_task(self._listen(channel, hear, missed))
        self._tasks = [listening, asyncio.create_task(self._speak(channel))]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._channel is not None:
            await self._channel.close()

    def changed(self, table: str) -> None:
        """Tell other processes that the table has new events or another version."""
        if not self.alone:
            self._put(Notice(self.process, table))

    def presence(
        self, table: str, here: Iterable[str], hidden: Iterable[str] = (), *, asks: bool = False
    ) -> None:
        """Tell other processes which guests with a seat at the table look on through this one, and which of
        them have ``hidden`` all their pages."""
        self._put(Notice(self.process, table, tuple(here), asks, hidden=tuple(hidden)))

    def reacted(self, table: str, seat: int, word: str) -> None:
        """Tell other processes that whoever sits on ``seat`` has said one of the six reactions."""
        self._put(Notice(self.process, table, seat=seat, word=word))

    def muted(self, guest: str) -> None:
        """Tell other processes that a guest has muted somebody, or hears them again."""
        self._put(Notice(self.process, "", muted=guest))

    def renewed(self) -> None:
        """Tell other processes that a guest had older cookies refused, or that the host has said
        something."""
        self._put(Notice(self.process, ""))

    def drained(self, wanted: bool) -> None:
        """Tell other processes that the host drains the server, or no longer does."""
        self._put(Notice(self.process, "", drains=wanted))

    def _put(self, notice: Notice) -> None:
        if not self.alone:
            kind = (notice.table, notice.here is None, notice.seat, notice.muted, notice.drains is None)
            self._pending[kind] = notice
            self._due.set()

    async def _listen(
        self, channel: Channel, hear: Callable[[Notice], None], missed: Callable[[], None]
    ) -> None:
        """Listen for ever; a connection that is lost is opened again, sooner at first."""
        wait = FIRST_WAIT
        while True:
            try:
                async with aclosing(channel.heard()) as texts:
                    async for text in texts:
                        if text is None:
                            wait = FIRST_WAIT
                            missed()
                        else:
                            self._hand_on(text, hear)
            except channel.lost as error:
                log.warning("other processes are not heard, trying again: %s", one_line(error))
            except Exception:  # a fault of ours in one notice must not leave this process deaf
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

    async def _speak(self, channel: Channel) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            notices, self._pending = list(self._pending.values()), {}
            for first in range(0, len(notices), AT_ONCE):
                try:
                    await channel.send(msgspec.json.encode(notices[first : first + AT_ONCE]).decode())
                except channel.lost as error:
                    log.warning("other processes were not told of a change: %s", one_line(error))


def one_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
