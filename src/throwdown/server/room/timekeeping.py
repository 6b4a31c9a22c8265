"""The clocks of one table: whose run, what everybody is told of them, and what happens when a time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from weakref import proxy

import msgspec
from sqlalchemy import Connection

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.log import OUT_OF_TIME, TAKE_BACK
from throwdown.server.errors import Refusal
from throwdown.server.room.judging import Judging
from throwdown.server.room.orders import NOBODY, Passes
from throwdown.server.room.served import Served
from throwdown.server.table import playing, tables
from throwdown.server.table.audience import Viewer
from throwdown.server.table.playing import Playing
from throwdown.server.table.tables import PERSON, PLAYING
from throwdown.server.timing import clocks
from throwdown.server.timing.alarm import Alarm
from throwdown.server.timing.clocks import Clocks, SeatClock
from throwdown.server.timing.patience import CLOCK, DAYS, MATCH, Patience
from throwdown.server.wire import SeatTime, Times

MOST_CREDIT = 1.0  # seconds for the way of a choice, there and back
LOOK_AGAIN = 600.0  # seconds at most until a timer is set anew
SOON = 900.0  # seconds; a table at which something is due so soon is kept open
PINGS = 5.0  # seconds between looks at how far away everybody is
UP = "your time was up: a bot makes this choice"
HANDED = "your time was up: a bot has your seat to the end of this match"


class Timekeeping:
    """The clocks of a table's match. At a live table there are none, and nothing here does anything."""

    def __init__(self, room: Served, judging: Judging) -> None:
        self._room = room
        self._judging = judging
        self.state: Clocks | None = None
        me: Timekeeping = proxy(self)  # a timer does not keep the clocks: see Room
        self._alarm = Alarm(lambda: room.post(me.ring))
        self._credit: dict[int, float] = {}  # seconds that the choice of a seat was on its way
        self._coming: Clocks | None = None  # what the clocks are once the events just made are saved
        self._told: dict[int, str] = {}  # the clocks as each seat was last told them

    # What the room asks

    @property
    def patience(self) -> Patience:
        """What the table has agreed about time."""
        return self._room.record.patience

    @property
    def is_soon(self) -> bool:
        """Whether something is due so soon that the table is kept open for it."""
        at = clocks.due(self.state, self.patience) if self.state else None
        return at is not None and at - self._now() < SOON

    @property
    def is_paused(self) -> bool:
        """Whether all clocks stand because the table agreed on that."""
        return self.state is not None and self.state.paused is not None

    def loaded(self, state: Clocks | None) -> None:
        """Take over the clocks as they are saved."""
        if state and state.match == self._room.record.match_id:
            self.state = state

    def forget(self) -> None:
        """Forget the clocks of this match, for another is coming."""
        self.stop()
        self.state, self._told = None, {}

    def stop(self) -> None:
        """Stop the timer: no match is being played, or the room is let go of."""
        self._alarm.set(None)

    def plays_for(self, seat: int) -> bool:
        """Whether a bot plays ``seat`` of the table because its person's time was up."""
        record = self._room.record
        return seat in record.handed or self._is_late(record.seat_in_match(seat))

    def left(self, seat: int) -> float | None:
        """Seconds that ``seat`` of the match has left; None where its clock does not run."""
        clock = self.state.seats[seat] if self.state and 0 <= seat < len(self.state.seats) else None
        if clock is None or clock.since is None:
            return None
        return clocks.left_of(clock, self.patience, self._now())

    def awaits(self, own: int) -> dict[int, float | None]:
        """The seats of the match that are awaited as ``own`` may know them, with the seconds that each has
        left, None where its clock does not run: while several choose in secret, of others all who began."""
        match, state = self._room.playing, self.state
        choosing = match.choosing(own) if match else ()
        told = {seat: self.left(seat) for seat in choosing if seat != CHANCE}
        if state is None or not state.together:
            return told
        others = {
            seat: clocks.left_of(clock, self.patience, self._now())
            for seat, clock in state.together.items()
            if seat != own
        }
        return told | others

    def takes(self, viewer: Viewer, arrived: float) -> None:
        """A choice of ``viewer`` arrived, by the loop's clock; refuses it where it came too late, or while
        the table pauses."""
        if self.is_paused or self._room.record.stands:
            raise Refusal("the table pauses: go on first")
        if self.state is None:
            return
        seat = viewer.plays
        if viewer.seat in self._room.record.handed:
            raise Refusal(HANDED)
        way = min(MOST_CREDIT, 2 * viewer.link.delay / 1000)
        self._credit[seat] = way + max(0.0, asyncio.get_running_loop().time() - arrived)
        if self._is_late(seat):
            raise Refusal(UP)

    def moved(self, match: Playing, before: int) -> Callable[[Connection], None] | None:
        """What saves the clocks together with the events after number ``before``; None where there are none.
        :meth:`adopt` takes over the same."""
        if self.state is None or match.match.over:
            return None
        fresh, entries = self.state.copy(), match.match.log[before:]
        back = entries[0].event == TAKE_BACK
        if back:
            clocks.go_back(fresh, self.patience, *self._taken_back(), self._now())
        elif any(entry.seat == CHANCE for entry in entries):
            fresh.past = []
        else:
            clocks.remember(fresh, self.patience, before + 1, self._now())
        acted = set[int]() if back else {entry.seat for entry in entries}
        self._run(fresh, acted)
        fresh.n = match.n
        self._coming = fresh
        return clocks.saving(fresh, self.patience)

    def _taken_back(self) -> tuple[int, set[int]]:
        """The number of the choice that is taken back, as the table agreed, and the seats of the match whose
        choices since then stay."""
        record = self._room.record
        if record.asking is None:
            return 0, set()
        number, _ = record.asked.get(record.asking.seat, (0, 0))
        return number, {record.seat_in_match(seat) for seat in record.asking.keeps}

    def adopt(self) -> None:
        """Take over the clocks that :meth:`moved` gave, for they are saved."""
        if self._coming is not None:
            self.state, self._coming = self._coming, None
        self._credit.clear()

    async def settle(self) -> None:
        """After every change of the table: let the right clocks run, tell them, and wait for what is due."""
        record, match = self._room.record, self._room.playing
        if not record.patience.is_timed or match is None or record.phase != PLAYING:
            return
        fresh = self.state.copy() if self.state else self._new(match)
        self._run(fresh, ())
        fresh.n = match.n
        if fresh != self.state:
            await self._save(fresh)
        self.tell()
        self._wait()

    async def change(self, op: Callable[[Clocks, float], None]) -> None:
        """Do ``op`` to the clocks, at this moment, and save them; refusals change nothing."""
        if self.state is None:
            raise Refusal("no clocks run at this table")
        fresh = self.state.copy()
        op(fresh, self._now())
        if fresh != self.state:
            await self._save(fresh)
        await self.settle()

    # Windows of cards, which passes are kept for

    @property
    def passes(self) -> Passes:
        """Who has let the last window pass, and what seats let pass for good, as saved."""
        if self.state is None or self.patience.kind != DAYS:
            return NOBODY
        return Passes(self.state.window, self.state.passed, self.state.waived)

    async def keep_passes(self, passes: Passes) -> None:
        """Save who has let the window pass: at a table over days the server may stop before it closes."""
        if self.state and self.patience.kind == DAYS:
            fresh = self.state.copy()
            fresh.window, fresh.passed, fresh.waived = (
                passes.window,
                sorted(passes.passed),
                dict(passes.waived),
            )
            if fresh != self.state:
                await self._save(fresh)

    # The clocks

    def _now(self) -> float:
        return self._room.hall.uptime.now()

    def _new(self, match: Playing) -> Clocks:
        return clocks.new_clocks(match.record.id, self._room.record.id, match.match.seats, self.patience)

    def _is_late(self, seat: int) -> bool:
        if self.state is None or not 0 <= seat < len(self.state.seats) or self.state.paused is not None:
            return False
        end = clocks.deadline(self.state.seats[seat], self.patience)
        return end is not None and self._now() - self._credit.get(seat, 0.0) >= end

    def _timed(self) -> set[int]:
        """The seats of the match whose clock is to run: people who are awaited, where nothing else measures
        their time."""
        match, record = self._room.playing, self._room.record
        if match is None or match.match.over:
            return set()
        seats = {
            seat
            for seat in match.match.awaited
            if seat < match.match.seats
            and record.seats[record.seat_at_table(seat)].kind == PERSON
            and record.seat_at_table(seat) not in record.handed
        }
        seats -= {*self._judging.racers}
        return seats - {*self._judging.in_windows} if self.patience.kind == CLOCK else seats

    def _run(self, state: Clocks, acted: Collection[int]) -> None:
        if state.paused is not None:
            return
        timed, now = self._timed(), self._now()
        clocks.run(state, self.patience, timed, acted, now, self._credit)
        match = self._room.playing
        if match is None or not match.has_secret_choices or not timed <= set(state.together):
            state.together = {}
        if len(timed) > 1 and not state.together:
            state.together = {seat: msgspec.structs.replace(state.seats[seat]) for seat in sorted(timed)}

    async def _save(self, fresh: Clocks) -> None:
        await self._room.hall.store.write(clocks.saving(fresh, self.patience))
        self.state = fresh
        self._room.hall.bus.changed(self._room.record.id)

    def _wait(self) -> None:
        at = clocks.due(self.state, self.patience) if self.state else None
        wait = None if at is None else min(LOOK_AGAIN, max(0.0, at - self._now()) + 0.01)
        self._alarm.set(None if wait is None else asyncio.get_running_loop().time() + wait)

    async def ring(self) -> None:
        """Do what is due; nothing where the timer rang too early."""
        room = self._room
        await room.refresh()
        state = self.state
        if state is None or room.record.phase != PLAYING or room.playing is None:
            return
        for seat in range(len(state.seats)):
            if self._is_late(seat):
                await self._end_of_time(seat)
            elif self._is_nearly_late(seat):
                await self.change(partial(_note_reminder, seat))
                room.hall.caller.reminds(room, seat)

    def _is_nearly_late(self, seat: int) -> bool:
        if self.state is None or self.patience.kind != DAYS or self.state.paused is not None:
            return False
        clock = self.state.seats[seat]
        left = clocks.left_of(clock, self.patience, self._now())
        near = left <= clocks.whole(self.patience) * clocks.REMINDED_AT
        return clock.since is not None and not clock.reminded and near

    async def _end_of_time(self, seat: int) -> None:
        room = self._room
        match = room.playing
        assert match
        if self._judging.lapses(seat) or self.patience.late != MATCH:
            room.post(room.refresh)  # the window may close, or a bot makes the choice
        elif match.match.seats == 2:
            await room.act(playing.resign(seat, OUT_OF_TIME))
        else:
            await room.change(partial(tables.hand_to_bot, number=room.record.seat_at_table(seat)))

    # Telling

    def tell(self, to: Viewer | None = None) -> None:
        """Tell everybody the clocks where something of them is new to them, or one as they are."""
        if self.state is None:
            return
        viewers = [to] if to else [*self._room.audience.viewers]
        seen = {own: repr(self._known(self.state, own)) for own in {viewer.plays for viewer in viewers}}
        for viewer in viewers:
            if to or seen[viewer.plays] != self._told.get(viewer.plays):
                viewer.tell(self._seen(viewer.plays))
        if to is None:
            self._told = seen

    def _known(self, state: Clocks, own: int) -> tuple[list[SeatClock], float | None]:
        """The clocks as ``own`` may know them: of others who choose in secret, as they were before."""
        seats = [
            clock if seat == own else state.together.get(seat, clock)
            for seat, clock in enumerate(state.seats)
        ]
        return seats, state.paused

    def _seen(self, own: int) -> Times:
        """The clocks as ``own`` is told them."""
        state = self.state
        assert state
        now = self._now() if state.paused is None else state.paused
        known, _ = self._known(state, own)
        seats = tuple(self._time_of(seat, clock, now) for seat, clock in enumerate(known))
        return Times(
            seats=seats,
            kind=self.patience.kind,
            whole=clocks.whole(self.patience) or float(self.patience.bank),
            increment=self.patience.increment,
            late=self.patience.late,
            paused=state.paused is not None,
            match_id=self._room.match_id,
        )

    def _time_of(self, seat: int, clock: SeatClock, now: float) -> SeatTime:
        left = clocks.left_of(clock, self.patience, now)
        return SeatTime(
            seat,
            round(max(0.0, left), 1),
            runs=clock.since is not None and clock.off <= now,
            off=round(max(0.0, clock.off - now), 1),
            vacation=clock.vacation,
        )

    def pings_every(self) -> float:
        """How many seconds apart everybody's distance is measured, where a bank of seconds counts; else 0."""
        is_on = self.state is not None and self.patience.kind == CLOCK and self._room.record.phase == PLAYING
        return PINGS if is_on else 0.0


def _note_reminder(seat: int, state: Clocks, _now: float) -> None:
    state.seats[seat].reminded = True
