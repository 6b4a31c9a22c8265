"""What people saw of matches, checked against the logs.

A :class:`History` notes every request with its answer, and every event that anybody was told. Once the
matches are over :meth:`History.check` holds it against their logs:

- every answer ``done`` is in the log once, under the number that it gave, as the seat and event asked for, or
as the event that says that presses were level (KD-21);
- a request that was asked for after another had been answered is later in the log (real time order);
- a request acted once at most, however often it was sent, and not at all where it was refused;
- what a viewer was told of an event never changed, whichever connection or process told it, and agrees with
the log; - nobody was told a secret that the rules do not let them know at that event, and nobody was kept
from what they do; - where nothing but people acts for a seat, the log has nothing of it that was not asked
for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import knows


class Broken(Exception):
    """Something that was promised did not hold; the message says what, and of which match."""


class Made(NamedTuple):
    """A request that was answered ``done``: ``asked`` and ``answered`` are seconds of one clock, ``n`` the
    number of the event."""

    asked: float
    answered: float
    seat: int
    event: int
    n: int


class History:
    """What was asked for, answered and told at the tables of one server. Matches are named by their ids."""

    def __init__(self) -> None:
        self.made: dict[str, list[Made]] = {}
        self.asked: dict[str, Counter[tuple[int, int]]] = {}  # by seat and event: what was ever sent
        # By match and viewer, and then by number: the seat, and the event, None where it is a secret.
        self.told: dict[tuple[str, int], dict[int, tuple[int, int | None]]] = {}

    @property
    def confirmed(self) -> int:
        """How many requests have been answered ``done``."""
        return sum(map(len, self.made.values()))

    @property
    def seen(self) -> set[str]:
        """The matches of which anything was asked or told."""
        return {*self.made, *self.asked, *(id for id, _ in self.told)}

    def ask(self, match: str, seat: int, event: int) -> None:
        """Note a request that was sent for the first time."""
        self.asked.setdefault(match, Counter())[seat, event] += 1

    def refuse(self, match: str, seat: int, event: int) -> None:
        """Note that what was asked for was refused."""
        self.asked[match][seat, event] -= 1

    def answer(self, match: str, made: Made) -> None:
        self.made.setdefault(match, []).append(made)

    def tell(self, match: str, viewer: int, after: int, events: list[tuple[int, int, int | None]]) -> None:
        """Note events that ``viewer`` was told over one connection, which had been told those up to
        ``after``. Raises :class:`Broken` for a gap, or for an event that was told otherwise before."""
        told = self.told.setdefault((match, viewer), {})
        for place, (n, seat, event) in enumerate(events, after + 1):
            if n != place:
                raise Broken(f"match {match}: viewer {viewer} was told event {n} where {place} was due")
            if told.setdefault(n, (seat, event)) != (seat, event):
                raise Broken(
                    f"match {match}: event {n} was {told[n]} and then {seat, event} for viewer {viewer}"
                )

    def check(self, matches: Mapping[str, Match], closed: frozenset[str] = frozenset()) -> int:
        """Hold everything against finished ``matches``, by id; how many events were told that agree. In the
        matches ``closed`` nobody but people acted for seats. Raises :class:`Broken`, also for a match that
        somebody saw and that is not among them."""
        for id in self.seen - matches.keys():
            raise Broken(f"match {id} was played and is gone")
        for id, match in matches.items():
            self._check_answers(id, match)
            if id in closed:
                self._check_nothing_more(id, match)
        return sum(
            self._check_told(id, viewer, matches[id], told) for (id, viewer), told in self.told.items()
        )

    def _check_answers(self, id: str, match: Match) -> None:
        made = self.made.get(id, [])
        for one in made:
            if not 0 < one.n <= len(match.log):
                raise Broken(f"match {id}: event {one.n}, confirmed to seat {one.seat}, is gone")
            if match.log[one.n - 1] != (one.seat, one.event) and not _were_level(match, one):
                raise Broken(
                    f"match {id}: event {one.n} is {tuple(match.log[one.n - 1])}, confirmed was {one}"
                )
        if twice := [n for (n, _), many in Counter((one.n, one.seat) for one in made).items() if many > 1]:
            raise Broken(f"match {id}: event {twice[0]} was the answer to two requests")
        self._check_order(id, made)

    def _check_order(self, id: str, made: list[Made]) -> None:
        answered = sorted(made, key=lambda one: one.answered)
        k = latest = 0
        for one in sorted(made, key=lambda one: one.asked):
            while k < len(answered) and answered[k].answered < one.asked:
                latest = max(latest, answered[k].n)
                k += 1
            if one.n <= latest:
                raise Broken(
                    f"match {id}: event {one.n} was asked for after event {latest} had been answered"
                )

    def _check_nothing_more(self, id: str, match: Match) -> None:
        asked = self.asked.get(id, Counter())
        for (seat, event), many in Counter(match.log).items():
            if seat != CHANCE and event >= 0 and many > asked[seat, event]:
                times = asked[seat, event]
                raise Broken(
                    f"match {id}: seat {seat} made {event} {many} times and asked for it {times} times"
                )

    def _check_told(
        self, id: str, viewer: int, match: Match, told: Mapping[int, tuple[int, int | None]]
    ) -> int:
        fresh = match.replay(0)
        for n, entry in enumerate(match.log, 1):
            due = (entry.seat, entry.event if knows(fresh, entry, viewer) else None)
            if told.get(n, due) != due:
                raise Broken(f"match {id}: event {n} was told viewer {viewer} as {told[n]}, due was {due}")
            fresh.extend([entry])
        if (last := max(told, default=0)) > len(match.log):
            raise Broken(f"match {id}: viewer {viewer} was told event {last} of {len(match.log)}")
        return len(told)


def _were_level(match: Match, made: Made) -> bool:
    """Whether ``made`` was a press of a live race, and its event says that presses were level."""
    timing = match.game.timing
    heat = timing.heat(match.replay(made.n - 1).truth()) if timing.live(match.values) else None
    if heat is None or heat.presses.get(made.seat) != made.event:
        return False
    return match.log[made.n - 1].event == heat.together
