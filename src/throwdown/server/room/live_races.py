"""Live races of one table: presses as they arrive, who was first, and the presses of programs.

A press is kept until its order is certain, then made as an event with the times it was judged by. That two
presses were level is said by this judge alone. Nothing of a race is saved but its events: a server that
is started again starts the race again from where its events left it.

A race is told :class:`Facts` and returns orders. It waits for nothing: :attr:`LiveRaces.due` says when it
wants to be asked again, by :meth:`LiveRaces.ring`.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import NamedTuple

from throwdown.kernel.timing import Heat, Judged
from throwdown.server.errors import Refusal
from throwdown.server.races.automatic import Automatic
from throwdown.server.races.presses import Press, Race, TooEarly, TooFast, judge
from throwdown.server.room.heats import Heats, is_live
from throwdown.server.room.lines import are_known, level, line_of, links_of
from throwdown.server.room.orders import Delay, Facts, Order, Save, Tell
from throwdown.server.table import playing
from throwdown.server.table.audience import Viewer
from throwdown.server.wire import Done, Refused, Verdict
from throwdown.server.wire import Race as RaceOn

OFTEN, SELDOM = 0.15, 0.8  # seconds between pings: until a line is known, and then
PATIENCE = 1.2  # seconds that a race waits for lines that do not answer
EARLY = 0.5  # ms that a timer may ring before its time, by rounding
GONE = "the race is over: the press came too late"
LATE = "too late: somebody else was first"
EARLY_PRESS = "too early: roll at the end of the count. Nothing is lost."
AFTER = 0.005  # seconds by which what waits for a judgement follows it
SOON = -1.0  # seconds until a start whose count has not begun


class Asked(NamedTuple):
    """A press that waits to be judged, and who asked for it: nobody where a bot pressed."""

    press: Press
    event: int
    viewer: Viewer | None
    request: int


class Made(NamedTuple):
    """An event that is being saved: its number, its race, the heat as it was before, and its presses."""

    n: int
    race: Race
    heat: Heat
    asked: list[Asked]


def milliseconds(facts: Facts) -> float:
    return 1000 * facts.now


class LiveRaces:
    """The judge of one table."""

    def __init__(self, count: float, roll: float) -> None:
        """``count`` seconds are counted in before a start; dice are in the air for ``roll`` seconds."""
        self._count, self._roll = count, roll
        self._race: Race | None = None
        self._key = ""
        self._began = self._due_since = 0.0
        self._asked: dict[int, Asked] = {}
        self._last: dict[int, Judged] = {}
        self._look_at: float | None = None  # ms: when lines are looked at again
        self._automatic = Automatic()
        self._heats = Heats()
        self._certain: deque[tuple[Press, ...]] = deque()  # presses whose order is certain, not made yet
        self._level: deque[Asked] = deque()  # of the last of these groups: those to be made one by one
        self._judging: Race | None = None  # the race that they were pressed in
        self._heat: Heat | None = None  # the heat as it was before those of the last group
        self._behind: tuple[Press, ...] = ()  # those whose order is certain, from the group that is made
        self._is_counted = True
        self._announced: tuple[int, ...] = ()  # those who will race once their lines are known
        self.verdict: Verdict | None = None
        self.resumed = False

    # How things stand

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that race just now, or are about to, as everybody is told."""
        return tuple(self._race.delays) if self._race and self._is_counted else self._announced

    def _on(self, facts: Facts, begins: float) -> RaceOn:
        return RaceOn(self.seats, self.resumed, facts.match_id, round(begins, 3), self._roll)

    def heat(self, facts: Facts) -> Heat | None:
        """The live race that the match is at."""
        return self._heats.now(facts)

    @property
    def due(self) -> float | None:
        """When :meth:`ring` is to be called, in seconds by the loop's clock; None: not at all."""
        ripe = map(self._race.ripe_at, self._race.waiting) if self._race else ()
        look = () if self._look_at is None else (self._look_at,)
        at = min((*ripe, *self._automatic.times, *look), default=None)
        return None if at is None else at / 1000

    def look(self, facts: Facts) -> list[Order]:
        """After every change of the table: start a race that is due, end one that is over, let bots press."""
        if not is_live(facts):
            return []
        heat = self.heat(facts)
        if heat is None:
            return self.stop(facts)
        orders: list[Order] = []
        if heat.key != self._key or self._race is None:
            self._due_since = self._due_since or milliseconds(facts)
            orders = self._open(facts, heat)
        if self._race and heat.counted:
            self._move_programs(facts, heat)
        return orders

    def ring(self, facts: Facts) -> list[Order]:
        """What is due now; where the last order is to save an event, ask again once it is carried out."""
        now = milliseconds(facts) + EARLY
        orders: list[Order] = []
        if self._look_at is not None and self._look_at <= now:
            self._look_at = None
            orders += self.look(facts)
        for seat in self._automatic.due(now):
            orders += self._program_presses(facts, seat)
        return orders + (self._lifted(facts, now) or self._judged_now(facts, now))

    def resume(self, facts: Facts) -> None:
        """Take up a match that was found in the database: a race that is on now was broken off."""
        heat = self.heat(facts)
        self.resumed = heat is not None and heat.counted

    def stop(self, facts: Facts) -> list[Order]:
        """End the race, if one is on: whatever was pressed came too late."""
        orders: list[Order] = [Tell(RaceOn(match_id=facts.match_id))] if self.seats else []
        self._race, self._key, self._due_since, self.resumed = None, "", 0.0, False
        self._announced = ()
        orders += self._refuse_all(facts)
        self._look_at = None
        self._automatic.stop()
        return orders

    def forget(self, facts: Facts) -> list[Order]:
        """Forget this match, for another is coming: nothing of it is told any more."""
        orders = self.stop(facts)
        self.verdict = None
        return orders

    def admit(self, facts: Facts, viewer: Viewer) -> list[Order]:
        """Delay what a newcomer is told as for all others, before anything is: who opens one page after the
        other sees nothing sooner."""
        if not is_live(facts):
            return []
        if self._race and self._is_counted:
            return [Delay(viewer, self._lag(viewer))]
        return [delay for delay in level(facts) if delay.viewer is viewer]

    def greet(self, facts: Facts, viewer: Viewer) -> list[Order]:
        """Tell a newcomer of the race that is on, or of the last verdict."""
        if self._race and self._is_counted:
            left = self._race.begins - self._race.farthest - milliseconds(facts)
            return [Tell(self._on(facts, max(0.0, left / 1000)), viewer)]
        if self._announced:
            return [Tell(self._on(facts, SOON), viewer)]
        return [Tell(self.verdict, viewer)] if self.verdict else []

    # Lines

    def every(self, facts: Facts) -> float:
        """How many seconds apart pings are sent: often until all lines are known; 0: none are needed."""
        if not is_live(facts):
            return 0.0
        return SELDOM if are_known(viewer.link for viewer in facts.viewers) else OFTEN

    def equalise(self, facts: Facts) -> list[Delay]:
        """Delay what viewers are told between races too, so that all see the start of the next at once."""
        return [] if self._race or not is_live(facts) else level(facts)

    def _lag(self, viewer: Viewer) -> float:
        if not self._race:
            return 0.0
        if not self._is_counted:
            return viewer.lag
        return max(0.0, self._race.farthest - self._race.delays.get(viewer.plays, 0.0)) / 1000

    # A race

    def _open(self, facts: Facts, heat: Heat) -> list[Order]:
        """Count the race in once every line to it is known, or has been waited for."""
        self._is_counted = heat.counted
        if not heat.counted:
            return self._open_uncounted(facts, heat)
        orders: list[Order] = []
        if self._race or not self._announced:
            orders = self._drop(facts)
            self._announced = tuple(heat.presses)
            orders.append(Tell(self._on(facts, SOON)))
        known = are_known(link for seat in heat.presses for link in links_of(facts, seat))
        now = milliseconds(facts)
        if not known and now - self._due_since < 1000 * PATIENCE:
            self._look_at = now + 1000 * OFTEN
            return orders
        links = {seat: line_of(facts, seat) for seat in heat.presses}
        self._begin(heat, Race(links, now, 1000 * self._count, 1000 * self._roll))
        self._announced = ()
        delays = [Delay(viewer, self._lag(viewer)) for viewer in facts.viewers]
        return [*orders, *delays, Tell(self._on(facts, self._count))]

    def _open_uncounted(self, facts: Facts, heat: Heat) -> list[Order]:
        """Judge from now on whoever may press in a race without a count; nobody is told."""
        orders = self._drop(facts)
        links = {seat: line_of(facts, seat) for seat in heat.presses}
        self._begin(heat, Race(links, milliseconds(facts), None))
        return orders

    def _begin(self, heat: Heat, race: Race) -> None:
        self._race, self._key, self._began, self._due_since = race, heat.key, race.begins, 0.0
        self._look_at = None
        self._last.clear()

    @property
    def _gone(self) -> str:
        return GONE if self._is_counted else LATE

    def _drop(self, facts: Facts) -> list[Order]:
        """Drop the race before the one that is due: its presses came too late, and programs start anew."""
        self._race = None
        self._automatic.rest()
        return self._refuse_all(facts)

    def _refuse_all(self, facts: Facts) -> list[Order]:
        """Refuse all presses that are not judged, for they came too late."""
        asked = [*self._asked.values()]
        self._asked.clear()
        return self._refuse(asked, facts, self._gone)

    # Presses

    def takes(
        self, facts: Facts, viewer: Viewer, request: int, event: int, arrived: float
    ) -> list[Order] | None:
        """Judge ``event``, which arrived at ``arrived`` by the loop's clock, from here on; None where it is
        no press of a live race. Refuses a press that cannot be."""
        heat = self.heat(facts)
        if heat is None:
            return None
        if event == heat.together:
            raise Refusal("who was first, and whether presses were level, is judged and cannot be sent")
        if heat.presses.get(viewer.plays) != event:
            return None
        if viewer.plays in heat.covered:
            raise Refusal("your dice are covered: wait until the card is lifted")
        orders: list[Order] = []
        if self._race is None or heat.key != self._key:
            if heat.counted:
                raise Refusal(EARLY_PRESS)
            orders = self._open(facts, heat)
        self._enter(viewer.plays, event, 1000 * arrived, viewer, request)
        return orders

    def _enter(
        self, seat: int, event: int, now: float, viewer: Viewer | None = None, request: int = 0
    ) -> None:
        assert self._race
        try:
            press = self._race.press(seat, now)
        except TooEarly:
            raise Refusal(EARLY_PRESS) from None
        except TooFast:
            raise Refusal("that was faster than a hand can: it is not counted") from None
        self._asked[seat] = Asked(press, event, viewer, request)

    def _refuse(self, asked: list[Asked], facts: Facts, why: str) -> list[Order]:
        """Tell everybody who asked; programs are told nothing."""
        told = ((one, Refused(one.request, why, facts.n, facts.match_id)) for one in asked)
        return [Tell(refused, one.viewer) for one, refused in told if one.viewer]

    def _judged_now(self, facts: Facts, now: float) -> list[Order]:
        """Make the next press whose order is certain at ``now`` (ms), as long as its race is on; refuse those
        that came too late."""
        if self._race and not self._certain and not self._level:
            self._certain.extend(self._race.due(now))
            self._judging = self._race
        orders: list[Order] = []
        while self._certain or self._level:
            found = self._next_level(facts) if self._level else self._next_group(facts)
            orders += found
            if found and isinstance(found[-1], Save):
                return orders
        self._behind = ()
        return orders

    def _next_group(self, facts: Facts) -> list[Order]:
        """Presses that are level: they are made together where that matters, else one after the other. A slap
        comes before whatever is level with it, and what can no longer be made came too late."""
        self._behind = tuple(press for group in self._certain for press in group)
        asked = [
            self._asked.pop(press.seat) for press in self._certain.popleft() if press.seat in self._asked
        ]
        heat = self.heat(facts)
        if self._race is not self._judging or heat is None or heat.key != self._key:
            return self._refuse(asked, facts, self._gone)
        good = [one for one in asked if heat.presses.get(one.press.seat) == one.event]
        slaps = [one for one in good if one.press.seat in heat.slaps]
        good = slaps or good
        refused = self._refuse([one for one in asked if one not in good], facts, self._gone)
        if len(good) > 1 and heat.together >= 0 and bool(slaps) == bool(heat.slaps):
            return [*refused, self._save(facts, heat, good, heat.together)]
        self._level.extend(good)
        self._heat = heat
        return refused

    def _next_level(self, facts: Facts) -> list[Order]:
        one, before, now = self._level.popleft(), self._heat, self.heat(facts)
        if before is None or now is None or now.key != before.key:
            return self._refuse([one], facts, self._gone)
        return [self._save(facts, before, [one], one.event)]

    def _save(self, facts: Facts, heat: Heat, asked: list[Asked], event: int) -> Save:
        """Save one event of the race, with the times of its presses."""
        assert self._judging
        first = asked[0]
        judged = tuple(self._judged(facts, one.press) for one in asked)
        self._last |= {one.seat: one for one in judged}
        made = Made(facts.n + 1, self._judging, heat, asked)
        guest = first.viewer.guest.id if first.viewer and first.viewer.guest else None
        return Save(
            playing.play(first.press.seat, event),
            judged,
            guest,
            first.request if guest else None,
            partial(self._saved, made),
            partial(self._refuse, asked),
        )

    def _saved(self, made: Made, facts: Facts) -> tuple[list[Order], Verdict | None]:
        """An event of the race is saved: those who pressed hear of it, and then everybody who was first, if
        it has ended the race."""
        told: list[Order] = []
        for one in made.asked:
            made.race.show(one.press, milliseconds(facts))
            if one.viewer:
                told.append(Tell(Done(one.request, made.n, facts.match_id), one.viewer))
        return told, self._conclude(facts, made)

    def _conclude(self, facts: Facts, made: Made) -> Verdict | None:
        """The verdict, where the event has ended the race."""
        after, asked = self.heat(facts), made.asked
        slapped = asked[0].press.seat in made.heat.slaps
        if not slapped and after is not None and after.key == made.heat.key:
            return None
        self._key = ""  # a redraw is a race of its own, even for the same target
        waiting = [one for one in self._waiting() if one.seat not in {each.press.seat for each in asked}]
        counted = judge([*(one.press for one in asked), *waiting])
        shown = {
            **self._last,
            **({one.seat: self._judged(facts, one) for one in waiting} if self._race else {}),
        }
        first = tuple(sorted(one.press.seat for one in asked))
        presses = tuple(sorted(shown.values(), key=lambda one: one.counts))
        margin = round(counted.margin, 1) if waiting else 0.0
        if not made.heat.counted and len(presses) < 2:
            return None  # nobody else pressed
        self.verdict = Verdict(made.n, first, margin, presses, slapped, facts.match_id)
        return self.verdict

    def _waiting(self) -> tuple[Press, ...]:
        """The presses that are not made yet, in the order they count."""
        return (*self._behind, *(self._race.waiting if self._race else ()))

    def _judged(self, facts: Facts, press: Press) -> Judged:
        return Judged(
            press.seat,
            round(press.arrived - self._began, 1),
            round(line_of(facts, press.seat).answered, 1),
            round(press.credited, 1),
            round(press.counts - self._began, 1),
        )

    # Choices beside a race, and those of programs

    def runs(self, facts: Facts, seat: int) -> bool:
        """Whether ``seat`` races, or is about to: then nobody thinks for it, its program presses."""
        heat = self.heat(facts)
        return heat is not None and seat in heat.presses and (heat.counted or seat in self._asked)

    def waits(self, facts: Facts, seat: int, event: int) -> float:
        """Seconds that ``event`` has to wait until it is judged who was first in a race without a count; 0:
        it need not wait."""
        if self._race is None or self._is_counted or not self._race.waiting:
            return 0.0
        heat = self.heat(facts)
        if heat and heat.presses.get(seat) == event:
            return 0.0
        ripe = max(map(self._race.ripe_at, self._race.waiting))
        return max(AFTER, (ripe - milliseconds(facts)) / 1000 + AFTER)

    def notice(self, facts: Facts, seat: int) -> float:
        """Seconds until the program on ``seat`` notices that it may press in a race without a count, where a
        person may as well."""
        heat = self.heat(facts)
        if (
            heat is None
            or heat.counted
            or seat not in heat.presses
            or facts.programs.keys() >= {*heat.presses}
        ):
            return 0.0
        return self._automatic.notice(milliseconds(facts), seat)

    def program_presses(self, facts: Facts, seat: int, event: int) -> list[Order] | None:
        """Judge ``event``, chosen by a program, from here on; None where it is no press of a race without a
        count."""
        heat = self.heat(facts)
        if heat is None or heat.counted or heat.presses.get(seat) != event:
            return None
        opened = self._open(facts, heat) if self._race is None or heat.key != self._key else []
        self._enter(seat, event, milliseconds(facts))
        return opened

    def _move_programs(self, facts: Facts, heat: Heat) -> None:
        """Programs will press, and cards that were laid on dice will be lifted."""
        now = milliseconds(facts)
        seen = {seat: self._race.seen(seat) if self._race else now for seat in heat.presses}
        self._automatic.press_later(now, heat, facts.programs, self._asked, seen)
        if facts.match and heat.covered:
            self._automatic.cover(now, heat, facts.match.game.timing.cover(facts.match.values))

    def _program_presses(self, facts: Facts, seat: int) -> list[Order]:
        self._automatic.presses(seat)
        heat = self.heat(facts)
        ready = heat and self._race and heat.key == self._key and seat in heat.presses
        if heat and ready and seat not in heat.covered and seat in facts.programs:
            try:
                self._enter(seat, heat.presses[seat], milliseconds(facts))
            except Refusal:
                return self.look(facts)
        return []

    def _lifted(self, facts: Facts, now: float) -> list[Order]:
        """Lift a card from a racer's dice whose time is over at ``now``, in milliseconds."""
        heat = self.heat(facts)
        seat = self._automatic.lifted(now, heat)
        return [] if seat is None or heat is None else [Save(playing.play(seat, heat.presses[seat]))]
