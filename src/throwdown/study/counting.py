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
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct, structs

from throwdown.kernel.log import RESIGN
from throwdown.kernel.match import Match
from throwdown.study.beliefs import GOLDEN, spread
from throwdown.study.events import Choice, Outcomes, Written, write_out
from throwdown.study.playouts import WHOLE, Numbers, Playouts, Tally, dyadic, result_of


class Effort(Struct, frozen=True):
    """How many playouts are counted in all: for the first chance event of a turn, for each other one, pairs
    for each choice that was not par's, and pairs to tell whether another choice was better.

    A turn is not counted further once the standard error of its chances is ``goal``. Of each choice every
    candidate gets ``glance`` pairs at first; the ``reviewed`` choices that look worst are then compared with
    the best candidate. A chance event within a turn needs few: what it takes from the luck of the turn
    another gives back.
    """

    turn: int = 2500
    event: int = 80
    choice: int = 400
    glance: int = 8
    better: int = 400
    reviewed: int = 12
    rounds: int = 5
    goal: float = 0.01

    def of(self, turn: int) -> Effort:
        """This effort with ``turn`` playouts for a turn, and all others in proportion."""
        parts = {"event": self.event, "choice": self.choice, "better": self.better, "glance": self.glance}
        scaled = {name: max(1, many * turn // self.turn) for name, many in parts.items()}
        goal = self.goal * (self.turn / turn) ** 0.5
        return structs.replace(self, turn=turn, goal=goal, **scaled)


class Value:
    """The chance of each seat before a chance event: the mean over what could have come.

    Playouts are shared out among the outcomes by their weights (stratified sampling), at least one each.
    """

    def __init__(self, playouts: Playouts, place: str, outcomes: Outcomes, budget: int, goal: float) -> None:
        self.budget = budget
        self._goal = goal
        self._playouts = playouts
        self._place = place
        self._outcomes = outcomes
        self._parts: Numbers = outcomes.weights / outcomes.weights.sum()
        self._tallies = [Tally(playouts.seats) for _ in self._parts]
        self._done = 0

    def count(self, many: int) -> None:
        """Count about ``many`` more playouts, unless the error is small enough."""
        if self._done and float(self.variance.max()) <= self._goal**2 and self._done >= ENOUGH:
            return
        for k, part in enumerate(self._parts.tolist()):
            share = max(1, round(many * part))
            state = self._outcomes.states[k : k + 1]
            self._tallies[k].add(self._playouts.run(state, self._place, self._done, share))
            self._done += share

    @property
    def mean(self) -> Numbers:
        """Dyadic chances by seat, float64[seats]."""
        means: Numbers = np.array([tally.shares / (WHOLE * tally.many) for tally in self._tallies])
        return rounded(self._parts @ means)

    @property
    def variance(self) -> Numbers:
        """The square of the standard error by seat, float64[seats]; that the outcomes were shared out makes
        it smaller than this in truth."""
        whole = Tally(self._playouts.seats)
        for tally in self._tallies:
            whole.join(tally)
        many: Numbers = np.array([tally.many for tally in self._tallies])
        return whole.variances() * float((self._parts**2 / many).sum())


class Difference:
    """What event ``first`` of a seat changes against event ``second``: the mean difference of the chances of
    each seat over the states of a belief, one record each, with the same dice for both. ``weights`` are
    float64[states]."""

    def __init__(
        self, playouts: Playouts, place: str, seat: int, events: tuple[int, int],
        states: Numbers, weights: Numbers, budget: int,
    ) -> None:  # fmt: skip
        self.budget = budget
        self.tally = Tally(playouts.seats)
        self._playouts = playouts
        self._place = place
        self._seat = seat
        self._events = events
        self._states = states
        self._weights = weights
        self._rounds = 0
        self._counts: Numbers = np.zeros(len(states), np.int64)
        self._sums: Numbers = np.zeros((len(states), playouts.seats), np.int64)

    def count(self, many: int) -> None:
        """Count ``many`` more pairs of playouts."""
        offset = (0.5 + GOLDEN * self._rounds) % 1.0
        self._rounds += 1
        drawn: Any = np.unique(spread(self._weights, many, offset), return_counts=True)
        for k, share in zip(drawn[0].tolist(), drawn[1].tolist(), strict=True):
            first, second = (self._shares(self._states[k : k + 1], event, share) for event in self._events)
            self.tally.add(first - second)
            self._counts[k] += share
            self._sums[k] += (first - second).sum(axis=0)

    def _shares(self, state: Numbers, event: int, many: int) -> Numbers:
        """Shares after ``event``; RESIGN gives the match to the others, and BY_PAR goes on by par."""
        if event == RESIGN:
            given: Numbers = np.full((many, self._playouts.seats), WHOLE, np.int64)
            given[:, self._seat] = 0
            return given
        after = state if event == BY_PAR else self._playouts.after(state, self._seat, event)
        return self._playouts.run(after, self._place, self.tally.many, many)

    @property
    def mean(self) -> Numbers:
        """Dyadic differences by seat, float64[seats]."""
        return np.array(self.tally.means())

    @property
    def variance(self) -> Numbers:
        """The square of the standard error by seat, float64[seats]: of the playouts, or where it is more,
        of the states of the belief, each of which is counted several times."""
        many = max(1, self.tally.many)
        plain: Numbers = self.tally.variances() / many
        used = self._counts > 0
        if used.sum() < 2:
            return plain
        apart: Numbers = (self._sums[used] - self._counts[used, None] * (self.tally.shares / many)) / WHOLE
        return np.maximum(plain, (apart**2).sum(axis=0) / many**2)


ENOUGH = 400  # playouts, before an error is taken for small
BY_PAR = -2  # in the place of an event: the match goes on by par


class Review:
    """Whether another choice was better by what the seat could see: a glance at each candidate, then, with
    other dice, the best of them against the one that was made."""

    def __init__(self, playouts: Playouts, item: Written, choice: Choice, effort: Effort) -> None:
        self.seat, self.n = item.entry.seat, item.n
        self._effort = effort
        self._make: Callable[[int, str, int], Difference] = lambda event, why, pairs: Difference(
            playouts, f"{why} {item.n}", self.seat, (event, item.entry.event), choice.states, choice.weights,
            pairs,
        )  # fmt: skip
        self._others = choice.others
        self.event = RESIGN
        self.promise = 0.0
        self.best: Difference | None = None

    def glance(self) -> None:
        """Look at every candidate; ``promise`` is by how much the best of them seemed better."""
        for event in self._others:
            seen = self._make(event, "glance", 0)
            seen.count(self._effort.glance)
            if float(seen.mean[self.seat]) > self.promise:
                self.promise, self.event = float(seen.mean[self.seat]), event

    def settle(self) -> Difference:
        """The comparison of the best candidate with the choice that was made."""
        self.best = self._make(self.event, "better", self._effort.better)
        return self.best


class Judged(NamedTuple):
    """A choice that was not par's: what it changed in truth, and by what the seat could see. The two are
    one where nothing was hidden."""

    truth: Difference
    seen: Difference


class Study:
    """The count of one match. :meth:`rounds` counts, an account may be drawn after each round.

    ``match`` may be over or not; a match in play ends with the chances at that moment.
    """

    def __init__(self, match: Match, seed: int = 0, effort: Effort | None = None) -> None:
        self.match = match
        self.effort = effort or Effort()
        self.playouts = Playouts(match, seed)
        self.written = write_out(match, self.playouts)
        self.values: dict[int, Value] = {}
        self.judged: dict[int, Judged] = {}
        self.reviews: dict[int, Review] = {}
        self.end = self._end()
        turns: set[int] = set()
        for item in self.written:
            if item.outcomes:
                budgeted = self.effort.event if item.turn in turns else self.effort.turn
                self.values[item.n] = Value(
                    self.playouts, f"chance {item.n}", item.outcomes, budgeted, self.effort.goal
                )
                turns.add(item.turn)
            elif item.choice:
                self._judge(item, item.choice)

    def _end(self) -> Value | None:
        """What a match that is not over is worth where it stands."""
        if self.match.over:
            return None
        here = Outcomes(self.match.state.copy(), np.ones(1, np.int64))
        return Value(self.playouts, "end", here, self.effort.turn, self.effort.goal)

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
        """What each seat has won, or its chance where the match stands; float64[seats]."""
        return self.end.mean if self.end else np.array(result_of(self.match))

    def rounds(self, cores: int | None = None, stop: Callable[[], bool] | None = None) -> Iterator[float]:
        """Count round by round; gives after each the part of the effort that is made, 1.0 at last.

        ``stop`` is asked between two units: where it says so, the count ends without completing the round.
        """
        many = self.effort.rounds
        with ThreadPoolExecutor(cores or os.cpu_count() or 1) as pool:
            for number in range(many):
                shares = self._shares()
                work: list[Callable[[], None]] = [
                    partial(unit.count, max(1, round(shares.get(id(unit), unit.budget) / many)))
                    for unit in self._units()
                ]
                if number == 0:
                    work += [review.glance for review in self.reviews.values()]
                if not _done(pool, work, stop):
                    return
                if number == 0:
                    self._settle_reviews()
                yield (number + 1) / many

    def _shares(self) -> dict[int, float]:
        """The budgets of decisions after the first round, shared out by how far their playouts lie apart
        (Neyman allocation): the sum over all is then known best."""
        units = [unit for unit in self._decisions() if unit.tally.many]
        spreads = [float(unit.tally.variances().max()) ** 0.5 for unit in units]
        whole = sum(unit.budget for unit in units)
        total = sum(spreads)
        return {
            id(unit): whole * spread / total if total else float(unit.budget)
            for unit, spread in zip(units, spreads, strict=True)
        }

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
        yield from (review.best for review in self.reviews.values() if review.best)

    def _settle_reviews(self) -> None:
        """Choose which choices are reviewed; where two look alike, the earlier."""
        hopeful = [review for review in self.reviews.values() if review.promise > 0]
        hopeful.sort(key=lambda review: (-review.promise, review.n))
        for review in hopeful[: self.effort.reviewed]:
            review.settle().count(max(1, self.effort.better // self.effort.rounds))


def _done(
    pool: ThreadPoolExecutor, work: Sequence[Callable[[], None]], stop: Callable[[], bool] | None
) -> bool:
    """Do all of ``work``; False where ``stop`` ended it."""

    def one(act: Callable[[], None]) -> bool:
        if stop and stop():
            return False
        act()
        return True

    return all(list(pool.map(one, work)))


def rounded(chances: Numbers) -> Numbers:
    """Dyadic numbers next to ``chances``, float64[seats]."""
    return np.array([dyadic(round(chance * 2**40), 2**40) for chance in chances.tolist()])
