"""One table being served: a mailbox, so that one thing happens at a time.

An event is checked, saved, and only then told to anybody. Another process may serve the same table:
whoever finds its number taken in the database reloads, tells its own viewers, and tries again.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection

from throwdown import bots
from throwdown.kernel.match import RESIGN, Match
from throwdown.server import clocks, history, playing, records, snapshots, tables
from throwdown.server.absence import Absence
from throwdown.server.audience import Audience, Viewer, arrival_text, events_text
from throwdown.server.bus import one_line
from throwdown.server.company import Company
from throwdown.server.errors import Refusal, Taken
from throwdown.server.identity import Guest
from throwdown.server.physical import checked_hand
from throwdown.server.playing import Make, Playing
from throwdown.server.racing import Racing
from throwdown.server.records import News, Standing
from throwdown.server.snapshots import Snapshot
from throwdown.server.stage import Stage
from throwdown.server.store import is_lost
from throwdown.server.tables import TableRecord
from throwdown.server.thinking import Thinkers, Thought, stand_in
from throwdown.server.timekeeping import Timekeeping
from throwdown.server.windows import Windows
from throwdown.server.wire import (
    Done,
    Earlier,
    Hurry,
    Message,
    Play,
    React,
    Refused,
    Rematch,
    Resign,
    Seed,
    Showing,
    Sync,
    Waive,
    Wish,
    id_text,
)

if TYPE_CHECKING:
    from throwdown.server.hall import Hall

T = TypeVar("T")
Act = Callable[[], Awaitable[None]]
TRIES = 20
VIEWERS = 200
SERVICE_RESTART = 1012

log = logging.getLogger("throwdown.server")


def finish_match(connection: Connection, match_id: int, result: str) -> None:
    """Save that the match is over and who has played it: its clocks are no longer needed."""
    records.finish_match(connection, match_id, result)
    history.note_players(connection, match_id)
    clocks.forget(connection, match_id)


def _note_failure(saving: asyncio.Future[None]) -> None:
    if not saving.cancelled() and saving.exception():
        log.warning("a snapshot was not saved", exc_info=saving.exception())


class Room:
    """A table with its viewers, its match and its bots. Made by the :class:`Hall`."""

    def __init__(self, hall: Hall, record: TableRecord, version: int) -> None:
        self.hall = hall
        self.record = record
        self.version = version
        self.audience = Audience()
        self.playing: Playing | None = None
        self.kept = ""  # why a saved match is kept as it is, and neither played on nor shown
        self._stage: Stage | None = None
        self._inbox: asyncio.Queue[Act] = asyncio.Queue()
        self._is_saving = False
        self._asked: set[asyncio.Future[Any]] = set()
        self._start_timer: asyncio.TimerHandle | None = None
        self.absence = Absence(record.patience.grace or hall.settings.grace, self._left_too_long)
        self.thinkers = Thinkers(hall.threads, lambda thought: self.post(partial(self._bot_moves, thought)))
        self.racing = Racing(self)
        self.windows = Windows(self)
        self.timekeeping = Timekeeping(self)
        self.company = Company(self)
        self._task = asyncio.create_task(self._work(), name=f"table {record.id}")

    # The mailbox

    def post(self, act: Act) -> None:
        """Do ``act`` when everything before it is done."""
        self._inbox.put_nowait(act)

    async def ask(self, act: Callable[[], Awaitable[T]]) -> T:
        """The outcome of ``act``, done when everything before it is done."""
        if self._task.done() or self._task.cancelling():
            raise Refusal("the table is being reloaded: try again", 503)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def acted() -> None:
            try:
                result = await act()
            except Refusal as refusal:
                if not answer.done():
                    answer.set_exception(refusal)
            else:
                if not answer.done():
                    answer.set_result(result)

        self._asked.add(answer)
        answer.add_done_callback(self._asked.discard)
        self.post(acted)
        return await answer

    async def _work(self) -> None:
        while True:
            act = await self._inbox.get()
            try:
                await act()
            except Exception as error:
                if is_lost(error):
                    log.error(
                        "table %s is reloaded, for nothing can be saved: %s", self.record.id, one_line(error)
                    )
                else:
                    log.exception("table %s is reloaded after an error", self.record.id)
                self.hall.forget(self)
                self.close(SERVICE_RESTART)

    @property
    def match_id(self) -> str:
        """The id of the table's match, as messages name it."""
        return id_text(self.record.match_id)

    @property
    def standing(self) -> Standing:
        """How far this room has followed its table."""
        match = self.playing
        return Standing(self.version, match.record.id if match else 0, match.n if match else 0)

    @property
    def idle(self) -> bool:
        """Whether the room may be let go of: nobody looks on and nothing is under way."""
        waiting = self._start_timer or self.absence or len(self.thinkers) or not self._inbox.empty()
        waiting = waiting or self.timekeeping.is_soon
        return not self.audience.viewers and not waiting

    def close(self, code: int) -> None:
        """Send everybody away (they may come back) and stop."""
        for viewer in self.audience.viewers:
            viewer.close(code)
        for answer in list(self._asked):
            answer.set_exception(Refusal("the table is being reloaded: try again", 503))
        if self._start_timer:
            self._start_timer.cancel()
        self.absence.stop()
        self.thinkers.stop()
        self.racing.close()
        self.windows.stop()
        self.timekeeping.stop()
        self._task.cancel()

    # The database

    async def open(self, news: News) -> None:
        """Load the match in play, or the last one; the first act of every room."""
        await self._follow(news)
        self.racing.resume()
        await self._settle()

    async def refresh(self) -> None:
        """Catch up with what other processes have saved, and tell it."""
        await self._catch_up()
        if self._stage:
            for place in {viewer.place for viewer in self.audience.viewers if not viewer.raw}:
                await self._prepare(self._stage, place)
        self._tell_events()
        await self._settle()

    async def _prepare(self, stage: Stage, place: int) -> None:
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
        self.playing, self._stage, self.kept = match, Stage(match, self.match_id), ""

    def _drop_match(self) -> None:
        """Another match is the table's: nothing of the one before is told or done any more."""
        self.playing, self._stage, self.kept = None, None, ""
        self._rest()
        self.racing.forget()
        self.windows.forget()
        self.timekeeping.forget()
        self.audience.start_anew()

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
            await self._settle()
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

    # Telling

    def tell_table(self, to: Viewer | None = None) -> None:
        grace = self.hall.settings.grace
        self.audience.tell_table(self.record, self.stand_ins, self.kept, to, grace)

    @property
    def stand_ins(self) -> set[int]:
        """The seats of the table that a bot plays in the place of their people."""
        return self.absence.stand_ins | {*self.record.handed}

    def _tell_events(self) -> None:
        if self.playing and self._stage and self.audience.viewers:
            self.audience.tell_arena(self.playing)
            self.audience.tell_events(self._stage, self.playing.n)

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
        await self._settle()
        self.tell_table()
        self._show(viewer, 0)
        self.racing.greet(viewer)
        self.windows.greet(viewer)
        self.timekeeping.tell(viewer)
        self.tell_presence()

    async def rename(self, guest: Guest) -> None:
        """Take over a guest's name and colour."""
        await self.change(lambda table: tables.rename(table, guest))

    async def leave(self, viewer: Viewer) -> None:
        """A connection is gone. The seat is kept; a bot plays on after the grace time."""
        self.audience.leave(viewer)
        self.tell_presence()
        self.tell_table()
        await self._settle()

    def tell_presence(self) -> None:
        """Tell other processes which seats' people look on through this one."""
        seated = {seat.guest for seat in self.record.seats}
        self.hall.bus.presence(self.record.id, self.audience.here & seated)

    async def others_here(self, process: str, guests: frozenset[str]) -> None:
        """Another process tells which guests look on through it."""
        self.audience.others(process, guests)
        self.tell_table()
        await self._settle()

    def _show(self, viewer: Viewer, after: int) -> None:
        """Show what has happened after event ``after``; with 0, for a newcomer, how things are now."""
        if self._stage and self.playing:
            self.audience.tell_arena(self.playing, viewer)
            text = events_text(self._stage, viewer, after) if after else arrival_text(self._stage, viewer)
            viewer.send(text)
            viewer.n = self.playing.n

    def _left_too_long(self, seat: int) -> None:
        self.post(partial(self._stand_in, seat))

    async def _stand_in(self, seat: int) -> None:
        if self.absence.replace(seat):
            self.tell_table()
        await self._settle()

    # Requests

    async def hear(self, viewer: Viewer, request: Wish, arrived: float) -> None:
        """Carry out what a connection asked for at ``arrived``, by the loop's clock; else refuse it."""
        try:
            if request.match_id not in ("", self.match_id) and not isinstance(request, Sync):
                raise Refusal("that match is no longer the table's: nothing was done")
            match request:
                case Play():
                    await self._play(viewer, request, arrived)
                case Resign(number):
                    make = playing.resign(self._plays(viewer))
                    await self._carry_out(viewer, number, RESIGN, make)
                case Sync(after, match_id):
                    await self._sync(viewer, after, match_id)
                case Earlier(until, after):
                    self.hall.stories.ask(viewer, self._match(), until, after)
                case Waive(number):
                    self.windows.waive(self._plays(viewer))
                    self._done(viewer, number)
                    await self._settle()
                case Showing(seconds):
                    self.windows.shows(self._plays(viewer), seconds)
                case React(word):
                    self.company.react(viewer, word)
                case Hurry():
                    self._hurry(self._plays(viewer))
                case Seed(seed):
                    await self._seed(viewer, seed)
                case Rematch(number):
                    over = self.record.match_id
                    await self.change(partial(self._vote, match_id=over, seat=self._seat(viewer)))
                    self.hall.caller.asks_again(self)
                    self._done(viewer, number)
        except Refusal as refusal:
            number = getattr(request, "request", 0)
            n = self.playing.n if self.playing else 0
            viewer.tell(Refused(number, refusal.why, n, self.match_id))

    def _vote(self, table: TableRecord, match_id: int, seat: int) -> None:
        tables.vote_rematch(table, match_id, seat, is_kept=bool(self.kept))

    def _done(self, viewer: Viewer, request: int, n: int | None = None) -> None:
        """Answer that ``request`` was carried out, as event ``n`` or after the last one."""
        last = self.playing.n if self.playing else 0
        viewer.tell(Done(request, last if n is None else n, self.match_id))

    async def _sync(self, viewer: Viewer, after: int, match_id: str) -> None:
        await self.refresh()
        if match_id not in ("", self.match_id):
            after = 0
        if not 0 <= after <= (self.playing.n if self.playing else 0):
            raise Refusal(f"there is no event {after}")
        if not after:
            self.tell_table(viewer)
        if self._stage and after and not viewer.raw:
            await self._prepare(self._stage, viewer.place)
        self._show(viewer, after)

    def _hurry(self, seat: int) -> None:
        """Bots make no pause until a person is awaited; not while one other than ``seat`` is."""
        awaited = self.playing.match.awaited if self.playing else ()
        if all(other == seat or self.bot_on(self.record.seat_at_table(other)) for other in awaited):
            self.thinkers.hurry()

    async def _seed(self, viewer: Viewer, seed: str) -> None:
        if len(seed) > 64 or not seed or any(digit not in "0123456789abcdef" for digit in seed):
            raise Refusal(f"a seed is 1 to 64 hexadecimal digits 0 to f: {seed[:20]!r}")
        seat = self._seat(viewer)
        await self.change(lambda table: tables.add_seed(table, seat, seed))

    def _seat(self, viewer: Viewer) -> int:
        if viewer.seat < 0:
            raise Refusal("you do not sit at this table")
        return viewer.seat

    def _plays(self, viewer: Viewer) -> int:
        """The viewer's seat in the match."""
        self._seat(viewer)
        if viewer.plays < 0:
            raise Refusal("you sit this match out")
        return viewer.plays

    def _match(self) -> Playing:
        if self.playing is None:
            raise Refusal(self.kept or "no match is being played yet")
        return self.playing

    async def _play(self, viewer: Viewer, wish: Play, arrived: float) -> None:
        request, event, after, hand = wish.request, wish.event, wish.after, wish.hand
        seat, match = self._plays(viewer), self._match()
        self.thinkers.allowance.anew()
        sent_again = viewer.guest and match.made_by(viewer.guest.id, request, seat, event)
        if not sent_again and self.racing.takes(viewer, request, event, arrived):
            return
        if self.racing.waits(seat, event, partial(self.hear, viewer, wish, arrived)):
            return
        if not sent_again:
            self.timekeeping.takes(viewer, arrived)
        if not sent_again and match.moved_on(seat, after):
            raise Refusal(f"the table has moved on to event {match.n} since event {after}: choose again")
        if not sent_again and self.windows.takes(seat, event):
            self._done(viewer, request)
            await self._settle()
            return
        make = playing.play(seat, event, checked_hand(hand) if hand else None)
        await self._carry_out(viewer, request, event, make)

    async def _carry_out(self, viewer: Viewer, request: int, event: int, make: Make) -> None:
        """Make the event that ``viewer`` asks for, once, and answer when it is saved."""
        seat, guest = self._plays(viewer), viewer.guest.id if viewer.guest else ""
        for _ in range(TRIES):
            match = self._match()
            if number := match.made_by(guest, request, seat, event):
                self._done(viewer, request, number)
                return
            if await self.act(make, guest, request, partial(self._done, viewer, request, match.n + 1)):
                return
        raise Refusal("the table is too busy: try again")

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
        match = self._match()
        before = match.n
        entries = match.make(make)
        times = self.timekeeping.moved(match, before)
        self._is_saving = True  # until then the match holds events that are not saved
        try:
            await self.hall.store.append(match.rows(entries, guest, request), times)
        except Taken:
            self.playing, self._stage = None, None
            await self.refresh()
            return False
        finally:
            self._is_saving = False
        self.timekeeping.adopt()
        self.hall.bus.changed(self.record.id)
        self._save_snapshot(match)
        also = then()
        self._tell_events()
        if also:
            self.audience.tell(also)
        await self._settle()
        return True

    def _save_snapshot(self, match: Playing) -> None:
        """Save the record where that is due; nobody waits for it, for the log is what counts."""
        snapshot = match.due_snapshot()
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

    async def _settle(self) -> None:
        """Start a match that is due, finish one that is over, let bots think and clocks run."""
        if self.record.phase == tables.PLAYING and self.playing:
            if self.playing.match.over:
                await self._finish(self.playing.record.id, self.playing.match)
            else:
                self._watch_seats()
                self.racing.look()
                self.windows.look()
                await self.timekeeping.settle()
                self._wake_bots()
                self.hall.caller.awaits(self)
        else:
            self._rest()
            self._prepare_start()

    async def _finish(self, match_id: int, match: Match) -> None:
        """Save that the match is over, at the table and with the match itself."""
        await self.change(
            lambda table: tables.finish(table, match_id, match),
            partial(finish_match, match_id=match_id, result=match.result),
        )
        self.hall.caller.ended(self)

    def _rest(self) -> None:
        """Nothing is to be done for seats: no match is being played."""
        self.absence.stop()
        self.thinkers.stop()
        self.racing.stop()
        self.windows.stop()
        self.timekeeping.stop()

    def _watch_seats(self) -> None:
        if self.record.patience.is_timed:
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
        match = self.playing.match if self.playing else None
        awaited = match.awaited if match else ()
        if not all(self.bot_on(self.record.seat_at_table(seat)) for seat in awaited):
            self.thinkers.relax()
        for seat in awaited:
            kind = self.bot_on(self.record.seat_at_table(seat))
            if match and kind and not self.racing.runs(seat) and not self.windows.holds(seat):
                pace = self.hall.settings.human_pace if self.record.pace == "human" else (0.0, 0.0)
                pause = max(random.uniform(*pace), self.racing.notice(seat))
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
        if self.racing.waits(seat, thought.event, partial(self._bot_moves, thought)):
            return
        self.thinkers.done(seat)
        match = self.playing.match if self.playing else None
        current = match and self.bot_on(self.record.seat_at_table(seat)) and seat in match.awaited
        current = current and not self.racing.runs(seat)
        fresh = match and current and match.seen(seat).tobytes() == thought.seen
        kept = fresh and self.windows.takes(seat, thought.event)
        if fresh and not kept and not self.racing.program_presses(seat, thought.event):
            await self.act(playing.play(seat, thought.event))
        else:
            await self._settle()

    def _prepare_start(self) -> None:
        """A match starts when every seat is filled and every person's seed is there, or was waited for."""
        ready = self.record.phase == tables.WAITING and self.record.full
        if self._start_timer and not ready:
            self._start_timer.cancel()
            self._start_timer = None
        if ready and self._start_timer is None:
            loop = asyncio.get_running_loop()
            self._start_timer = loop.call_later(self.hall.settings.seed_wait, self.post, self._start)
        if ready and all(seat in self.record.seeds for seat in self.record.people()):
            self.post(self._start)

    async def _start(self) -> None:
        if self._start_timer:
            self._start_timer.cancel()
            self._start_timer = None
        if self.record.phase != tables.WAITING or not self.record.full:
            return
        fresh = self.record.copy()
        match, rows = playing.start(fresh)
        tables.begin(fresh)

        def also(connection: Connection) -> None:
            records.add_match(connection, match.record)
            records.add_events(connection, rows)

        try:
            await self._save(fresh, also)
        except Taken:
            await self.refresh()
            return
        self._play_on(match)
        for viewer in self.audience.viewers:
            if not match.n:  # nothing has happened yet, and that is to be seen
                self._show(viewer, 0)
        self._tell_events()
        await self._settle()
