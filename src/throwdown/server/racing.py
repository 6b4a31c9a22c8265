"""Live races of one table: pings, presses as they arrive, and who was first (KD-21).

A press is kept until its order is certain, then made as an event with the times it was judged by. That two
presses were level is said by this judge alone. Nothing of a race is saved but its events: a server that
is started again starts the race again from where its events left it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from throwdown.kernel.game import load
from throwdown.kernel.timing import Heat, Judged
from throwdown.server import playing
from throwdown.server.audience import Viewer, encode
from throwdown.server.errors import Refusal
from throwdown.server.evidence import Pressed
from throwdown.server.races import Link, Press, Race, TooEarly, TooFast, judge
from throwdown.server.reactions import notice, reaction
from throwdown.server.wire import Done, Ping, Refused, Verdict
from throwdown.server.wire import Race as RaceOn

if TYPE_CHECKING:
    from throwdown.server.room import Room

Act = Callable[[], Awaitable[None]]
OFTEN, SELDOM = 0.15, 0.8  # seconds between pings: until a line is known, and then
KNOWN = 5  # pings that came back before a line counts as known
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


def milliseconds() -> float:
    return 1000 * asyncio.get_running_loop().time()


class Racing:
    """The judge of one table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._race: Race | None = None
        self._key = ""
        self._began = self._due_since = 0.0
        self._asked: dict[int, Asked] = {}
        self._last: dict[int, Judged] = {}
        self._timers: set[asyncio.TimerHandle] = set()
        self._hands: dict[int, asyncio.TimerHandle] = {}
        self._covers: dict[int, asyncio.TimerHandle] = {}
        self._pinging: asyncio.TimerHandle | None = None
        self._rng = random.SystemRandom()
        self._behind: tuple[Press, ...] = ()  # those whose order is certain, from the one that is made
        self._is_counted = True
        self._notices: dict[int, float] = {}  # by seat: when a program notices what it may press
        self._announced: tuple[int, ...] = ()  # those who will race once their lines are known
        self.verdict: Verdict | None = None
        self.resumed = False

    # How things stand

    @property
    def is_live(self) -> bool:
        return load(self._room.record.game).timing.live(self._room.record.values)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that race just now, or are about to, as everybody is told."""
        return tuple(self._race.delays) if self._race and self._is_counted else self._announced

    def _on(self, begins: float) -> RaceOn:
        room = self._room
        roll = room.hall.settings.race_roll
        return RaceOn(self.seats, self.resumed, room.match_id, round(begins, 3), roll)

    def heat(self) -> Heat | None:
        """The live race that the match is at."""
        match = self._room.playing.match if self._room.playing else None
        is_on = match is not None and self.is_live and not match.over
        heat = match.game.timing.heat(match.truth()) if match and is_on else None
        return heat and structs.replace(heat, key=f"{self._room.match_id} {heat.key}")

    def look(self) -> None:
        """After every change of the table: start a race that is due, end one that is over, let bots press."""
        if not self.is_live:
            return
        self._ping_on()
        heat = self.heat()
        if heat is None:
            self.stop()
            return
        if heat.key != self._key or self._race is None:
            self._due_since = self._due_since or milliseconds()
            self._open(heat)
        if self._race and heat.counted:
            self._press_for_bots(heat)
            self._lift_covers(heat)

    def resume(self) -> None:
        """The match was found in the database: a race that is on now was broken off."""
        heat = self.heat()
        self.resumed = heat is not None and heat.counted

    def stop(self) -> None:
        """No race is on: whatever was pressed came too late."""
        if self.seats:
            self._room.audience.tell(RaceOn(match_id=self._room.match_id))
        self._race, self._key, self._due_since, self.resumed = None, "", 0.0, False
        self._announced = ()
        for timer in (*self._timers, *self._hands.values(), *self._covers.values()):
            timer.cancel()
        for asked in self._asked.values():
            self._refuse(asked, self._gone)
        self._timers.clear()
        self._notices.clear()
        self._hands.clear()
        self._covers.clear()
        self._asked.clear()

    def forget(self) -> None:
        """Another match is coming: nothing of this one is told any more."""
        self.stop()
        self.verdict = None

    def close(self) -> None:
        """The room is let go of."""
        self.stop()
        if self._pinging:
            self._pinging.cancel()
            self._pinging = None

    def greet(self, viewer: Viewer) -> None:
        """Tell a newcomer of the race that is on, or of the last verdict."""
        if self._race and self._is_counted:
            left = self._race.begins - self._race.farthest - milliseconds()
            viewer.tell(self._on(max(0.0, left / 1000)))
            viewer.lag = self._lag(viewer)
        elif self._announced:
            viewer.tell(self._on(SOON))
        elif self.verdict:
            viewer.tell(self.verdict)

    # Lines

    def _ping_on(self) -> None:
        if self._pinging is None and self._room.audience.viewers:
            self._ping()

    def _ping(self) -> None:
        """Ping everybody, outside the order of other messages, and again after a while."""
        viewers = self._room.audience.viewers
        self._pinging = None
        if not viewers or not self.is_live:
            return
        for viewer in viewers:
            viewer.send_now(encode(Ping(viewer.link.ping(milliseconds()))))
        known = all(viewer.link.round_trips >= KNOWN for viewer in viewers)
        wait = SELDOM if known else OFTEN
        self._pinging = asyncio.get_running_loop().call_later(wait, self._ping)
        if not self._race:
            self._equalise()

    def _lines(self, seat: int) -> list[Link]:
        """The links of everybody who looks on from ``seat`` of the match."""
        return [viewer.link for viewer in self._room.audience.viewers if viewer.plays == seat]

    def _line(self, seat: int) -> Link:
        """The link of ``seat``: the nearest where several pages are open: a far one gains nothing."""
        return min(self._lines(seat), key=lambda link: link.delay, default=Link())

    def _lag(self, viewer: Viewer) -> float:
        if not self._race:
            return 0.0
        if not self._is_counted:
            return viewer.lag
        return max(0.0, self._race.farthest - self._race.delays.get(viewer.plays, 0.0)) / 1000

    def _equalise(self) -> None:
        """Between races too, so that the start of the next is seen by all at the same moment."""
        lines = {viewer: min(self._line(viewer.plays).delay, 200.0) for viewer in self._room.audience.viewers}
        farthest = max((delay for viewer, delay in lines.items() if viewer.plays >= 0), default=0.0)
        for viewer, delay in lines.items():
            viewer.lag = max(0.0, farthest - (delay if viewer.plays >= 0 else 0.0)) / 1000

    # A race

    def _open(self, heat: Heat) -> None:
        """Count the race in once every line to it is known, or has been waited for."""
        self._is_counted = heat.counted
        if not heat.counted:
            self._open_uncounted(heat)
            return
        if self._race or not self._announced:
            self._drop()
            self._announced = tuple(heat.presses)
            self._room.audience.tell(self._on(SOON))
        lines = [link for seat in heat.presses for link in self._lines(seat)]
        known = all(link.round_trips >= KNOWN for link in lines)
        if not known and milliseconds() - self._due_since < 1000 * PATIENCE:
            self._later(OFTEN, self._look_again)
            return
        now, settings = milliseconds(), self._room.hall.settings
        links = {seat: self._line(seat) for seat in heat.presses}
        self._race = Race(links, now, 1000 * settings.race_count, 1000 * settings.race_roll)
        self._race.start(now)
        self._key, self._began, self._due_since = heat.key, self._race.begins, 0.0
        self._announced = ()
        self._last.clear()
        for viewer in self._room.audience.viewers:
            viewer.lag = self._lag(viewer)
        self._room.audience.tell(self._on(settings.race_count))

    def _open_uncounted(self, heat: Heat) -> None:
        """From now on whoever may press is judged; nobody is told."""
        self._drop()
        self._race = Race({seat: self._line(seat) for seat in heat.presses}, milliseconds(), None)
        self._key, self._began, self._due_since = heat.key, self._race.begins, 0.0
        self._last.clear()

    @property
    def _gone(self) -> str:
        return GONE if self._is_counted else LATE

    def _drop(self) -> None:
        """Another race is due: presses for the one before came too late, and hands start anew."""
        self._race = None
        for asked in self._asked.values():
            self._refuse(asked, self._gone)
        self._asked.clear()
        for timer in self._hands.values():
            timer.cancel()
        self._hands.clear()

    async def _look_again(self) -> None:
        self.look()

    def _later(self, wait: float, act: Act) -> asyncio.TimerHandle:
        """Do ``act`` after ``wait`` seconds, in the table's mailbox."""
        loop = asyncio.get_running_loop()

        def post() -> None:
            self._timers.discard(timer)
            self._room.post(act)

        timer = loop.call_later(max(0.0, wait), post)
        self._timers.add(timer)
        return timer

    # Presses

    def takes(self, viewer: Viewer, request: int, event: int, arrived: float) -> bool:
        """Whether ``event`` is a press of a live race, which is judged from here on; refuses what is none."""
        heat = self.heat()
        if heat is None:
            return False
        if event == heat.together:
            raise Refusal("who was first, and whether presses were level, is judged and cannot be sent")
        if heat.presses.get(viewer.plays) != event:
            return False
        if viewer.plays in heat.covered:
            raise Refusal("your dice are covered: wait until the card is lifted")
        if self._race is None or heat.key != self._key:
            if heat.counted:
                raise Refusal(EARLY_PRESS)
            self._open(heat)
        self._enter(viewer.plays, event, 1000 * arrived, viewer, request)
        return True

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
        self._later((self._race.ripe_at(press) - milliseconds()) / 1000, self._judge)

    def _refuse(self, asked: Asked, why: str) -> None:
        if asked.viewer:
            n = self._room.playing.n if self._room.playing else 0
            asked.viewer.tell(Refused(asked.request, why, n, self._room.match_id))

    async def _judge(self) -> None:
        """Make the presses whose order is certain, as long as their race is on."""
        race = self._race
        if race is None:
            return
        groups = race.due(milliseconds() + EARLY)
        for at, group in enumerate(groups):
            self._behind = tuple(press for later in groups[at:] for press in later)
            asked = [self._asked.pop(press.seat) for press in group if press.seat in self._asked]
            heat = self.heat()
            if self._race is race and heat and heat.key == self._key:
                await self._make(race, heat, asked)
            else:
                for late in asked:
                    self._refuse(late, self._gone)
        self._behind = ()

    async def _make(self, race: Race, heat: Heat, asked: list[Asked]) -> None:
        """Make presses that are level: together where that matters, else one after the other."""
        good = [one for one in asked if heat.presses.get(one.press.seat) == one.event]
        slaps = [one for one in good if one.press.seat in heat.slaps]
        good = slaps or good
        if len(good) > 1 and heat.together >= 0 and bool(slaps) == bool(heat.slaps):
            await self._record(race, heat, good, heat.together)
            return
        for one in good:
            now = self.heat()
            if now is None or now.key != heat.key:
                self._refuse(one, self._gone)
            else:
                await self._record(race, heat, [one], one.event)

    async def _record(self, race: Race, heat: Heat, asked: list[Asked], event: int) -> None:
        """Save and tell one event of the race, with the times of its presses; then, if it ended the race, who
        was first."""
        room, first = self._room, asked[0]
        match = room.playing
        assert match
        judged = [self._judged(race, one.press) for one in asked]
        self._last |= {one.seat: one for one in judged}
        n = match.n + 1
        match.presses[n] = Pressed(judged)
        guest = first.viewer.guest.id if first.viewer and first.viewer.guest else None
        then = partial(self._recorded, race, heat, asked, n)
        request = first.request if guest else None
        try:
            await room.act(playing.play(first.press.seat, event), guest, request, then)
        except Refusal as refusal:
            for one in asked if match.n < n else ():
                self._refuse(one, refusal.why)
        if room.playing is not match or match.n < n:
            match.presses.pop(n, None)  # it was not made, or another event is number n

    def _recorded(self, race: Race, heat: Heat, asked: list[Asked], n: int) -> Verdict | None:
        """Event ``n`` of the race is saved: those who pressed hear of it first."""
        now = milliseconds()
        for one in asked:
            race.show(one.press, now)
            if one.viewer:
                one.viewer.tell(Done(one.request, n, self._room.match_id))
        return self._conclude(heat, asked, n)

    def _conclude(self, heat: Heat, asked: list[Asked], n: int) -> Verdict | None:
        """The verdict, where the event has ended the race."""
        after = self.heat()
        slapped = asked[0].press.seat in heat.slaps
        if not slapped and after is not None and after.key == heat.key:
            return None
        self._key = ""  # a redraw is a race of its own, even for the same target
        waiting = [one for one in self._waiting() if one.seat not in {each.press.seat for each in asked}]
        counted = judge([*(one.press for one in asked), *waiting])
        race = self._race
        shown = {**self._last, **({one.seat: self._judged(race, one) for one in waiting} if race else {})}
        first = tuple(sorted(one.press.seat for one in asked))
        presses = tuple(sorted(shown.values(), key=lambda one: one.counts))
        margin = round(counted.margin, 1) if waiting else 0.0
        if not heat.counted and len(presses) < 2:
            return None  # nobody else pressed
        self.verdict = Verdict(n, first, margin, presses, slapped, self._room.match_id)
        return self.verdict

    def _waiting(self) -> tuple[Press, ...]:
        """The presses that are not made yet, in the order they count."""
        return (*self._behind, *(self._race.waiting if self._race else ()))

    def _judged(self, race: Race, press: Press) -> Judged:
        return Judged(
            press.seat,
            round(press.arrived - self._began, 1),
            round(self._line(press.seat).answered, 1),
            round(press.credited, 1),
            round(press.counts - self._began, 1),
        )

    # Hands of programs

    def runs(self, seat: int) -> bool:
        """Whether ``seat`` races, or is about to: then nobody thinks for it, its hand presses."""
        heat = self.heat()
        return heat is not None and seat in heat.presses and (heat.counted or seat in self._asked)

    def waits(self, seat: int, event: int, act: Act) -> bool:
        """Whether ``event`` has to wait until it is judged who was first in a race without a count; then
        ``act`` is done after it."""
        if self._race is None or self._is_counted or not self._race.waiting:
            return False
        heat = self.heat()
        if heat and heat.presses.get(seat) == event:
            return False
        ripe = max(map(self._race.ripe_at, self._race.waiting))
        wait = (ripe - milliseconds()) / 1000 + AFTER
        asyncio.get_running_loop().call_later(max(AFTER, wait), self._room.post, act)
        return True

    def notice(self, seat: int) -> float:
        """Seconds until the program on ``seat`` notices that it may press in a race without a count, where a
        person may as well."""
        heat, room = self.heat(), self._room
        if heat is None or heat.counted or seat not in heat.presses:
            return 0.0
        if all(room.bot_on(room.record.seat_at_table(other)) for other in heat.presses):
            return 0.0
        now = milliseconds()
        return max(0.0, self._notices.setdefault(seat, now + 1000 * notice(self._rng)) - now) / 1000

    def program_presses(self, seat: int, event: int) -> bool:
        """Whether ``event``, chosen by a program, is a press of a race without a count: then it is judged."""
        heat = self.heat()
        if heat is None or heat.counted or heat.presses.get(seat) != event:
            return False
        if self._race is None or heat.key != self._key:
            self._open(heat)
        self._enter(seat, event, milliseconds())
        return True

    def _press_for_bots(self, heat: Heat) -> None:
        room = self._room
        for seat in heat.presses:
            kind = room.bot_on(room.record.seat_at_table(seat))
            if kind and seat not in self._hands and seat not in self._asked and seat not in heat.covered:
                wait = reaction(kind, heat.dice.get(seat, 1), seat in heat.slaps, self._rng)
                self._hands[seat] = self._later(wait + self._unseen(seat), partial(self._bot_presses, seat))

    def _unseen(self, seat: int) -> float:
        """Seconds until ``seat`` sees what it rolled last."""
        return max(0.0, self._race.seen(seat) - milliseconds()) / 1000 if self._race else 0.0

    async def _bot_presses(self, seat: int) -> None:
        self._hands.pop(seat, None)
        heat, room = self.heat(), self._room
        ready = heat and self._race and heat.key == self._key and seat in heat.presses
        if heat and ready and seat not in heat.covered and room.bot_on(room.record.seat_at_table(seat)):
            try:
                self._enter(seat, heat.presses[seat], milliseconds())
            except Refusal:
                self.look()

    # Cards laid on dice

    def _lift_covers(self, heat: Heat) -> None:
        match = self._room.playing
        for seat in heat.covered:
            if match and seat not in self._covers:
                wait = match.match.game.timing.cover(match.match.values)
                self._covers[seat] = self._later(wait, partial(self._lift, seat, heat.key))

    async def _lift(self, seat: int, key: str) -> None:
        """The card has lain its time: lift it (KD-18)."""
        self._covers.pop(seat, None)
        heat = self.heat()
        if heat and heat.key == key and seat in heat.covered:
            await self._room.act(playing.play(seat, heat.presses[seat]))
