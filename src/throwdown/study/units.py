"""What is counted for an account, one unit for each question: the chances at a point of a match, what a
choice changed, and whether another was better."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct, structs

from throwdown.kernel.log import RESIGN
from throwdown.study.beliefs import spread
from throwdown.study.events import Choice, Outcomes, Written
from throwdown.study.playouts import WHOLE, Numbers, Playouts, Tally, dyadic, key_of

BY_PAR = -2  # in the place of an event: the match goes on by par
WITHIN = 20  # playouts that the rarest outcome must have, so that outcomes are known one by one


class Effort(Struct, frozen=True):
    """How many playouts are counted at most: for the chances before a turn, for each chance event within
    one, pairs for each choice that was not par's, and pairs to tell whether another choice was better.

    Turns come first, in the first rounds, each until the standard error of its chances is ``goal``; a
    ``goal`` of 0 counts the whole budget. Choices are counted in the rounds after: every candidate gets
    ``glance`` pairs, and the ``reviewed`` choices that look worst are then compared with the best candidate.
    A chance event within a turn needs few: what it takes from the luck of the turn another gives back.
    """

    turn: int = 2500
    event: int = 32
    choice: int = 400
    glance: int = 8
    better: int = 400
    reviewed: int = 12
    rounds: int = 8
    goal: float = 0.01

    def of(self, turn: int) -> Effort:
        """This effort with ``turn`` playouts for a turn, and all others in proportion."""
        parts = {"event": self.event, "choice": self.choice, "better": self.better, "glance": self.glance}
        scaled = {name: max(1, many * turn // self.turn) for name, many in parts.items()}
        goal = self.goal * (self.turn / turn) ** 0.5
        return structs.replace(self, turn=turn, goal=goal, **scaled)

    @property
    def turn_rounds(self) -> int:
        """The rounds, from the first, in which turns are counted."""
        return min(4, self.rounds)

    @property
    def choice_rounds(self) -> range:
        """The numbers of the rounds in which choices are counted."""
        return range(min(self.turn_rounds, self.rounds - 1), self.rounds)


class Value:
    """The chance of each seat where everybody goes on by par.

    Before a chance event playouts are shared out among what can come by systematic sampling from a drawn
    offset: each outcome gets its share to within one playout, and exactly its share on average.
    """

    def __init__(self, playouts: Playouts, place: str, outcomes: Outcomes, budget: int) -> None:
        self.budget = budget
        self._playouts = playouts
        self._place = place
        self._outcomes = outcomes
        self._parts: Numbers = outcomes.weights / outcomes.weights.sum()
        self._tallies = [Tally(playouts.seats) for _ in outcomes.weights]
        self._rounds = 0
        self.done = 0

    def count(self, many: int) -> None:
        """Count ``many`` more playouts."""
        drawn = _drawn(self._playouts, self._outcomes.weights, many, f"offset {self._rounds} {self._place}")
        self._rounds += 1
        for k, share in drawn:
            state = self._outcomes.states[k : k + 1]
            self._tallies[k].add(self._playouts.run(state, self._place, self.done, share))
            self.done += share

    @property
    def mean(self) -> Numbers:
        """Dyadic chances by seat, float64[seats]: the mean over all playouts, or, once each outcome has
        many, over the outcomes by their weights."""
        if not self._is_stratified:
            return np.array(self._whole().means())
        means: Any = self._parts @ np.array([tally.shares / (WHOLE * tally.many) for tally in self._tallies])
        return np.array([dyadic(round(chance * 2**40), 2**40) for chance in means.tolist()])

    @property
    def variance(self) -> Numbers:
        """The square of the standard error by seat, float64[seats]."""
        return self.spread / max(1, self.done)

    @property
    def spread(self) -> Numbers:
        """The variance of one playout by seat, float64[seats]; that within the outcomes, where their means
        are taken."""
        if not self._is_stratified:
            return self._whole().variances()
        many: Numbers = np.array([[tally.many] for tally in self._tallies])
        within: Numbers = np.array([tally.variances() for tally in self._tallies])
        return self.done * ((self._parts**2)[:, None] * within / many).sum(axis=0)

    @property
    def _is_stratified(self) -> bool:
        """Whether every outcome has playouts enough to tell its own variance."""
        return self.done * float(self._parts.min()) >= WITHIN

    def _whole(self) -> Tally:
        whole = Tally(self._playouts.seats)
        for tally in self._tallies:
            whole.join(tally)
        return whole


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
        drawn = _drawn(self._playouts, self._weights, many, f"offset {self._rounds} {self._place}")
        self._rounds += 1
        for k, share in drawn:
            first, second = (self._shares(self._states[k : k + 1], event, share) for event in self._events)
            self.tally.add(first - second)
            self._counts[k] += share
            self._sums[k] += (first - second).sum(axis=0)

    def _shares(self, state: Numbers, event: int, many: int) -> Numbers:
        """Shares after ``event``; RESIGN gives the match to the others, and BY_PAR goes on by par."""
        if event == RESIGN:
            given: Numbers = np.tile(self._playouts.given_up(state, self._seat), (many, 1))
            return given
        after = state if event == BY_PAR else self._playouts.after(state, self._seat, event)
        return self._playouts.run(after, self._place, self.tally.many, many)

    @property
    def done(self) -> int:
        """How many pairs have been counted."""
        return self.tally.many

    @property
    def spread(self) -> Numbers:
        """The variance of one pair by seat, float64[seats]."""
        return self.tally.variances()

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


def _drawn(playouts: Playouts, weights: Numbers, many: int, place: str) -> list[tuple[int, int]]:
    """``many`` playouts shared out by ``weights``, float64[n]: indices and how often each, on average exactly
    its share. What is drawn depends on ``place``."""
    offset = key_of(playouts.seed, place) / 2**63
    drawn: Any = np.unique(spread(weights, many, offset), return_counts=True)
    return list(zip(drawn[0].tolist(), drawn[1].tolist(), strict=True))
