"""Windows of one table: who lets them pass, and when they close.

A pass is kept here until the window closes and is told to nobody before: others see that it closed, not who
was asked and who had nothing to play. Whoever holds nothing that fits, or passes for all of them, passes by
itself; where several people play, every pass takes the time that somebody might have taken over it, drawn
from the same distribution whatever is held. So does that of a program beside one person, where bots move at a
person's pace; and one that searches takes time to think, also where it has nothing to think about.
A clock passes for those who do not answer.

Windows are told :class:`Facts` and return orders. They wait for nothing: :attr:`Windows.due` says when a
window closes, by :meth:`Windows.ring`.
"""

from __future__ import annotations

import random

from throwdown import bots
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.timing import Window
from throwdown.server.errors import Refusal
from throwdown.server.races.reactions import pause, thought
from throwdown.server.room.orders import Facts, Keep, Order, Passes, Save, Tell
from throwdown.server.table.audience import Viewer
from throwdown.server.timing.clocks import FOREVER
from throwdown.server.timing.patience import DAYS
from throwdown.server.wire import Clock

A_STEP, MOST = 3.0, 8.0  # seconds granted for showing what came before: for each event, and in all
HARDLY = 0.1  # seconds by which no clock is moved
NO_CLOCK = 3600.0  # seconds that a window without a clock may stay open
EARLY = 0.001  # seconds that a timer may ring before its time, by rounding


