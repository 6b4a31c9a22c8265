"""All tables that this process serves."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import Callable, Collection, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import load
from throwdown.server import house
from throwdown.server.archive.sharing import Sharing
from throwdown.server.archive.studies import Studies
from throwdown.server.beside import beside
from throwdown.server.errors import Refusal, Taken
from throwdown.server.guests import carrying, cookies, passkeys
from throwdown.server.guests.identity import Guest, Renewals
from throwdown.server.house import House
from throwdown.server.limits import Buckets, Open
from throwdown.server.notify import push
from throwdown.server.notify.calling import Caller
from throwdown.server.room.room import SERVICE_RESTART, Room
from throwdown.server.room.served import Served
from throwdown.server.settings import Settings
from throwdown.server.storage import uptime
from throwdown.server.storage.bus import Bus, Notice, one_line
from throwdown.server.storage.store import Store
from throwdown.server.storage.uptime import Uptime
from throwdown.server.table import records
from throwdown.server.table.audience import GOING_AWAY, Backlog
from throwdown.server.table.stories import Stories
from throwdown.server.table.tables import TableRecord
from throwdown.server.teaching.lesson_hints import LessonHints
from throwdown.server.timing import clocks
from throwdown.server.work import garbage
from throwdown.server.work.advisers import Advisers
from throwdown.server.work.compiling import CompilingAside
from throwdown.server.work.heavy import Heavy

log = logging.getLogger("throwdown.server")

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
POLL = 2.0  # seconds between looks for changes by other processes that were not told
SWEEP = 10.0  # seconds between looks for rooms that nobody needs
EXPIRY = 60.0  # seconds between looks for tables that nobody comes to
PATIENT = 20  # codes that are drawn before tables have to give theirs up
CALLS_AN_HOUR = 20  # addresses that somebody may try, to be called there
RENEWALS_AN_HOUR = 10  # from one address
PACKED_AT_ONCE = 20
LULL = 5.0  # seconds at most that what can wait for who joins does so
CLOCKS_DIFFER = 300  # seconds at most between the clocks of two processes
LAST_SAVING = 5.0  # seconds at most
RUNG_AT_ONCE = 50  # tables at which a clock has something to do
SHORT = 3600.0  # seconds that a table keeps its code then without being touched
T = TypeVar("T")


def _load_loops(game: str) -> None:
    """Load a game's loops, which takes a tenth of a second once. A game that is missing or broken is told
    where its match is opened."""
    with suppress(ThrowdownError):
        _ = load(game).engine


class Hall:
    """Opens rooms on demand, one a table, and lets go of those that nobody looks at."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, renewals: Renewals | None = None) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.uptime = Uptime()
        self.house = House()
        self.caller = Caller(settings, store, self.room)
        self.renewals = renewals or Renewals()
        self._looking: asyncio.Task[None] | None = None  # whether guests had their cookies refused elsewhere
        self.compiling = CompilingAside(self.lull)
        self.threads = ThreadPoolExecutor(16 + (os.cpu_count() or 1), "bots")  # most wait for a process
        self.heavy = Heavy()
        self.checks = Heavy(1)  # of transcripts that people bring, each of which may take minutes
        self.studies = Studies(store)
        self.sharing = Sharing(store, self.studies)
        self.advisers = Advisers()
        self.lesson_hints = LessonHints(self.advisers)
        self.stories = Stories(self.lull)
        self.opener = ThreadPoolExecutor(1, "opening")
        self._arriving = 0
        self._nobody_arrives = asyncio.Event()
        self._nobody_arrives.set()
        self.backlog = Backlog(settings.backlog_in_all)
        self.sockets = Open(settings.sockets_a_guest, settings.connections_in_all)
        self.syncs = Buckets(settings.messages_a_second, settings.messages_at_once)
        self.opening = Buckets(settings.tables_an_hour / 3600, settings.tables_at_once)
        self.calls = Buckets(CALLS_AN_HOUR / 3600, CALLS_AN_HOUR)
        self.packing = Open(1, PACKED_AT_ONCE)  # exports of transcripts, by address
        self.renewing = Buckets(RENEWALS_AN_HOUR / 3600, RENEWALS_AN_HOUR)
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._expirer: asyncio.Task[None] | None = None
        self._poller: asyncio.Task[None] | None = None
        self._timekeeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.bus.start(self.hear, self._missed)
        await self.uptime.begin(self.store, self.bus.alone)
        await self.caller.start()
        self._timekeeper = asyncio.create_task(self._keep_time())
        if self.settings.compile_aside:
            self.compiling.start()
        elif self.settings.compiled_elsewhere:
            self.compiling.follow()
        if self.settings.search_puzzles:
            self.sharing.start()
        self._sweeper = asyncio.create_task(self._sweep())
        self._expirer = asyncio.create_task(self._expire_from_time_to_time())
        if not self.bus.alone:
            self._poller = asyncio.create_task(self._poll())

    async def stop(self) -> None:
        """Send everybody away; what was confirmed is saved already."""
        for task in (self._sweeper, self._expirer, self._poller, self._timekeeper):
            if task:
                task.cancel()
        self.compiling.stop()
        await self.caller.stop()
        await self.bus.stop()
        await self._save_snapshots()
        for room in self.rooms():
            room.close(GOING_AWAY)
        for threads in (self.threads, self.opener):
            threads.shutdown(wait=False, cancel_futures=True)
        self.heavy.stop()
        self.checks.stop()
        self.sharing.stop()
        self.lesson_hints.stop()
        await self.advisers.stop()
        self.stories.stop()
        with suppress(Exception):  # the database may be what ended the server
            await self.studies.stop()
            await self.uptime.beat(self.store)
        await self.store.close()

    async def _save_snapshots(self) -> None:
        """Save where matches are, so that the next server need not play any of their events again."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SAVING):
                await asyncio.gather(
                    *(room.saving.save_last() for room in self.rooms()), return_exceptions=True
                )

    def rooms(self) -> list[Room]:
        """The rooms that are open."""
        return [room for table in self._rooms if (room := self._opened(table))]

    def _opened(self, table: str) -> Room | None:
        """The room of that table; None where there is none, or it is still being opened."""
        task = self._rooms.get(table)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    async def filed(self, table: str) -> TableRecord | None:
        """The table where a refereed match is filed; None where it is any other, or there is none."""
        if table in self._rooms or not TABLE_ID.fullmatch(table):
            return None
        found = await self.store.read(partial(records.load_table, key=table))
        return found[0] if found and found[0].refereed else None

    async def room(self, table: str) -> Room:
        """The room of that table, opened if need be; refuses an unknown one, and one more than fit."""
        if table not in self._rooms:
            if not TABLE_ID.fullmatch(table):
                raise Refusal(f"there is no table {table[:40]!r}", 404)
            if len(self._rooms) >= self.settings.rooms and not self._make_room():
                raise Refusal("this server has as many tables open as it can: try again in a minute", 503)
            self._rooms[table] = asyncio.create_task(self._open(table))
        opening = self._rooms[table]
        try:
            room = await asyncio.shield(opening)
        except Exception:
            if self._rooms.get(table) is opening:  # of several who waited for it the first lets go of it
                del self._rooms[table]
            raise
        if room.record.refereed:
            self.forget(room)
            room.close(GOING_AWAY)
            raise Refusal("this match was played with a real box: it has a replay and no table", 410)
        if room.record.closed:
            raise Refusal(
                "this table is closed, by its host or because nobody came for long: open another", 410
            )
        room.note_asked()
        return room

    def _make_room(self) -> bool:
        """Let go of some rooms at which nobody looks, where no more can be; whether there were any."""
        idle = [room for room in self.rooms() if room.idle][: max(1, self.settings.rooms // 10)]
        for room in idle:
            self.forget(room)
            room.close(GOING_AWAY)
        return bool(idle)

    @contextmanager
    def arrival(self) -> Generator[None]:
        """While the context is open somebody joins a table: what can wait, waits."""
        self._arriving += 1
        self._nobody_arrives.clear()
        try:
            yield
        finally:
            self._arriving -= 1
            if not self._arriving:
                self._nobody_arrives.set()

    async def lull(self) -> None:
        """Returns when nobody waits to join, or after a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LULL):
                await self._nobody_arrives.wait()

    async def _open(self, table: str) -> Room:
        news = await self.store.read(lambda connection: records.load_news(connection, table, 0, 0))
        if news is None:
            raise Refusal(f"there is no table {table[:40]!r}", 404)
        await asyncio.get_running_loop().run_in_executor(self.opener, _load_loops, news.table.game)
        room = Room(self, news.table, news.version)
        await room.ask(partial(room.open, news))
        self.compiling.want(room.record.game)
        self.bus.presence(table, frozenset(), asks=True)
        return room

    async def add(self, make: Callable[[], TableRecord]) -> TableRecord:
        """Save a new table; its code is drawn again where another table has it. Where codes run short,
        tables that nobody has touched for an hour give theirs up."""
        for tried in range(2 * PATIENT):
            table = make()
            try:
                await self.store.write(lambda connection, table=table: records.add_table(connection, table))
                return table
            except Taken:
                if tried == PATIENT:  # codes are running short
                    await self._expire(min(SHORT, self.settings.expires))
        raise Refusal("no free code was found: try again", 503)

    async def by_code(self, code: str) -> str:
        """The id of the table with an open seat under ``code``."""
        found = await self.store.read(lambda connection: records.table_with_code(connection, code))
        if found is None:
            raise Refusal(f"no table with an open seat has the code {code}", 404)
        return found

    async def lobby(self) -> list[TableRecord]:
        return await self.store.read(records.lobby)

    def here(self, table: str) -> frozenset[str]:
        """The guests who look at that table now."""
        room = self._opened(table)
        return room.audience.everywhere if room else frozenset()

    def renamed(self, guest: Guest) -> None:
        """Tell the new name or colour of a guest wherever they sit."""
        for room in self.rooms():
            if room.record.seat_of(guest) >= 0:
                room.post(partial(room.rename, guest))

    def mutes_changed(self, guest: str) -> None:
        """A guest has muted somebody, or no longer: here and in other processes that is read again."""
        self.forget_mutes(guest)
        self.bus.muted(guest)

    def forget_mutes(self, guest: str) -> None:
        for room in self.rooms():
            room.company.forget_mutes(guest)

    def send_away(self, guests: Collection[str]) -> None:
        """Close the connections of guests, by their ids; whoever has a good cookie comes back."""
        for room in self.rooms():
            for viewer in room.audience.viewers:
                if viewer.guest and viewer.guest.id in guests:
                    viewer.close(SERVICE_RESTART)

    async def renew(self, guest: str) -> None:
        """Refuse all cookies of ``guest`` that were made before, and whatever carries them to another device,
        and let no browser show them notices; tell other processes."""
        since = max(int(time.time()), self.renewals.since(guest)) + 1  # not one of this very second either

        def work(connection: Connection) -> None:
            cookies.renew(connection, guest, since)
            carrying.forget(connection, guest)
            push.forget(connection, guest)
            passkeys.forget(connection, guest)

        await self.caller.change(guest, self.trusted(guest, work))
        self.renewals.add({guest: since})
        self.send_away({guest})
        self.bus.renewed()

    def trusted(self, guest: str, work: Callable[[Connection], T]) -> Callable[[Connection], T]:
        """``work``, which lets a device be ``guest`` or speak to them, refused where another process has had
        the cookie of this moment refused."""
        known = self.renewals.since(guest)

        def done(connection: Connection) -> T:
            cookies.refuse_older(connection, guest, known)
            return work(connection)

        return done

    async def _look_for_renewals(self) -> None:
        """Learn what other processes have saved: whose cookies are refused, and what the host has said. Close
        what those had opened."""
        self.house.learn(await self.store.read(house.load))
        lately = partial(cookies.renewed_after, since=self.renewals.newest - CLOCKS_DIFFER)
        self.send_away(self.renewals.add(await self.store.read(lately)))

    def forget(self, room: Served) -> None:
        """Let go of a room; the next who asks gets a fresh one."""
        if self._opened(room.record.id) in (None, room):  # a later one of its table stays
            self._rooms.pop(room.record.id, None)

    def hear(self, notice: Notice) -> None:
        """Do what another process tells of."""
        if notice.muted:
            self.forget_mutes(notice.muted)
            return
        if notice.drains is not None:
            self.house.draining = notice.drains
            return
        if not notice.table:
            self._looking = asyncio.create_task(self._look_for_renewals())
            return
        task = self._rooms.get(notice.table)
        if task and not task.done():  # what it has read may be older than the notice
            task.add_done_callback(lambda _: self.hear(notice))
            return
        room = self._opened(notice.table)
        if room is None:
            return
        if notice.word:
            room.post(partial(room.company.show, notice.seat, notice.word))
            return
        if notice.here is None:
            room.fall_behind()
            return
        here, hidden = frozenset(notice.here), frozenset(notice.hidden)
        room.post(partial(room.others_here, notice.process, here, hidden), at_once=True)
        if notice.asks:
            room.tell_presence()

    def _missed(self) -> None:
        """Let every open room catch up and ask who is here elsewhere, for notices may have been lost."""
        for room in self.rooms():
            room.fall_behind()
            room.tell_presence()
            here, looking = room.audience.here, room.audience.looking
            self.bus.presence(room.record.id, here, here - looking, asks=True)

    async def _poll(self) -> None:
        """Look from time to time whether a room is behind the database, whatever has become of the bus."""
        while True:
            await asyncio.sleep(POLL)
            try:
                await self._look_for_changes()
                await self._look_for_renewals()
            except Exception as error:  # the next look comes anyway
                log.warning("cannot look for changes, trying again: %s", one_line(error))

    async def _look_for_changes(self) -> None:
        known = {room.record.id: room.standing for room in self.rooms()}
        behind = await self.store.read(partial(records.behind, known=known))
        for room in self.rooms():
            if room.record.id in behind:
                room.fall_behind()

    async def _expire_from_time_to_time(self) -> None:
        while True:
            await asyncio.sleep(min(EXPIRY, self.settings.expires / 4))
            try:
                await self._expire(self.settings.expires)
            except Exception as error:  # the next look comes anyway
                log.warning("cannot look for tables that nobody comes to: %s", one_line(error))

    async def _expire(self, seconds: float) -> None:
        """Let tables go that nobody has looked at or changed for that long; those that people look at through
        this process are touched."""
        now = time.time()
        looked_at = [room.record.id for room in self.rooms() if room.audience.viewers]

        def work(connection: Connection) -> list[str]:
            records.touch(connection, looked_at, now - seconds / 2)
            beside.give_back(connection, now - seconds)
            return records.expire(connection, now - seconds)

        for table in await self.store.write(work):
            if room := self._opened(table):
                room.post(room.refresh)
            self.bus.changed(table)

    async def _keep_time(self) -> None:
        """Count the time of service, and open the tables at which a clock has something to do."""
        while True:
            await asyncio.sleep(uptime.BEAT)
            try:
                await self.uptime.beat(self.store)
                await self._ring()
            except Exception as error:  # the next beat comes anyway
                log.warning("cannot keep the time of service, trying again: %s", one_line(error))

    async def _ring(self) -> None:
        look = partial(clocks.tables_due, now=self.uptime.now(), most=RUNG_AT_ONCE)
        for table in await self.store.read(look):
            with suppress(Refusal):
                room = await self.room(table)
                room.post(room.timekeeping.ring)

    async def _sweep(self) -> None:
        idle: set[str] = set()
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle))
            still = {room.record.id for room in self.rooms() if room.idle}
            for room in self.rooms():
                if room.record.id in idle & still:
                    with suppress(Exception):  # the log is saved; without the record opening takes longer
                        await room.saving.save_last()
                    if self._opened(room.record.id) is room and room.idle:  # nobody has come meanwhile
                        self.forget(room)
                        room.close(GOING_AWAY)
            idle = still
            if not self._rooms:
                garbage.search_everything()
