"""Counting a match: what is played out for each event, in rounds, on any number of cores.

Each unit owns its playouts: their numbers and dice are fixed by the seed, the event and the round, and what
is kept of them are sums of whole numbers. So the figures are the same in whatever order the units are
counted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from throwdown.kernel.log import RESIGN
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records
from throwdown.kernel.series import InSet
from throwdown.study.events import Choice, Outcomes, Written, write_out
from throwdown.study.playouts import Numbers
from throwdown.study.stretches import Stretch, stretches
from throwdown.study.units import BY_PAR, Difference, Effort, Judged, Review, Value
from throwdown.study.winning import playouts_of

MARGIN = 0.96  # of the square of the error that is allowed: what is counted last changes it a little
PILOT = 40  # pairs of a choice in the first round
Spread = Callable[[Callable[[Callable[[], None]], bool], Sequence[Callable[[], None]]], Iterable[bool]]
MOST = 4  # times the budget of a turn, beyond which nothing is counted for one


class Study:
    """The count of one match. :meth:`rounds` counts, an account may be drawn after each round.

    ``values`` and ``judged`` are by the number of the event before which chances are counted, or that was
    not what par would have done. ``match`` may be over or not; a match in play ends with the chances at that
    moment. With ``in_set`` chances are those to win the set.
    """

    def __init__(
        self, match: Match, seed: int = 0, effort: Effort | None = None, in_set: InSet | None = None
    ) -> None:
        self.match = match
        self.effort = effort or Effort()
        self.in_set = in_set
        self.playouts = playouts_of(match, seed, in_set)
        self.written = write_out(match, self.playouts)
        self.values: dict[int, Value] = {}
        self.judged: dict[int, Judged] = {}
        self.reviews: dict[int, Review] = {}
        self.end = self._end()
        for item in self.written:
            if item.choice:
                self._judge(item, item.choice)
        self.stretches = stretches(self.written, frozenset(self.judged))
        for stretch in self.stretches:
            self._anchor(stretch)

    def _anchor(self, stretch: Stretch) -> None:
        """Count the chances at one event of the stretch; at its end where that is the end of the match."""
        if stretch.anchor is None:
            return
        item, drawn = self.written[stretch.anchor], self.written[stretch.drawn]
        here = drawn.outcomes or Outcomes(item.state, np.ones(1, np.int64))
        budget = self.effort.turn if stretch.turns else self.effort.event
        self.values[item.n] = Value(self.playouts, f"chance {drawn.n}", here, budget)

    def _end(self) -> Value | None:
        """What a match that is not over is worth where it stands."""
        if self.match.over:
            return None
        here = Outcomes(copy_records(self.match.state), np.ones(1, np.int64))
        return Value(self.playouts, "end", here, self.effort.turn)

    def _judge(self, item: Written, choice: Choice) -> None:
        made = item.entry.event
        if choice.others:
            self.reviews[item.n] = Review(self.playouts, item, choice, self.effort)
        if made == choice.par and made != RESIGN:
            return
        events = (made, BY_PAR if made == RESIGN else choice.par)
        place, seat, pairs = f"choice {item.n}", item.entry.seat, self.effort.choice
        seen = Difference(self.playouts, place, seat, events, choice.states, choice.weights, pairs)
        truth = seen
        if not choice.is_open:
            sure: Numbers = np.ones(1)
            truth = Difference(self.playouts, f"truth {item.n}", seat, events, item.state, sure, pairs)
        self.judged[item.n] = Judged(truth, seen)

    @property
    def result(self) -> Numbers:
        """What each seat has won, or its chance where the match stands, or to win the set; float64[seats]."""
        return self.end.mean if self.end else np.array(self.playouts.result(self.match))

    @property
    def variance(self) -> Numbers:
        """The squares of the errors of :attr:`result`, float64[seats]; 0 where the match is over."""
        return self.end.variance if self.end else np.zeros(self.match.seats)

    def rounds(self, cores: int | None = None, stop: Callable[[], bool] | None = None) -> Iterator[float]:
        """Count round by round; gives after each the part of the rounds that is made, 1.0 at last.

        ``stop`` is asked between two units: where it says so, the count ends without completing the round.
        """
        with ThreadPoolExecutor(cores or os.cpu_count() or 1) as pool:
            # Units are small: for one core handing them to a thread takes as long as counting them.
            spread_out: Spread = map if cores == 1 else pool.map
            for number in range(self.effort.rounds):
                if number == self.effort.choice_rounds.start and self.effort.reviewed:
                    if not _done(spread_out, [review.glance for review in self.reviews.values()], stop):
                        return
                    self._settle_reviews()
                work = [partial(unit.count, many) for unit, many in self._due(number) if many > 0]
                if not _done(spread_out, work, stop):
                    return
                yield (number + 1) / self.effort.rounds

    def _due(self, number: int) -> Iterator[tuple[Value | Difference, int]]:
        """What is counted in round ``number``, and how many playouts or pairs of each."""
        turns, choices = self.effort.turn_rounds, self.effort.choice_rounds
        due = dict[Value | Difference, int]()
        if number == 0:
            due = {unit: self._first(unit) for unit in self._units()}
        else:
            for unit, needed in self._needed().items():  # what one round has shown the next makes good
                due[unit] = -(-(needed - unit.done) // max(1, turns - 1 - number))
        if number in choices:
            for unit, whole in self._shares().items():
                due[unit] = max(due.get(unit, 0), whole // len(choices))
        yield from due.items()

    def _first(self, unit: Value | Difference) -> int:
        """How many are counted in the first round, by which the others are shared out."""
        if self.effort.rounds == 1 or (isinstance(unit, Value) and unit.budget <= self.effort.event):
            return unit.budget
        return -(-unit.budget // 5) if isinstance(unit, Value) else min(unit.budget, PILOT)

    def _needed(self) -> dict[Value | Difference, int]:
        """How many are needed in all so that the chances before every turn have the error that is the goal:
        shared out among what makes them up so that the fewest will do (Neyman allocation)."""
        needed: dict[Value | Difference, int] = {}
        for parts in self._turns():
            costs = [1 if isinstance(part, Value) else 2 for part in parts]
            spreads = [float(part.spread.max()) for part in parts]
            whole = sum((each * cost) ** 0.5 for each, cost in zip(spreads, costs, strict=True))
            for part, each, cost in zip(parts, spreads, costs, strict=True):
                many = part.budget if isinstance(part, Value) else 0
                if self.effort.goal:
                    best = (each / cost) ** 0.5 * whole / (MARGIN * self.effort.goal**2)
                    many = min(int(best) + 1, MOST * self.effort.turn)
                needed[part] = max(needed.get(part, 0), many)
        return needed

    def _turns(self) -> Iterator[Sequence[Value | Difference]]:
        """For each turn what its chances are made up of: those at one event, and what choices changed
        between."""
        for stretch in self.stretches:
            base = self.end if stretch.anchor is None else self.values[self.written[stretch.anchor].n]
            for turn in stretch.turns:
                between = [self.judged[n].truth for n in stretch.between(turn)]
                yield [base, *between] if base else between

    def _shares(self) -> dict[Difference, int]:
        """The budgets of decisions, shared out by how far their playouts lie apart: the sum over all is then
        known best; and those of reviews."""
        units = list(self._decisions())
        spreads = [float(unit.spread.max()) ** 0.5 if unit.done else 1.0 for unit in units]
        whole, total = sum(unit.budget for unit in units), sum(spreads)
        shares = {
            unit: round(whole * spread / total) if total else unit.budget
            for unit, spread in zip(units, spreads, strict=True)
        }
        if self.effort.rounds == 1:
            shares = {unit: unit.budget for unit in units}
        return shares | {review.best: review.best.budget for review in self.reviews.values() if review.best}

    def _decisions(self) -> Iterator[Difference]:
        for judged in self.judged.values():
            yield judged.truth
            if judged.seen is not judged.truth:
                yield judged.seen

    def _units(self) -> Iterable[Value | Difference]:
        if self.end:
            yield self.end
        yield from self.values.values()
        yield from self._decisions()

    def _settle_reviews(self) -> None:
        """Choose which choices are reviewed; where two look alike, the earlier."""
        hopeful = [review for review in self.reviews.values() if review.promise > 0]
        hopeful.sort(key=lambda review: (-review.promise, review.n))
        for review in hopeful[: self.effort.reviewed]:
            review.settle()


def _done(spread_out: Spread, work: Sequence[Callable[[], None]], stop: Callable[[], bool] | None) -> bool:
    """Do all of ``work``; False where ``stop`` ended it."""

    def one(act: Callable[[], None]) -> bool:
        if stop and stop():
            return False
        act()
        return True

    return all(list(spread_out(one, work)))
