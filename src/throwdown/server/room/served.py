"""What the parts of a table may ask of the room that they belong to, and of the process that serves it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from throwdown.kernel.match import Entry
from throwdown.server.errors import Refusal
from throwdown.server.limits import Buckets
from throwdown.server.notify.calling import Caller
from throwdown.server.room.orders import Passes
from throwdown.server.settings import Settings
from throwdown.server.storage.bus import Bus
from throwdown.server.storage.store import Store
from throwdown.server.storage.uptime import Uptime
from throwdown.server.table.audience import Audience
from throwdown.server.table.playing import Make, Playing
from throwdown.server.table.stories import Stories
from throwdown.server.table.tables import TableRecord
from throwdown.server.wire import Message
from throwdown.server.work.advisers import Advisers

T = TypeVar("T")


class Served(Protocol):
    """A table being served: its room, as the parts of it know it."""

    record: TableRecord
    playing: Playing | None
    audience: Audience
    hall: Process
    match_id: str  # of the table's match, as messages name it

    @property
    def stand_ins(self) -> set[int]:
        """The seats of the table that a bot plays in the place of their people."""
        ...

    @property
    def told(self) -> int:
        """The number of the last event of the match that everybody is told of; 0: there is none."""
        ...

    @property
    def is_hasty(self) -> bool:
        """Whether a race is on, or a window of cards that closes by itself."""
        ...

    @property
    def passes(self) -> Passes:
        """Who lets windows pass, as it is saved."""
        ...

    async def keep_passes(self, passes: Passes) -> None:
        """Save who lets a window pass, where a match takes days."""
        ...

    def pings_every(self) -> float:
        """How many seconds apart the clocks want viewers to be pinged; 0: not at all."""
        ...

    def bot_on(self, seat: int) -> str:
        """The kind of bot that plays ``seat`` of the table just now, empty for a person who is here."""
        ...

    def post(self, act: Callable[[], Awaitable[None]], *, at_once: bool = False) -> None:
        """Do ``act`` when everything before it is done, or ``at_once`` while an act before it attends."""
        ...

    async def attend(self, done: Callable[[], bool], seconds: float) -> None:
        """Within an act: do meanwhile what is to be done at once, until ``done`` or for so many seconds."""
        ...

    async def save(
        self,
        match: Playing,
        before: int,
        entries: list[Entry],
        guest: str | None = None,
        request: int | None = None,
    ) -> bool:
        """Save ``entries``, which came after event ``before``; False where another process was faster."""
        ...

    async def settle(self) -> None:
        """Do what follows from how things stand at the table."""
        ...

    def tell_table(self) -> None:
        """Tell everybody the table as it is."""
        ...

    def let_go_of_match(self) -> None:
        """Drop the match as it is in memory."""
        ...

    async def refresh(self) -> None:
        """Catch up with what other processes have saved, and tell it."""
        ...

    def holds(self, seat: int) -> bool:
        """Whether ``seat`` of the match has let the window pass that is open."""
        ...

    def time_left(self, seat: int) -> float | None:
        """Seconds that ``seat`` of the match has left; None where its clock does not run."""
        ...

    async def ask(self, act: Callable[[], Awaitable[T]]) -> T:
        """The outcome of ``act``, done when everything before it is done; raises its refusal."""
        ...

    async def act(
        self,
        make: Make,
        guest: str | None = None,
        request: int | None = None,
        then: Callable[[], Message | None] = ...,
    ) -> bool:
        """Make events, save them, tell them, and go on; False where another process was faster."""
        ...

    async def change(
        self, op: Callable[[TableRecord], T], also: Callable[[Connection], None] | None = None
    ) -> T:
        """Do ``op`` to the table, and save it and ``also`` in one transaction; refusals change nothing."""
        ...


class Process(Protocol):
    """What a process has for all the tables that it serves."""

    settings: Settings
    store: Store
    bus: Bus
    uptime: Uptime
    caller: Caller
    advisers: Advisers
    stories: Stories
    syncs: Buckets  # requests for what has happened, by address
    threads: ThreadPoolExecutor  # in which bots think
    opener: ThreadPoolExecutor  # in which matches are replayed

    def mutes_changed(self, guest: str) -> None:
        """A guest has muted somebody, or no longer: here and in other processes that is read again."""
        ...

    def forget(self, room: Served) -> None:
        """Let go of a room; the next who asks gets a fresh one."""
        ...


def check_match(room: Served, match_id: str) -> None:
    """Refuse what is about another match than the table's, as it comes from a page that is late; without an
    id it is about any."""
    if match_id not in ("", room.match_id):
        raise Refusal(f"match {match_id!r} is no longer the table's: nothing was done")
