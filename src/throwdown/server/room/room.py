"""One table being served: a mailbox, so that one thing happens at a time.

An event is checked, saved, and only then told to anybody. Another process may serve the same table:
whoever finds its number taken in the database reloads, tells its own viewers, and tries again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from weakref import proxy

from sqlalchemy import Connection

from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.match import Match
from throwdown.server.errors import Refusal, Taken
from throwdown.server.guests.identity import Guest
from throwdown.server.room.agreements import Agreements
from throwdown.server.room.bot_seats import BotSeats
from throwdown.server.room.company import Company
from throwdown.server.room.hints import Hints
from throwdown.server.room.judging import Judging
from throwdown.server.room.mailbox import Mailbox
from throwdown.server.room.orders import Passes
from throwdown.server.room.rolls import Rolls
from throwdown.server.room.saving import Saving, save_end
from throwdown.server.room.served import Process
from throwdown.server.room.timekeeping import Timekeeping
from throwdown.server.storage.bus import one_line
from throwdown.server.storage.store import is_lost
from throwdown.server.table import between, changes, playing, records, tables
from throwdown.server.table.audience import GOING_AWAY, Audience, Viewer, arrival_text, events_text
from throwdown.server.table.playing import Make, Playing
from throwdown.server.table.records import News, Standing
from throwdown.server.table.stage import Stage
from throwdown.server.table.tables import TableRecord
from throwdown.server.timing.alarm import Alarm
from throwdown.server.timing.patience import DAYS
from throwdown.server.wire import Message, id_text

T = TypeVar("T")
TRIES = 20
VIEWERS = 200  # who watch one table; whoever sits at it is always let in
COUNT_EVERY = 0.5  # seconds until all are told how many watch, however many come and go meanwhile
SERVICE_RESTART = 1012
LINGER = 1.0  # seconds after it was asked for that a room without people follows what other processes do

log = logging.getLogger("throwdown.server")


class Room:
    """A table with its viewers, its match and its bots. Made by the :class:`Hall`."""

    def __init__(self, hall: Process, record: TableRecord, version: int) -> None:
        self.hall = hall
        self.record = record
        self.match_id = id_text(record.match_id)  # of the table's match, as messages name it
        self.version = version
        self.audience = Audience()
        self.playing: Playing | None = None
        self.kept = ""  # why a saved match is kept as it is, and neither played on nor shown
        self.stage: Stage | None = None
        self._now = asyncio.get_running_loop().time
        self._asked = self._now()  # when somebody last asked for the table here
        self._untold = 0  # changes of who chooses that are saved, and not told yet
        self._is_behind = False  # another process has changed something, and it will be caught up with
        self._people = (0, 0)  # the table's version and the audience's changes when people were looked after
        self._mailbox = Mailbox(f"table {record.id}", self._failed, self.let_go_of_match)
        self.post, self.ask = self._mailbox.post, self._mailbox.ask
        self.attend = self._mailbox.attend
        # Its parts do not keep the room, whose memory is free then without a search for garbage.
        me: Room = proxy(self)
        self._start_alarm = Alarm(lambda: me.post(me._start))
        self._count_alarm = Alarm(lambda: me.tell_table())
        self.judging = Judging(me)
        self.timekeeping = Timekeeping(me, self.judging)
        self.keep_passes, self.pings_every = self.timekeeping.keep_passes, self.timekeeping.pings_every
        self.time_left = self.timekeeping.left
        self.bots = BotSeats(me, self.judging, self.timekeeping)
        self.bot_on = self.bots.on
        self.saving = Saving(me, self.timekeeping)
        self.save = self.saving.save
        self.company = Company(me, self.timekeeping)
        self.agreements = Agreements(me, self.judging)
        self.hints = Hints(me, self.judging)
        self.rolls = Rolls(me)

    def _failed(self, error: Exception) -> None:
        """Give the room up, for an act has failed: the next who asks for the table gets it as it is saved."""
        if is_lost(error):
            log.error("table %s is reloaded, for nothing can be saved: %s", self.record.id, one_line(error))
        else:
            log.error("table %s is reloaded after an error", self.record.id, exc_info=error)
        self.hall.forget(self)
        self.close(SERVICE_RESTART)

    def match(self) -> Playing:
        """The match that is played; refuses where there is none."""
        if self.playing is None:
            raise Refusal(self.kept or "no match is being played yet")
        return self.playing

    @property
    def standing(self) -> Standing:
        """How far this room has followed its table."""
        match = self.playing
        return Standing(self.version, match.record.id if match else 0, match.n if match else 0)

    @property
    def idle(self) -> bool:
        """Whether the room may be let go of: nobody looks on and nothing is under way."""
        waiting = self._start_alarm.at or self.bots.is_busy or self.timekeeping.is_soon
        return not self.audience.viewers and not waiting and self._mailbox.is_empty

    def close(self, code: int) -> None:
        """Send everybody away (they may come back) and stop."""
        for viewer in self.audience.viewers:
            viewer.close(code)
        self._mailbox.refuse()
        self._start_alarm.set(None)
        self._count_alarm.set(None)
        self._rest()
        self.judging.close()
        self.agreements.stop()
        self.company.stop()
        self._mailbox.close()

    # The database

    async def open(self, news: News) -> None:
        """Load the match in play, or the last one; the first act of every room."""
        await self._follow(news)
        self.judging.resume()
        await self.settle()

    async def refresh(self) -> None:
        """Catch up with what other processes have saved, and tell it."""
        await self._catch_up()
        await self._tell_news()

    def note_asked(self) -> None:
        """Somebody has asked for the table here, and may be about to do something with it."""
        self._asked = self._now()

    def fall_behind(self) -> None:
        """Catch up soon, for another process has changed something; once for all that it changes until
        then."""
        if not self._is_behind:
            self._is_behind = True
            self.post(self._hear_of_changes, at_once=True)

    async def _hear_of_changes(self) -> None:
        """Catch up, or close a room that only a request has opened here: it would follow every move that is
        made elsewhere. Where the database cannot be asked just now, nothing is lost: whoever acts here finds
        out, and the next look for changes comes anyway."""
        self._is_behind = False
        if self.idle and self._now() - self._asked >= LINGER:
            self.hall.forget(self)
            self.close(GOING_AWAY)
            return
        try:
            await self._catch_up()
        except Exception as error:
            if not is_lost(error):
                raise
            log.warning("table %s is caught up with later: %s", self.record.id, one_line(error))
            return
        await self._tell_news()

    async def _tell_news(self) -> None:
        """Tell what was caught up with, and do what follows from it."""
        if self.stage:
            for place in {viewer.place for viewer in self.audience.viewers if not viewer.raw}:
                await self.prepare(self.stage, place)
        self._tell_events()
        await self.settle()

    async def prepare(self, stage: Stage, place: int) -> None:
        """Make what ``place`` was told of the last events, where that was forgotten."""
        if stage.lacks(place):
            again = partial(stage.catch_up, place)
            await asyncio.get_running_loop().run_in_executor(self.hall.opener, again)

    async def _catch_up(self) -> None:
        """Take over table, match and events as they were saved at one moment; what is known of the match is
        not loaded again."""
        key, known = self.record.id, self.playing
        news = await self.hall.store.read(
            lambda connection: records.load_news(
                connection, key, known.record.id if known else 0, known.n if known else 0
            )
        )
        if news is None:
            raise Refusal(f"there is no table {key[:40]!r}", 404)
        await self._follow(news)

    async def _follow(self, news: News) -> None:
        known = self.playing
        if news.version != self.version:
            self._take(news.table, news.version)
        self.timekeeping.loaded(news.clocks)
        if known and known.record.id == news.table.match_id:
            known.extend(news.events)
        elif news.match:
            await self._open_match(news)

    async def _open_match(self, news: News) -> None:
        assert news.match
        try:
            again = partial(playing.resume, news.match, news.events, news.snapshot)
            self._play_on(await asyncio.get_running_loop().run_in_executor(self.hall.opener, again))
        except Refusal as refusal:
            self.kept = refusal.why
            log.error("table %s: %s", self.record.id, refusal.why)
            self.tell_table()

    def _play_on(self, match: Playing) -> None:
        """Serve ``match``, which is the table's, from now on."""
        self.playing, self.stage, self.kept = match, Stage(match, self.match_id), ""
        self.rolls.follow(match)

    def _drop_match(self) -> None:
        """Drop the match, for the table has another: nothing of it is told or done any more."""
        self.let_go_of_match()
        self.kept = ""
        self._rest()
        self.judging.forget()
        self.timekeeping.forget()
        self.audience.start_anew()

    def let_go_of_match(self) -> None:
        """Drop the match as it is in memory, and the references between it and whoever hears of its
        events."""
        if self.playing:
            self.playing.hear = self.playing.match.hear = None
        self.playing, self.stage = None, None

    async def change(
        self, op: Callable[[TableRecord], T], also: Callable[[Connection], None] | None = None
    ) -> T:
        """Do ``op`` to the table, and save it and ``also`` in one transaction; refusals change nothing."""
        for _ in range(TRIES):
            fresh = self.record.copy()
            result = op(fresh)
            if fresh.phase == self.record.phase == tables.PLAYING:
                changes.note(self.record, fresh, self.told)
            if fresh == self.record:
                return result
            try:
                await self._save(fresh, also)
            except Taken:
                await self.refresh()
                continue
            await self.settle()
            return result
        raise Refusal("the table is too busy: try again", 503)

    async def _save(
        self,
        fresh: TableRecord,
        also: Callable[[Connection], None] | None = None,
        begun: Playing | None = None,
    ) -> None:
        """Save the table, what ``also`` does, and a match that has ``begun``, with its first events."""
        store, version, former = self.hall.store, self.version, self.record
        alone = records.table_alone(store.vault, fresh, version, former)
        new = (records.new_match(store.vault, begun.record),) if begun else ()
        rows = begun.first_rows() if begun else []

        def work(connection: Connection) -> None:
            if not alone:
                records.save_table(connection, fresh, version, former)
            if also:
                also(connection)

        await store.save((*((alone,) if alone else ()), *new), rows, None if alone and not also else work)
        self._take(fresh, version + 1)
        self.hall.bus.changed(self.record.id)

    def _take(self, record: TableRecord, version: int) -> None:
        if record.match_id != self.record.match_id:
            self._drop_match()
        self.record, self.version = record, version
        self.match_id = id_text(record.match_id)
        self.audience.reseat(record)
        self.tell_table()
        self.tell_presence()
        self.post(self.company.tell_lines)

    # What the parts of the table ask of each other

    @property
    def told(self) -> int:
        """The number of the last event of the match that everybody is told of; 0: there is none."""
        return self.playing.known_to(SPECTATOR) if self.playing else 0

    @property
    def is_hasty(self) -> bool:
        """Whether a race is on, or a window of cards that closes by itself."""
        is_open = bool(self.judging.in_windows) and self.record.patience.kind != DAYS
        return is_open or bool(self.judging.racers)

    @property
    def passes(self) -> Passes:
        """Who lets windows pass, as it is saved."""
        return self.timekeeping.passes

    def holds(self, seat: int) -> bool:
        """Whether ``seat`` of the match has let the window pass that is open."""
        return self.judging.windows.holds(seat)

    # Telling

    @property
    def shown(self) -> TableRecord:
        """The table as it is told."""
        return changes.told_of(self.record, self.told)

    def tell_table(self, to: Viewer | None = None) -> None:
        grace, shown = self.hall.settings.grace, self.shown
        self._untold = len(self.record.changes) - len(shown.changes)
        self.audience.tell_table(shown, self.stand_ins, self.kept, to, grace)

    @property
    def stand_ins(self) -> set[int]:
        """The seats of the table that a bot plays in the place of their people."""
        return self.bots.stand_ins

    def _tell_events(self) -> None:
        match = self.playing
        if match and self.stage and self.audience.viewers:
            if match.physical:
                self.audience.tell_arena(match)
            self.audience.tell_events(self.stage)
            if match.linked:
                self.rolls.tell()
            if self._untold and len(self.record.changes) - len(self.shown.changes) < self._untold:
                self.tell_table()

    # Coming and going

    async def join(self, viewer: Viewer) -> None:
        """Let a connection in that opens: it gets the table, then the match as it is now."""
        viewer.seat = self.record.seat_of(viewer.guest)
        if viewer.seat < 0 and self.audience.watchers >= VIEWERS:
            raise Refusal(f"{VIEWERS} people are looking on already", 503)
        self.company.admits(viewer)
        self.audience.join(viewer)
        viewer.plays = self.record.seat_in_match(viewer.seat)
        self.judging.admit(viewer)
        if viewer.guest and viewer.seat >= 0:
            await self.rename(viewer.guest)
        await self.settle()
        self.tell_table(viewer)
        self._tell_of(viewer)
        self.show(viewer, 0)
        self.judging.greet(viewer)
        self.timekeeping.tell(viewer)
        self.rolls.greet(viewer)
        await self.company.greet(viewer)
        self.tell_presence()

    async def rename(self, guest: Guest) -> None:
        """Take over a guest's name and colour."""
        await self.change(lambda table: tables.rename(table, guest))

    async def leave(self, viewer: Viewer) -> None:
        """Let go of a connection that has ended. The seat is kept; a bot plays on after the grace time."""
        self.audience.leave(viewer)
        self.hints.drop(viewer)
        self.tell_presence()
        self._tell_of(viewer)
        await self.settle()

    def _tell_of(self, viewer: Viewer) -> None:
        """Tell all that ``viewer`` has come or gone: at once where it sits here, else a little later for all
        who watch, because to tell two hundred of each of two hundred holds up the table."""
        if viewer.seat >= 0:
            self.tell_table()
        elif self._count_alarm.at is None:
            self._count_alarm.set(self._now() + COUNT_EVERY)

    def tell_presence(self) -> None:
        """Tell other processes which seats' people look on through this one."""
        seated = {seat.guest for seat in self.record.seats}
        here, looking = self.audience.here & seated, self.audience.looking
        self.hall.bus.presence(self.record.id, here, here - looking)

    def look(self, viewer: Viewer, on: bool) -> None:
        """Note that a viewer's page is looked at, or hidden."""
        self.audience.look(viewer, on)
        self.tell_presence()

    async def others_here(
        self, process: str, guests: frozenset[str], hidden: frozenset[str] = frozenset()
    ) -> None:
        """Note which guests look on through another process, and who of them has hidden all pages."""
        self.audience.others(process, guests, hidden)
        self.tell_table()
        await self.settle()

    def show(self, viewer: Viewer, after: int) -> None:
        """Show what has happened after event ``after``; with 0, for a newcomer, how things are now."""
        if self.stage and self.playing:
            self.audience.tell_arena(self.playing, viewer)
            text = events_text(self.stage, viewer, after) if after else arrival_text(self.stage, viewer)
            viewer.send(text)
            viewer.n = self.stage.last(viewer.place)

    async def act(
        self,
        make: Make,
        guest: str | None = None,
        request: int | None = None,
        then: Callable[[], Message | None] = lambda: None,
    ) -> bool:
        """Make events, save them, tell them, and go on: whoever acts does it here.

        ``then`` is called once they are saved; the message that it returns is told to everybody after them.
        Returns False, and ``then`` is not called, when another process was faster, and we have caught up.
        """
        match = self.match()
        before = match.n
        entries = match.make(make)
        if not await self.save(match, before, entries, guest, request):
            return False
        if match.is_due:
            await self.rolls.roll()
        self.saving.save_snapshot(match)
        also = then()
        self._tell_events()
        if also:
            self.audience.tell(also)
        await self.settle()
        return True

    # What follows from how things stand

    async def settle(self) -> None:
        """Start a match that is due, finish one that is over, let bots think and clocks run."""
        if self.rolls.is_open:
            await self.rolls.look_elsewhere()
            return
        match = self.playing
        if self.record.phase != tables.PLAYING or match is None:
            self._people_changed()
            self._rest()
            self._prepare_start()
        elif match.is_due:
            self.post(self._roll)  # not now: who opens links may be about to join
        elif not match.awaited:
            await self._finish(match.record.id, match.match)
        else:
            is_judged, is_timed = self.judging.is_needed, self.record.patience.is_timed
            if self._people_changed():
                self.bots.watch()
            if is_judged:
                self.judging.look()
            if is_timed:
                await self.timekeeping.settle()
            if is_judged or is_timed:
                self.judging.go_on()
            if self.agreements.is_concerned:
                await self.agreements.settle()
            self.bots.wake()
            self.hints.look()
            self.hall.caller.awaits(self)

    def _people_changed(self) -> bool:
        """Whether somebody has come or gone, or the table has changed, since this was asked; then whoever is
        host is looked after too."""
        people = (self.version, self.audience.changes)
        if people == self._people:
            return False
        self._people = people
        self.company.watch_host()
        return True

    async def _roll(self) -> None:
        """Open a roll that a server before this one, or another process, has left due."""
        await self.rolls.roll(opens=self.hall.bus.alone)
        self._tell_events()
        await self.settle()

    async def _finish(self, match_id: int, match: Match) -> None:
        """Save that the match is over, at the table and with the match itself."""
        end = partial(save_end, table=self.record, match_id=match_id, result=match.result)
        await self.change(lambda table: between.finish(table, match_id, match), end)
        self.hall.caller.ended(self)

    def _rest(self) -> None:
        """Stop all that is done for seats, for no match is being played."""
        self.bots.stop()
        self.judging.stop()
        self.timekeeping.stop()
        self.hints.stop()

    def _prepare_start(self) -> None:
        """A match starts when every seat is filled and every person's seed is there, or was waited for."""
        is_ready = self.record.phase == tables.WAITING and self.record.full
        if not is_ready:
            self._start_alarm.set(None)
        elif self._start_alarm.at is None:
            self._start_alarm.set(asyncio.get_running_loop().time() + self.hall.settings.seed_wait)
        if is_ready and all(seat in self.record.seeds for seat in self.record.people()):
            self.post(self._start)

    async def _start(self) -> None:
        self._start_alarm.set(None)
        if self.record.phase != tables.WAITING or not self.record.full:
            return
        fresh = self.record.copy()
        match = playing.start(fresh)
        between.begin(fresh)
        try:
            await self._save(fresh, begun=match)
        except Taken:
            await self.refresh()
            return
        self._play_on(match)
        await self.rolls.roll()
        self._tell_events()
        await self.settle()
