"""The buzzer of a refereed table: a phone each, and the screens that lie on the table for whoever has none.

Presses are judged as in a live race at a table online (:mod:`throwdown.server.races.presses`): the way to
every screen is measured by pings, a press counts from when it must have been made, and who was first is said
once no earlier press can be under way. Whether what they have matches, the people say. Of a buzzer nothing is
saved but what was judged, as soon as it is said: a server that is started again has one at which nobody has
begun.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from throwdown.kernel.presses import Buzzed
from throwdown.kernel.timing import Judged
from throwdown.server.errors import Refusal
from throwdown.server.races.presses import Press, Race, TooEarly, TooFast
from throwdown.server.room.lines import are_known, nearest
from throwdown.server.room.live_races import EARLY, OFTEN, PATIENCE, SELDOM, SOON
from throwdown.server.room.pings import Pings
from throwdown.server.table.audience import Audience, Viewer
from throwdown.server.timing.alarm import Alarm
from throwdown.server.wire.buzzer import COUNT, RUN, SET, TOLD, Buzzer, Stage

SILENT = 1500.0  # ms without an answer to a ping, after which a count is stopped
LATE = 1500.0  # ms after the first press in which it is still told by how much another was later
MOST = 50  # rounds that are kept of a match
TOO_EARLY = "before Go: it does not count, and nothing is lost"


class SharedBuzzer:
    """The buzzer of one table, for the players called ``names``; ``count`` seconds are counted in.

    ``save`` is told of every round as it is judged, and where others pressed after that again, with what it
    takes the place of.
    """

    def __init__(
        self, names: Sequence[str], count: float, save: Callable[[Buzzed | None, Buzzed], None]
    ) -> None:
        self.audience = Audience()
        self._save = save
        self._names = names
        self._count = 1000 * count
        self._pings = Pings(self.audience, self._every)
        self._alarm = Alarm(self._ring)
        self._heard: dict[Viewer, float] = {}  # ms: when a screen last answered
        self._shared: frozenset[int] = frozenset()  # seats with an area on the screens that lie on the table
        self._set("")

    def _set(self, why: str) -> None:
        """Nothing is on; ``why`` says why a count was stopped."""
        self._stage: Stage = SET
        self._why, self._race = why, None
        self._racers: tuple[int, ...] = ()
        self._asked_at = 0.0
        self._n = 0
        self._early: set[int] = set()
        self._out: set[int] = set()
        self._presses: list[Press] = []  # all of this race but those of seats that are out
        self._measured: dict[int, float] = {}  # ms: the way to each seat's screen as its press came
        self._certain: deque[tuple[Press, ...]] = deque()
        self._first: tuple[Press, ...] = ()
        self._saved: Buzzed | None = None  # of who was first now
        self._alarm.set(None)

    # Who is here

    def join(self, viewer: Viewer) -> None:
        """Another screen: ``viewer.plays`` is the seat that it is the phone of, -1 where it lies on the
        table."""
        self.audience.join(viewer)
        self._heard[viewer] = _now()
        self._pings.go_on()
        self._came_or_went()

    def leave(self, viewer: Viewer) -> None:
        """A screen is gone. A count that it raced in is stopped; after Go the others go on."""
        self.audience.leave(viewer)
        self._heard.pop(viewer, None)
        if not self.audience.viewers:
            self._pings.stop()
            self._settle()
            self._set("")
        self._came_or_went()

    def reseat(self, holders: dict[int, str]) -> None:
        """Give every screen the seat that its guest's phone now holds."""
        seats = {guest: seat for seat, guest in holders.items()}
        for viewer in self.audience.viewers:
            viewer.plays = seats.get(viewer.guest.id, -1) if viewer.guest else -1
        self._came_or_went()

    def _came_or_went(self) -> None:
        gone = [seat for seat in self._racers if not self._screens(seat)]
        if gone and self._is_counting:
            self._stop(gone)
        self._tell()

    def _spread(self) -> None:
        """Screens that lie on the table have the areas of all whose phones are not here. While something is
        on, nothing moves under fingers."""
        if self._stage != SET:
            return
        phones = {viewer.plays for viewer in self.audience.viewers}
        lies = -1 in phones
        self._shared = frozenset(seat for seat in range(len(self._names)) if lies and seat not in phones)

    def _screens(self, seat: int) -> list[Viewer]:
        """Where ``seat`` presses."""
        plays = -1 if seat in self._shared else seat
        return [viewer for viewer in self.audience.viewers if viewer.plays == plays]

    def _areas(self, viewer: Viewer) -> tuple[int, ...]:
        """The seats with an area on this screen."""
        if viewer.plays >= 0:
            return () if viewer.plays in self._shared else (viewer.plays,)
        return tuple(sorted(self._shared))

    def _named(self, seats: Iterable[int]) -> str:
        return " and ".join(self._names[seat] for seat in seats)

    # The count

    @property
    def _is_counting(self) -> bool:
        return self._stage == COUNT and (self._race is None or _now() < self._race.begins)

    def begin(self, seats: Sequence[int], n: int) -> None:
        """Count in, for ``seats`` to race after entry ``n``."""
        if self._stage in (COUNT, RUN):
            raise Refusal("a count is on already")
        racers = tuple(sorted({seat for seat in seats if seat < len(self._names)}))
        if len(racers) < 2 or len(racers) < len(seats):
            many = len(self._names)
            raise Refusal(f"two or more of the {many} who play race, each once, not {[*seats]}", 400)
        if missing := [seat for seat in racers if not self._screens(seat)]:
            none = "neither their phone nor a screen on the table is at the buzzer"
            raise Refusal(f"{self._named(missing)} can press nowhere: {none}")
        self._settle()
        self._set("")
        self._spread()
        self._stage, self._racers, self._n, self._asked_at = COUNT, racers, n, _now()
        self._open()

    def _open(self) -> None:
        """Count in once every line is known, or has been waited for."""
        now = _now()
        screens = [viewer for seat in self._racers for viewer in self._screens(seat)]
        if not are_known(each.link for each in screens) and now - self._asked_at < 1000 * PATIENCE:
            self._alarm.set(now / 1000 + OFTEN)
            self._tell()
            return
        links = {seat: nearest(each.link for each in self._screens(seat)) for seat in self._racers}
        self._race = race = Race(links, now, self._count)
        for viewer in self.audience.viewers:
            mine = [race.delays[seat] for seat in self._areas(viewer) if seat in race.delays]
            viewer.lag = max(0.0, race.farthest - min(mine, default=0.0)) / 1000
        self._wait()
        self._tell()

    def _stop(self, gone: list[int]) -> None:
        self._set(f"{self._named(gone)}: no line. The count is stopped.")

    def halt(self) -> None:
        """Stop what is on."""
        self._settle()
        self._set("")
        self._tell()

    def _every(self) -> float:
        """How many seconds apart screens are pinged. A count in which one of them has fallen silent is
        stopped."""
        if self._is_counting:
            if silent := [seat for seat in self._racers if self._is_silent(seat)]:
                self._stop(silent)
                self._tell()
            return OFTEN
        return SELDOM if are_known(viewer.link for viewer in self.audience.viewers) else OFTEN

    def _is_silent(self, seat: int) -> bool:
        """Whether no screen of ``seat`` has answered for a while since the count was asked for."""
        heard = max([self._asked_at, *(self._heard[each] for each in self._screens(seat))])
        return heard < _now() - SILENT

    def pong(self, viewer: Viewer, number: int, now: float) -> None:
        """Ping ``number`` came back at ``now``, in ms by the loop's clock."""
        viewer.link.pong(number, now)
        self._heard[viewer] = now

    # Presses

    def press(self, viewer: Viewer, seat: int, now: float) -> None:
        """An area was touched, as this server heard at ``now``, in ms by the loop's clock."""
        race = self._race
        if seat not in self._areas(viewer):
            raise Refusal(f"this screen has no area for seat {seat}", 403)
        if seat not in self._racers:
            raise Refusal("no count is on")
        if seat in self._out or any(press.seat == seat for press in self._presses):
            raise Refusal("pressed already")
        if race and self._first and now > self._first[0].counts + race.farthest + LATE:
            raise Refusal("too late: somebody else was first")
        try:
            if race is None:  # the count is yet to come
                raise TooEarly
            self._presses.append(race.press(seat, now))
        except TooEarly:
            self._early.add(seat)
            self._tell()
            raise Refusal(TOO_EARLY) from None
        except TooFast:
            raise Refusal("that was faster than a hand can: it is not counted") from None
        self._measured[seat] = nearest(each.link for each in self._screens(seat)).answered
        self._wait()

    def _wait(self) -> None:
        """Ring at Go, and then once the order of a press is certain."""
        race = self._race
        if race and self._stage == COUNT:
            self._alarm.set(race.begins / 1000)
        else:
            ripe = [race.ripe_at(press) for press in race.waiting] if race else []
            self._alarm.set(min(ripe) / 1000 if ripe else None)

    def _ring(self) -> None:
        race, now = self._race, _now() + EARLY
        if race is None:
            self._open()
            return
        if self._stage == COUNT and now >= race.begins:
            self._stage = RUN
        self._certain.extend(race.due(now))
        if self._certain and self._stage == RUN:
            self._stage, self._first = TOLD, self._certain.popleft()
            self._settle()
        if self._stage == TOLD:
            self._tell()
        self._wait()

    def go_on(self) -> None:
        """What whoever was first has does not match: whoever pressed next is first, or all others go on."""
        if self._stage != TOLD:
            raise Refusal("it is not said yet who was first")
        self._settle()
        self._saved = None
        self._out |= {press.seat for press in self._first}
        self._presses = [press for press in self._presses if press.seat not in self._out]
        self._first = self._certain.popleft() if self._certain else ()
        self._stage = TOLD if self._first else RUN
        self._settle()
        if self._out >= {*self._racers}:
            self._set("")
        self._tell()

    def _settle(self) -> None:
        """Save what is judged so far, where that is not saved."""
        if self._stage != TOLD:
            return
        judged = Buzzed(self._n, tuple(sorted(press.seat for press in self._first)), self._judged)
        if judged != self._saved:
            self._save(self._saved, judged)
            self._saved = judged

    @property
    def _judged(self) -> tuple[Judged, ...]:
        race = self._race
        assert race
        told: list[Judged] = []
        for press in sorted(self._presses, key=lambda press: press.counts):
            measured = self._measured[press.seat]
            times = (press.arrived - race.begins, measured, press.credited, press.counts - race.begins)
            told.append(Judged(press.seat, *(round(each, 1) for each in times)))
        return tuple(told)

    # What is told

    def _tell(self) -> None:
        """Tell every screen how things stand, so that all hear it at the same moment."""
        self._spread()
        here = tuple(seat for seat in range(len(self._names)) if self._screens(seat))
        first = tuple(sorted(press.seat for press in self._first))
        others = [press.counts for press in self._presses if press.seat not in first]
        for viewer in self.audience.viewers:
            viewer.tell(
                Buzzer(
                    RUN if self._stage == COUNT and not self._is_counting else self._stage,
                    here,
                    self._areas(viewer),
                    self._racers,
                    self._begins,
                    tuple(sorted(self._early)),
                    tuple(sorted(self._out)),
                    first,
                    round(max(0.0, min(others) - self._first[0].counts), 1) if first and others else 0.0,
                    self._judged if first else (),
                    self._why,
                )
            )

    @property
    def _begins(self) -> float:
        """Seconds until Go, as the message is to say when it is heard."""
        if not self._is_counting:
            return 0.0
        race = self._race
        return round(max(0.001, (race.begins - race.farthest - _now()) / 1000), 3) if race else SOON


def _now() -> float:
    return 1000 * asyncio.get_running_loop().time()
