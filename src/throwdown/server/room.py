"""One table being served: a mailbox, so that one thing happens at a time.

An event is checked, saved, and only then told to anybody. Another process may serve the same table:
whoever finds its number taken in the database reloads, tells its own viewers, and tries again.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from weakref import proxy

from sqlalchemy import Connection

from throwdown import bots
from throwdown.kernel.match import Entry, Match
from throwdown.server import between, clocks, history, playing, records, snapshots, tables
from throwdown.server.absence import Absence
from throwdown.server.agreements import Agreements
from throwdown.server.alarm import Alarm
from throwdown.server.audience import Audience, Viewer, arrival_text, events_text
from throwdown.server.bus import one_line
from throwdown.server.chains import forget_links
from throwdown.server.company import Company
from throwdown.server.errors import Refusal, Taken
from throwdown.server.hints import Hints
from throwdown.server.identity import Guest
from throwdown.server.judging import Judging
from throwdown.server.mailbox import Mailbox
from throwdown.server.orders import Passes
from throwdown.server.patience import DAYS
from throwdown.server.playing import Make, Playing
from throwdown.server.records import News, Standing
from throwdown.server.rolls import Rolls
from throwdown.server.served import Process
from throwdown.server.snapshots import Snapshot
from throwdown.server.stage import Stage
from throwdown.server.store import is_lost
from throwdown.server.tables import TableRecord
from throwdown.server.thinking import Thinkers, Thought, stand_in
from throwdown.server.timekeeping import Timekeeping
from throwdown.server.wire import Message, id_text

T = TypeVar("T")
TRIES = 20
VIEWERS = 200
SERVICE_RESTART = 1012

log = logging.getLogger("throwdown.server")


def finish_match(connection: Connection, match_id: int, result: str) -> None:
    """Save that the match is over and who has played it: its clocks are no longer needed."""
    records.finish_match(connection, match_id, result)
    history.note_players(connection, match_id)
    clocks.forget(connection, match_id)
    forget_links(connection, match_id)


def _note_failure(saving: asyncio.Future[None]) -> None:
    if not saving.cancelled() and saving.exception():
        log.warning("a snapshot was not saved", exc_info=saving.exception())


class Room:
    """A table with its viewers, its match and its bots. Made by the :class:`Hall`."""

    def __init__(self, hall: Process, record: TableRecord, version: int) -> None:
        self.hall = hall
        self.record = record
        self.version = version
        self.audience = Audience()
        self.playing: Playing | None = None
        self.kept = ""  # why a saved match is kept as it is, and neither played on nor shown
        self.stage: Stage | None = None
        self._is_saving = False
        self._mailbox = Mailbox(f"table {record.id}", self._failed, self._let_go_of_match)
        self.post, self.ask = self._mailbox.post, self._mailbox.ask
        self.attend = self._mailbox.attend
        # Its parts do not keep the room, whose memory is free then without a search for garbage.
        me: Room = proxy(self)
        self._start_alarm = Alarm(lambda: me.post(me._start))
        grace = record.patience.grace or hall.settings.grace
        self.absence = Absence(grace, lambda seat: me._left_too_long(seat))
        self.thinkers = Thinkers(hall.threads, lambda thought: me.post(partial(me._bot_moves, thought)))
        self.judging = Judging(me)
        self.timekeeping = Timekeeping(me, self.judging)
        self.company = Company(me, self.timekeeping)
        self.agreements = Agreements(me, self.judging)
        self.hints = Hints(me, self.judging)
        self.rolls = Rolls(me)

    def _failed(self, error: Exception) -> None:
        """An act has failed: the next who asks for the table gets it as it is saved."""
        if is_lost(error):
            log.error("table %s is reloaded, for nothing can be saved: %s", self.record.id, one_line(error))
        else:
            log.error("table %s is reloaded after an error", self.record.id, exc_info=error)
        self.hall.forget(self)
        self.close(SERVICE_RESTART)

    @property
    def match_id(self) -> str:
        """The id of the table's match, as messages name it."""
        return id_text(self.record.match_id)

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
        waiting = self._start_alarm.at or self.absence or len(self.thinkers) or self.timekeeping.is_soon
        return not self.audience.viewers and not waiting and self._mailbox.is_empty

    def close(self, code: int) -> None:
        """Send everybody away (they may come back) and stop."""
        for viewer in self.audience.viewers:
            viewer.close(code)
        self._mailbox.refuse()
        self._start_alarm.set(None)
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
        """Another match is the table's: nothing of the one before is told or done any more."""
        self._let_go_of_match()
        self.kept = ""
        self._rest()
        self.judging.forget()
        self.timekeeping.forget()
        self.audience.start_anew()

    def _let_go_of_match(self) -> None:
        """Whoever hears of a match's events refers to it, and it to them: that ends here."""
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

    async def _save(self, fresh: TableRecord, also: Callable[[Connection], None] | None = None) -> None:
        version = self.version

        def work(connection: Connection) -> None:
            records.save_table(connection, fresh, version)
            if also:
                also(connection)

        await self.hall.store.write(work)
        self._take(fresh, version + 1)
        self.hall.bus.changed(self.record.id)

    def _take(self, record: TableRecord, version: int) -> None:
        if record.match_id != self.record.match_id:
            self._drop_match()
        self.record, self.version = record, version
        self.audience.reseat(record)
        self.tell_table()
        self.tell_presence()
        self.post(self.company.tell_lines)

    # What the parts of the table ask of each other

    @property
    def is_hasty(self) -> bool:
        """Whether a race is on, or a window of cards that closes by itself."""
        is_open = bool(self.judging.in_windows) and self.record.patience.kind != DAYS
        return is_open or bool(self.judging.racers)

    @property
    def passes(self) -> Passes:
        """Who lets windows pass, as it is saved."""
        return self.timekeeping.passes

    async def keep_passes(self, passes: Passes) -> None:
        """Save who lets a window pass, where a match takes days."""
        await self.timekeeping.keep_passes(passes)

    def pings_every(self) -> float:
        """How many seconds apart the clocks want viewers to be pinged; 0: not at all."""
        return self.timekeeping.pings_every()

    def holds(self, seat: int) -> bool:
        """Whether ``seat`` of the match has let the window pass that is open."""
        return self.judging.windows.holds(seat)

    def time_left(self, seat: int) -> float | None:
        """Seconds that ``seat`` of the match has left; None where its clock does not run."""
        return self.timekeeping.left(seat)

    # Telling

    def tell_table(self, to: Viewer | None = None) -> None:
        grace = self.hall.settings.grace
        self.audience.tell_table(self.record, self.stand_ins, self.kept, to, grace)

    @property
    def stand_ins(self) -> set[int]:
        """The seats of the table that a bot plays in the place of their people."""
        return self.absence.stand_ins | {*self.record.handed}

    def _tell_events(self) -> None:
        if self.playing and self.stage and self.audience.viewers:
            self.audience.tell_arena(self.playing)
            self.audience.tell_events(self.stage, self.playing.n)
            self.rolls.tell()

    # Coming and going

    async def join(self, viewer: Viewer) -> None:
        """A connection opens: it gets the table, then the match as it is now."""
        if len(self.audience.viewers) >= VIEWERS:
            raise Refusal(f"{VIEWERS} people are looking on already", 503)
        self.company.admits(viewer)
        self.audience.join(viewer)
        viewer.seat = self.record.seat_of(viewer.guest)
        viewer.plays = self.record.seat_in_match(viewer.seat)
        if viewer.guest and viewer.seat >= 0:
            await self.rename(viewer.guest)
        await self.settle()
        self.tell_table()
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
        """A connection is gone. The seat is kept; a bot plays on after the grace time."""
        self.audience.leave(viewer)
        self.hints.drop(viewer)
        self.tell_presence()
        self.tell_table()
        await self.settle()

    def tell_presence(self) -> None:
        """Tell other processes which seats' people look on through this one."""
        seated = {seat.guest for seat in self.record.seats}
        here, looking = self.audience.here & seated, self.audience.looking
        self.hall.bus.presence(self.record.id, here, here - looking)

    def look(self, viewer: Viewer, on: bool) -> None:
        """A viewer's page is looked at, or hidden."""
        self.audience.look(viewer, on)
        self.tell_presence()

    async def others_here(
        self, process: str, guests: frozenset[str], hidden: frozenset[str] = frozenset()
    ) -> None:
        """Another process tells which guests look on through it, and who of them has hidden all pages."""
        self.audience.others(process, guests, hidden)
        self.tell_table()
        await self.settle()

    def show(self, viewer: Viewer, after: int) -> None:
        """Show what has happened after event ``after``; with 0, for a newcomer, how things are now."""
        if self.stage and self.playing:
            self.audience.tell_arena(self.playing, viewer)
            text = events_text(self.stage, viewer, after) if after else arrival_text(self.stage, viewer)
            viewer.send(text)
            viewer.n = self.playing.n

    def _left_too_long(self, seat: int) -> None:
        self.post(partial(self._stand_in, seat))

    async def _stand_in(self, seat: int) -> None:
        if self.absence.replace(seat):
            self.tell_table()
        await self.settle()

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
        await self.rolls.roll()
        self._save_snapshot(match)
        also = then()
        self._tell_events()
        if also:
            self.audience.tell(also)
        await self.settle()
        return True

    async def save(
        self,
        match: Playing,
        before: int,
        entries: list[Entry],
        guest: str | None = None,
        request: int | None = None,
    ) -> bool:
        """Save ``entries``, which came after event ``before``; False where another process was faster, and we
        have caught up."""
        times = self.timekeeping.moved(match, before)
        self._is_saving = True  # until then the match holds events that are not saved
        try:
            await self.hall.store.append(match.rows(entries, guest, request), times)
        except Taken:
            self._let_go_of_match()
            await self.refresh()
            return False
        finally:
            self._is_saving = False
        self.timekeeping.adopt()
        self.hall.bus.changed(self.record.id)
        return True

    def _save_snapshot(self, match: Playing) -> None:
        """Save the record where that is due; nobody waits for it, for the log is what counts."""
        snapshot = match.due_snapshot() if match is self.playing else None
        if snapshot:
            saving = asyncio.ensure_future(self._write_snapshot(match, snapshot))
            saving.add_done_callback(_note_failure)

    async def _write_snapshot(self, match: Playing, snapshot: Snapshot) -> None:
        key = match.record.id
        await self.hall.store.write(lambda connection: snapshots.save(connection, key, snapshot))

    async def save_last(self) -> None:
        """Save the record of a match in play as it is now: this room is about to be let go of, and the next
        one goes on from there."""
        match = self.playing
        if match and not self._is_saving and not match.match.over:
            snapshot = match.last_snapshot()
            if snapshot:
                await self._write_snapshot(match, snapshot)

    # What follows from how things stand

    async def settle(self) -> None:
        """Start a match that is due, finish one that is over, let bots think and clocks run."""
        if self.rolls.is_open:
            await self.rolls.look_elsewhere()
            return
        if self.record.phase == tables.PLAYING and self.playing and self.playing.is_due:
            self.post(self._roll)  # not now: who opens links may be about to join
            return
        if self.record.phase == tables.PLAYING and self.playing:
            if self.playing.match.over:
                await self._finish(self.playing.record.id, self.playing.match)
            else:
                self._watch_seats()
                self.judging.look()
                await self.timekeeping.settle()
                self.judging.go_on()
                await self.agreements.settle()
                self._wake_bots()
                self.hints.look()
                self.hall.caller.awaits(self)
        else:
            self._rest()
            self._prepare_start()
        self.company.watch_host()

    async def _roll(self) -> None:
        """Open a roll that a server before this one, or another process, has left due."""
        await self.rolls.roll(opens=self.hall.bus.alone)
        self._tell_events()
        await self.settle()

    async def _finish(self, match_id: int, match: Match) -> None:
        """Save that the match is over, at the table and with the match itself."""
        await self.change(
            lambda table: between.finish(table, match_id, match),
            partial(finish_match, match_id=match_id, result=match.result),
        )
        self.hall.caller.ended(self)

    def _rest(self) -> None:
        """Nothing is to be done for seats: no match is being played."""
        self.absence.stop()
        self.thinkers.stop()
        self.judging.stop()
        self.timekeeping.stop()
        self.hints.stop()

    def _watch_seats(self) -> None:
        if self.record.patience.is_timed:
            return
        if self.record.stands:
            self.absence.stop()
            return
        here = self.audience.everywhere
        for seat in self.record.people():
            if self.record.seats[seat].guest in here:
                if self.absence.back(seat):
                    self.thinkers.cancel(self.record.seat_in_match(seat))
                    self.tell_table()
            else:
                self.absence.gone(seat)

    def _wake_bots(self) -> None:
        if self.record.stands:
            self.thinkers.stop()
            return
        match = self.playing.match if self.playing else None
        awaited = match.awaited if match else ()
        if not all(self.bot_on(self.record.seat_at_table(seat)) for seat in awaited):
            self.thinkers.relax()
        for seat in awaited:
            kind = self.bot_on(self.record.seat_at_table(seat))
            if match and kind and not self.judging.is_busy(seat):
                pace = self.hall.settings.human_pace if self.record.pace == "human" else (0.0, 0.0)
                pause = max(random.uniform(*pace), self.judging.notice(seat))
                self.thinkers.begin(self.match_id, match, seat, kind, pause, self._sharing())

    def _sharing(self) -> int:
        """How many bots share what may be thought between two choices of a person; 0 where nobody waits for
        them, or the table gives them time."""
        seats = self.record.lineup or range(len(self.record.seats))
        programs = sum(bool(self.bot_on(seat)) for seat in seats)
        is_quick = self.record.pace != "human" or self.thinkers.is_hurried
        return programs if is_quick and programs < len(seats) else 0

    def bot_on(self, seat: int) -> str:
        """The kind of bot that plays ``seat`` of the table just now, empty for a person who is here."""
        if seat in self.absence.stand_ins or self.timekeeping.plays_for(seat):
            return stand_in(bots.kinds())
        return self.record.seats[seat].bot if seat < len(self.record.seats) else ""

    async def _bot_moves(self, thought: Thought) -> None:
        """Play what a bot has thought of, unless what it saw has changed meanwhile."""
        if thought.match_id != self.match_id:
            return
        seat = thought.seat
        if self.judging.puts_off(seat, thought.event, partial(self._bot_moves, thought)):
            return
        self.thinkers.done(seat)
        if self.record.stands:
            return
        match = self.playing.match if self.playing else None
        current = match and self.bot_on(self.record.seat_at_table(seat)) and seat in match.awaited
        current = current and not self.judging.races(seat)
        is_fresh = match and current and match.seen(seat).tobytes() == thought.seen
        if is_fresh and not self.judging.takes_of_program(seat, thought.event):
            await self.act(playing.play(seat, thought.event))
        else:
            await self.settle()

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
        match, rows = playing.start(fresh)
        between.begin(fresh)

        def also(connection: Connection) -> None:
            records.add_match(connection, match.record)
            records.add_events(connection, rows)

        try:
            await self._save(fresh, also)
        except Taken:
            await self.refresh()
            return
        self._play_on(match)
        await self.rolls.roll()
        for viewer in self.audience.viewers:
            if not match.n:  # nothing has happened yet, and that is to be seen
                self.show(viewer, 0)
        self._tell_events()
        await self.settle()
