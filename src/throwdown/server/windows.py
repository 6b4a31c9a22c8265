"""Windows of one table: who lets them pass, and when they close (KD-13).

A pass is kept here until the window closes and is told to nobody before: others see that it closed, not who
was asked and who had nothing to play. Whoever holds nothing that fits, or passes for all of them, passes by
itself; where several people play, every pass takes the time that somebody might have taken over it, drawn
from the same distribution whatever is held. A clock passes for those who do not answer.
"""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import TYPE_CHECKING

from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.timing import Window
from throwdown.server.audience import Viewer
from throwdown.server.clocks import FOREVER
from throwdown.server.errors import Refusal
from throwdown.server.patience import DAYS
from throwdown.server.reactions import pause
from throwdown.server.wire import Clock

if TYPE_CHECKING:
    from throwdown.server.room import Room

A_STEP, MOST = 3.0, 8.0  # seconds granted for showing what came before: for each event, and in all
HARDLY = 0.1  # seconds by which no clock is moved
NO_CLOCK = 3600.0  # seconds that a window without a clock may stay open


class Windows:
    """The windows of one table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._open: dict[int, Window] = {}  # by seat of the match
        self._found_at: tuple[Match | None, int] = (None, 0)  # when these were found
        self._found_last: dict[int, Window] = {}
        self._key = ""
        self._ready: dict[int, float] = {}  # the loop's time at which a seat's pass may be taken as made
        self._passed: set[int] = set()
        self._waived: dict[int, str] = {}  # the span for which a seat passes
        self._told: dict[Viewer, tuple[bool, bool, bool]] = {}
        self._ends = self._whole = self._latest = 0.0
        self.told_until = 0  # the last event when the last window opened
        self._timer: asyncio.TimerHandle | None = None
        self.rng: random.Random = random.SystemRandom()

    # What the room asks

    def look(self) -> None:
        """After every change of the table: open a window, or close one that is done."""
        found = self._found()
        if not found:
            self.stop()
            return
        key = next(iter(found.values())).key
        before, self._open = self._key, found
        if key != before:
            self._begin(key)
            self._restore(key)
        for seat in [*self._passed]:
            if seat not in found:
                self._passed.discard(seat)
        self._pass_by_themselves()
        if self._room.record.patience.kind == DAYS:
            kept = partial(self._room.timekeeping.keep_passes, key, {*self._passed}, {**self._waived})
            self._room.post(kept)
        self._tell()
        self._wait()

    def stop(self) -> None:
        """No window is open."""
        if self._told:
            self._room.audience.tell(Clock(match_id=self._room.match_id))
        self._open, self._key = {}, ""
        self._told.clear()
        self._passed.clear()
        self._cancel()

    def forget(self) -> None:
        """Another match is coming: nobody has waived anything in it."""
        self.stop()
        self._waived.clear()
        self.told_until = 0

    def greet(self, viewer: Viewer) -> None:
        """Tell a newcomer of the window that is open."""
        if self._key:
            self._told.pop(viewer, None)
            self._tell()

    def takes(self, seat: int, event: int) -> bool:
        """Whether ``event`` lets the window pass: then it is kept until the window closes."""
        window = self._found().get(seat)
        if window is None or event not in (window.passing, window.aside):
            return False
        if event == window.aside:
            self._waived[seat] = window.span
        if window.key != self._key:
            self.look()
        self._passed.add(seat)
        return True

    def waive(self, seat: int) -> None:
        """Let all windows pass for ``seat`` that have the span of the one that is open."""
        window = self._found().get(seat)
        if window is None or not window.span:
            raise Refusal("there is no window that could be passed")
        self._waived[seat] = window.span

    def shows(self, seat: int, seconds: float) -> None:
        """The page of ``seat`` is still showing what came before the window: its clock begins when it has, or
        when all that was told since the last window could have been shown."""
        if seat not in self._open or not self._whole:
            return
        ends = min(asyncio.get_running_loop().time() + seconds, self._latest) + self._whole
        if ends > self._ends + HARDLY:
            self._ends = ends
            self._told.clear()
            self._tell()
            self._wait()

    @property
    def seats(self) -> set[int]:
        """The seats that may let a window pass now."""
        return set(self._found())

    def lapses(self, seat: int) -> bool:
        """Whether ``seat``, whose time is up, is in a window: then it passes."""
        window = self._found().get(seat)
        return window is not None and self.takes(seat, window.passing)

    def holds(self, seat: int) -> bool:
        """Whether the pass of ``seat`` is kept."""
        return seat in self._passed

    @property
    def closes_at(self) -> float | None:
        """When the window closes, by the loop's clock, if nothing more happens; None where none is open."""
        return self._timer.when() if self._timer else None

    # The window

    def _found(self) -> dict[int, Window]:
        """The windows that are open, by seat; worked out once for each event."""
        match = self._room.playing.match if self._room.playing else None
        if match is None or match.over:
            return {}
        at = (match, len(match.log))  # a match that is reloaded is another object
        if at != self._found_at:
            self._found_at, self._found_last = at, self._windows_of(match)
        return self._found_last

    def _windows_of(self, match: Match) -> dict[int, Window]:
        timing = match.game.timing
        view = match.truth()
        found = {seat: timing.window(view, seat, match.legal_events(seat)) for seat in match.awaited}
        return {seat: window for seat, window in found.items() if window}

    def _begin(self, key: str) -> None:
        """A window opens: its clock starts, and it is drawn how long each seat's pass takes."""
        now = asyncio.get_running_loop().time()
        self._key, self._whole = key, self._stated()
        self._told.clear()
        self._ends = now + (self._whole or self._patience)
        n = self._room.playing.n if self._room.playing else 0
        self._latest = now + min(MOST, A_STEP * max(0, n - self.told_until))
        self.told_until = n
        self._passed.clear()
        several = len(self._room.record.people()) > 1
        most = 0.5 * (self._whole or NO_CLOCK)
        self._ready = {
            seat: now + (pause(window.brisk, most, self.rng) if several else 0.0)
            for seat, window in sorted(self._open.items())
        }

    def _restore(self, key: str) -> None:
        """Take over who let the window pass before this server began."""
        passed, waived = self._room.timekeeping.passes(key)
        self._passed.update(passed)
        self._waived = {**waived, **self._waived}

    def _stated(self) -> float:
        """The seconds that the table has given its windows; 0: no clock, as against bots alone if the table
        does not state one."""
        match, record = self._room.playing, self._room.record
        if match is None:
            return 0.0
        if record.patience.kind == DAYS:
            return 0.0
        clock = match.match.game.timing.clock
        if len(record.people()) < 2 and clock(record.values) is None:
            return 0.0
        return float(clock(match.match.values) or 0)

    @property
    def _patience(self) -> float:
        """Seconds that a window without a clock stays open: over days each seat has its own time."""
        return FOREVER if self._room.record.patience.kind == DAYS else NO_CLOCK

    def _pass_by_themselves(self) -> None:
        self._passed |= {
            seat for seat, window in self._open.items() if not window.fits or self._is_waived(seat)
        }

    def _is_waived(self, seat: int) -> bool:
        window = self._open.get(seat)
        return window is not None and bool(window.span) and self._waived.get(seat) == window.span

    def _wait(self) -> None:
        """Close the window as soon as every pass is as good as made, or the clock has run out."""
        self._cancel()
        match = self._room.playing.match if self._room.playing else None
        everybody: set[int] = set(match.awaited) if match else set()
        now = asyncio.get_running_loop().time()
        at = self._ends
        if self._passed >= everybody:
            at = min(at, max(self._ready.get(seat, now) for seat in everybody))
        act = partial(self._close, self._key, self._room.match_id)
        self._timer = asyncio.get_running_loop().call_later(max(0.0, at - now), self._room.post, act)

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    async def _close(self, key: str, match_id: str) -> None:
        """Make all passes as one, in the order of the seats, however they came."""
        if (key, match_id) != (self._key, self._room.match_id) or self._room.playing is None:
            return
        passes = {seat: window.passing for seat, window in sorted(self._found().items())}

        def make(match: Match) -> list[Entry]:
            return [entry for seat, event in passes.items() for entry in match.play(seat, event)]

        self._key = ""
        await self._room.act(make)

    # Telling

    def _tell(self) -> None:
        """Tell each seat what is new of its own: nobody hears anything when another passes."""
        own = {
            seat: (seat in self._open, seat in self._passed, self._is_waived(seat))
            for seat in range(MAX_SEATS)
        }
        for viewer in self._room.audience.viewers:
            state = own.get(viewer.plays, (True, False, False))
            if self._told.get(viewer) != state:
                self._told[viewer] = state
                viewer.tell(self._clock(viewer.plays))

    def _clock(self, seat: int) -> Clock:
        """What ``seat`` may know of the window: when it closes at the latest, and of its own pass. Who has to
        act while others may play cards has no clock."""
        if 0 <= seat < MAX_SEATS and seat not in self._open:
            return Clock(match_id=self._room.match_id)
        left = max(0.1, self._ends - asyncio.get_running_loop().time())
        window = self._open.get(seat)
        return Clock(
            left=round(left, 1) if self._whole else 0.1,
            whole=self._whole,
            passed=seat in self._passed,
            idle=window is not None and not window.fits,
            waived=self._is_waived(seat),
            lasts=window.lasts if window else "",
            match_id=self._room.match_id,
        )