class Windows:
    """The windows of one table."""

    def __init__(self) -> None:
        self._open: dict[int, Window] = {}  # by seat of the match
        self._found_at: tuple[Match | None, int] = (None, 0)  # when these were found
        self._found_last: dict[int, Window] = {}
        self._key = ""
        self._ready: dict[int, float] = {}  # the loop's time at which a seat's pass may be taken as made
        self._thought: dict[int, float] = {}  # and at which a program has thought at the soonest
        self._passed: set[int] = set()
        self._waived: dict[int, str] = {}  # the span for which a seat passes
        self._told: dict[Viewer, tuple[bool, bool, bool]] = {}
        self._ends = self._whole = self._latest = 0.0
        self.told_until = 0  # the last event when the last window opened
        self.due: float | None = None  # when the window closes, by the loop's clock; None: none is open
        self.rng: random.Random = random.SystemRandom()

    # What the room asks

    def look(self, facts: Facts) -> list[Order]:
        """After every change of the table: open a window, or close one that is done."""
        found = self.found(facts)
        if not found:
            return self.stop(facts)
        key = next(iter(found.values())).key
        before, self._open = self._key, found
        if key != before:
            self._begin(facts, key)
            self._restore(facts, key)
        for seat in [*self._passed]:
            if seat not in found:
                self._passed.discard(seat)
        self._pass_by_themselves()
        orders: list[Order] = []
        if facts.table.patience.kind == DAYS:
            orders.append(Keep(Passes(key, {*self._passed}, {**self._waived})))
        orders += self._tell(facts)
        self._wait(facts)
        return orders

    def ring(self, facts: Facts) -> list[Order]:
        """Where the window closes now: make all passes as one, in the order of the seats."""
        if not self._key or self.due is None or facts.now < self.due - EARLY:
            return []
        passes = {seat: window.passing for seat, window in sorted(self.found(facts).items())}

        def make(match: Match) -> list[Entry]:
            return [entry for seat, event in passes.items() for entry in match.play(seat, event)]

        self._key, self.due = "", None
        return [Save(make)]

    def stop(self, facts: Facts) -> list[Order]:
        """Close the window, if one is open, without passes."""
        orders: list[Order] = [Tell(Clock(match_id=facts.match_id))] if self._told else []
        self._open, self._key, self.due = {}, "", None
        self._told.clear()
        self._passed.clear()
        return orders

    def forget(self, facts: Facts) -> list[Order]:
        """Forget this match, for another is coming, in which nobody has waived anything."""
        orders = self.stop(facts)
        self._waived.clear()
        self.told_until = 0
        return orders

    def greet(self, facts: Facts, viewer: Viewer) -> list[Order]:
        """Tell a newcomer of the window that is open."""
        if not self._key:
            return []
        self._told.pop(viewer, None)
        return self._tell(facts)

    def takes(self, facts: Facts, seat: int, event: int) -> list[Order] | None:
        """Keep ``event``, which lets the window pass, until the window closes; None where it is no such
        event."""
        window = self.found(facts).get(seat)
        if window is None or event not in (window.passing, window.aside):
            return None
        if event == window.aside:
            self._waived[seat] = window.span
        orders = self.look(facts) if window.key != self._key else []
        self._passed.add(seat)
        return orders

    def waive(self, facts: Facts, seat: int) -> None:
        """Let all windows pass for ``seat`` that have the span of the one that is open."""
        window = self.found(facts).get(seat)
        if window is None or not window.span:
            raise Refusal("there is no window that could be passed")
        self._waived[seat] = window.span

    def shows(self, facts: Facts, seat: int, seconds: float) -> list[Order]:
        """The page of ``seat`` is still showing what came before the window: its clock begins when it has, or
        when all that was told since the last window could have been shown."""
        if seat not in self._open or not self._whole:
            return []
        ends = min(facts.now + seconds, self._latest) + self._whole
        if ends <= self._ends + HARDLY:
            return []
        self._ends = ends
        self._told.clear()
        self._wait(facts)
        return self._tell(facts)

    def lapses(self, facts: Facts, seat: int) -> list[Order] | None:
        """Let the window pass for ``seat``, whose time is up; None where it is in no window."""
        window = self.found(facts).get(seat)
        return None if window is None else self.takes(facts, seat, window.passing)

    def holds(self, seat: int) -> bool:
        """Whether the pass of ``seat`` is kept."""
        return seat in self._passed

    def ready_in(self, facts: Facts, seat: int) -> float | None:
        """The seconds until a pass of ``seat`` is as good as made, which is how long a program takes that has
        to choose; None where it is in no window."""
        return max(0.0, self._ready[seat] - facts.now) if self._key and seat in self._ready else None

    def hurry(self, facts: Facts) -> None:
        """Programs make no pause in the window that is open."""
        for seat in self._ready.keys() & facts.programs.keys():
            self._ready[seat] = min(self._ready[seat], max(facts.now, self._thought[seat]))
        if self._key:
            self._wait(facts)

    # The window

    def found(self, facts: Facts) -> dict[int, Window]:
        """The windows that are open, by seat of the match; worked out once for each event."""
        match = facts.match
        if match is None:
            return {}
        at = (match, len(match.log))  # a match that is reloaded is another object
        if at != self._found_at:
            self._found_at, self._found_last = at, self._windows_of(match)
        return self._found_last

    def _windows_of(self, match: Match) -> dict[int, Window]:
        timing = match.game.timing
        if not timing.has_one:
            return {}
        view = match.truth()
        found = {seat: timing.window(view, seat, match.legal_events(seat)) for seat in match.awaited}
        return {seat: window for seat, window in found.items() if window}

    def _begin(self, facts: Facts, key: str) -> None:
        """Open a window: start its clock, and draw how long each seat's pass takes."""
        self._key, self._whole = key, _stated(facts)
        self._told.clear()
        self._ends = facts.now + (self._whole or _patience(facts))
        self._latest = facts.now + min(MOST, A_STEP * max(0, facts.n - self.told_until))
        self.told_until = facts.n
        self._passed.clear()
        several = len(facts.table.people()) > 1
        most = 0.5 * (self._whole or NO_CLOCK)
        self._thought = {seat: facts.now + _thought(facts, seat) for seat in self._open}
        self._ready = {}
        for seat, window in sorted(self._open.items()):
            is_paced = several or (seat in facts.programs and facts.table.pace == "human")
            takes = pause(window.brisk, most, self.rng, is_alone=not several) if is_paced else 0.0
            self._ready[seat] = max(facts.now + takes, self._thought[seat])

    def _restore(self, facts: Facts, key: str) -> None:
        """Take over who let the window pass before this server began."""
        if facts.passes.window == key:
            self._passed.update(facts.passes.passed)
        self._waived = {**facts.passes.waived, **self._waived}

    def _pass_by_themselves(self) -> None:
        self._passed |= {
            seat for seat, window in self._open.items() if not window.fits or self._is_waived(seat)
        }

    def _is_waived(self, seat: int) -> bool:
        window = self._open.get(seat)
        return window is not None and bool(window.span) and self._waived.get(seat) == window.span

    def _wait(self, facts: Facts) -> None:
        """Close the window as soon as every pass is as good as made, or the clock has run out."""
        everybody = set(facts.match.awaited) if facts.match else set[int]()
        at = self._ends
        if self._passed >= everybody:
            at = min(at, max(self._ready.get(seat, facts.now) for seat in everybody))
        self.due = max(at, facts.now)

    # Telling

    def _tell(self, facts: Facts) -> list[Order]:
        """Tell each seat what is new of its own: nobody hears anything when another passes."""
        own = {
            seat: (seat in self._open, seat in self._passed, self._is_waived(seat))
            for seat in range(MAX_SEATS)
        }
        orders: list[Order] = []
        for viewer in facts.viewers:
            state = own.get(viewer.plays, (True, False, False))
            if self._told.get(viewer) != state:
                self._told[viewer] = state
                orders.append(Tell(self._clock(facts, viewer.plays), viewer))
        return orders

    def _clock(self, facts: Facts, seat: int) -> Clock:
        """What ``seat`` may know of the window: when it closes at the latest, and of its own pass. Who has to
        act while others may play cards has no clock."""
        if 0 <= seat < MAX_SEATS and seat not in self._open:
            return Clock(match_id=facts.match_id)
        left = max(0.1, self._ends - facts.now)
        window = self._open.get(seat)
        return Clock(
            left=round(left, 1) if self._whole else 0.1,
            whole=self._whole,
            passed=seat in self._passed,
            idle=window is not None and not window.fits,
            waived=self._is_waived(seat),
            lasts=window.lasts if window else "",
            match_id=facts.match_id,
        )


def _stated(facts: Facts) -> float:
    """The seconds that the table has given its windows; 0: no clock, as against bots alone where they are
    those that the game has."""
    if facts.playing is None or facts.table.patience.kind == DAYS:
        return 0.0
    match = facts.playing.match
    clock = match.game.timing.clock
    stated = float(clock(match.values) or 0)
    if len(facts.table.people()) < 2 and stated == clock(match.game.own_values):
        return 0.0
    return stated


def _thought(facts: Facts, seat: int) -> float:
    """Seconds that the program on ``seat`` takes at least; 0 for a person, or where it does not search."""
    kind = facts.programs.get(seat, "")
    return thought() if kind and bots.allowance(kind) else 0.0


def _patience(facts: Facts) -> float:
    """Seconds that a window without a clock stays open: over days each seat has its own time."""
    return FOREVER if facts.table.patience.kind == DAYS else NO_CLOCK
