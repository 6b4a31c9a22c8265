"""Gives the races and windows of one table their facts, and carries out what they order."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from functools import partial
from weakref import proxy

from throwdown.server.errors import Refusal
from throwdown.server.room.live_races import LiveRaces
from throwdown.server.room.mailbox import Act
from throwdown.server.room.orders import Delay, Facts, Keep, Order, Save, Tell
from throwdown.server.room.pings import Pings
from throwdown.server.room.served import Served
from throwdown.server.room.windows import Windows
from throwdown.server.table.audience import Viewer
from throwdown.server.table.evidence import Pressed
from throwdown.server.timing.alarm import Alarm
from throwdown.server.wire import Message

ELSEWHERE = "another event was faster: look at the table, and press again"


class Judging:
    """The judge of races and windows at a table, with their timers.

    ``live_races`` and ``windows`` know no room: they return orders. A choice that is to be made at once goes
    past them; a press or a pass is kept by them until its time has come.
    """

    def __init__(self, room: Served) -> None:
        self._room = room
        self.live_races = LiveRaces(room.hall.settings.race_count, room.hall.settings.race_roll)
        self.windows = Windows()
        me: Judging = proxy(self)  # timers do not keep the judge: see Room
        self._pings = Pings(room.audience, lambda: me._pings_every())
        self._race_alarm = Alarm(lambda: me._wake(me.live_races))
        self._window_alarm = Alarm(lambda: me._wake(me.windows))

    @property
    def facts(self) -> Facts:
        """The state of the table now. Who is a program is looked up only in games with presses or passes."""
        room = self._room
        match = room.playing.match if room.playing else None
        programs = {
            seat: kind
            for seat in range(match.seats if match and match.game.timing.has_one else 0)
            if (kind := room.bot_on(room.record.seat_at_table(seat)))
        }
        now, viewers = asyncio.get_running_loop().time(), room.audience.viewers
        return Facts(now, room.record, room.match_id, room.playing, viewers, programs, room.passes)

    @property
    def is_needed(self) -> bool:
        """Whether the match is one of a game that has races or windows: elsewhere no act needs a judge."""
        playing = self._room.playing
        return playing is not None and playing.match.game.timing.has_one

    # What follows from how things stand

    def look(self) -> None:
        """Carry out what follows for races and windows; due after every change while a match is played, where
        this is needed."""
        facts = self.facts
        self._carry_out([*self.live_races.look(facts), *self.windows.look(facts)])

    def go_on(self) -> None:
        """Measure how far away viewers are; due where races are judged or clocks run."""
        self._pings.go_on()

    def resume(self) -> None:
        """Take up a match that was found in the database."""
        self.live_races.resume(self.facts)

    def admit(self, viewer: Viewer) -> None:
        """Let a newcomer see nothing of a live race sooner than others; due before they are told anything."""
        if self.is_needed:
            self._carry_out(self.live_races.admit(self.facts, viewer))

    def greet(self, viewer: Viewer) -> None:
        """Tell a newcomer of the race or the window that is on."""
        facts = self.facts
        self._carry_out([*self.live_races.greet(facts, viewer), *self.windows.greet(facts, viewer)])

    def stop(self) -> None:
        """Stop, for no match is being played."""
        facts = self.facts
        self._carry_out([*self.live_races.stop(facts), *self.windows.stop(facts)])

    def forget(self) -> None:
        """Forget this match, for another is coming: nothing of it is told any more."""
        facts = self.facts
        self._carry_out([*self.live_races.forget(facts), *self.windows.forget(facts)])

    def close(self) -> None:
        """Stop for good, for the room is let go of."""
        self.stop()
        self._pings.stop()

    # What is asked

    @property
    def racers(self) -> Collection[int]:
        """The seats of the match that may press in a live race just now."""
        heat = self.live_races.heat(self.facts) if self.is_needed else None
        return heat.presses if heat else ()

    @property
    def in_windows(self) -> Collection[int]:
        """The seats of the match that may let a window pass just now."""
        return self.windows.found(self.facts) if self.is_needed else ()

    def races(self, seat: int) -> bool:
        """Whether ``seat`` of the match races, or is about to."""
        return self.live_races.runs(self.facts, seat)

    def free(self, seats: Iterable[int]) -> dict[int, float]:
        """Those of ``seats`` whose programs may think, for they neither race nor have passed: by seat
        the seconds until its program notices that it may press in a race without a count."""
        facts = self.facts
        free = [
            each for each in seats if not self.live_races.runs(facts, each) and not self.windows.holds(each)
        ]
        return {seat: self.live_races.notice(facts, seat) for seat in free}

    def ready_in(self, seat: int) -> float | None:
        """The seconds that the program on ``seat`` takes over a window of cards; None where it is in none."""
        return self.windows.ready_in(self.facts, seat) if self.is_needed else None

    def hurry(self) -> None:
        """Programs make no pause in the window that is open."""
        if self.is_needed:
            self.windows.hurry(self.facts)
            self._carry_out(())

    def puts_off(self, seat: int, event: int, act: Act) -> bool:
        """Whether ``event`` of ``seat`` waits until presses before it are judged; ``act`` is done then."""
        wait = self.live_races.waits(self.facts, seat, event) if self.is_needed else 0.0
        if wait:
            asyncio.get_running_loop().call_later(wait, self._room.post, act)
        return wait > 0

    def takes_press(self, viewer: Viewer, request: int, event: int, arrived: float) -> bool:
        """Whether ``event``, which arrived at ``arrived`` by the loop's clock, is a press of a race, and is
        judged from here on; refuses a press that cannot be."""
        return self.is_needed and self._taken(
            self.live_races.takes(self.facts, viewer, request, event, arrived)
        )

    def takes_pass(self, seat: int, event: int) -> bool:
        """Whether ``event`` lets a window pass: then it is kept until the window closes."""
        return self.is_needed and self._taken(self.windows.takes(self.facts, seat, event))

    def takes_of_program(self, seat: int, event: int) -> bool:
        """Whether ``event``, chosen by a program, is a pass or a press, and is kept or judged."""
        facts = self.facts
        orders = self.windows.takes(facts, seat, event)
        return self._taken(self.live_races.program_presses(facts, seat, event) if orders is None else orders)

    def lapses(self, seat: int) -> bool:
        """Let a window pass for ``seat``, whose time is up; False where it is in none."""
        return self._taken(self.windows.lapses(self.facts, seat))

    def waive(self, seat: int) -> None:
        """Let all windows pass for ``seat`` that last as long as the one that is open."""
        self.windows.waive(self.facts, seat)

    def shows(self, seat: int, seconds: float) -> None:
        """Note that the page of ``seat`` is still showing what came before a window."""
        self._carry_out(self.windows.shows(self.facts, seat, seconds))

    # Orders

    def _taken(self, orders: list[Order] | None) -> bool:
        self._carry_out(orders or ())
        return orders is not None

    def _carry_out(self, orders: Iterable[Order]) -> Save | None:
        """Do what was ordered, and wait for what is wanted next; an event that is to be made is returned."""
        save = None
        for order in orders:
            match order:
                case Tell(message, to):
                    (to or self._room.audience).tell(message)
                case Delay(viewer, seconds):
                    viewer.lag = seconds
                case Keep(passes):
                    self._room.post(partial(self._room.keep_passes, passes))
                case Save():
                    save = order
        self._race_alarm.set(self.live_races.due)
        self._window_alarm.set(self.windows.due)
        return save

    def _wake(self, part: LiveRaces | Windows) -> None:
        self._room.post(partial(self._ring, part))

    async def _ring(self, part: LiveRaces | Windows) -> None:
        """The time of a race or a window has come: make one event after the other that is due."""
        while save := self._carry_out(part.ring(self.facts)):
            await self._make(save)

    async def _make(self, save: Save) -> None:
        """Make an event, with the times of the presses that it comes from."""
        match = self._room.playing
        if match is None:
            return
        n = match.n + 1
        if save.presses:
            match.presses[n] = Pressed([*save.presses])

        is_saved, why = False, ELSEWHERE

        def saved() -> Message | None:
            nonlocal is_saved
            is_saved = True
            told, verdict = save.saved(self.facts)
            self._carry_out(told)
            return verdict

        try:
            await self._room.act(save.make, save.guest, save.request, saved)
        except Refusal as refusal:
            why = refusal.why
        if not is_saved:
            self._carry_out(save.refused(self.facts, why))
        if save.presses and (self._room.playing is not match or match.n < n):
            match.presses.pop(n, None)  # it was not made, or another event is number n

    def _pings_every(self) -> float:
        """How many seconds apart viewers are pinged; 0: not at all."""
        if not self.is_needed:
            return self._room.pings_every()
        facts = self.facts
        self._carry_out(self.live_races.equalise(facts))
        wanted = (self.live_races.every(facts), self._room.pings_every())
        return min(filter(None, wanted), default=0.0)
