"""Two programs of one game, run in lockstep.

An oracle is a function ``play(seats, values)`` that returns a generator. It yields what may happen
next, as a dict from every awaited seat (CHANCE is 8) to its legal events: a set of event numbers, or,
for unequal chances, a dict from event number to whole-number weight. It is sent the ``(seat, event)``
that happened, and returns the final points by seat, or a :class:`Final` to have more compared.
Nothing of the rules module is used in it but the numbers of events.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

import throwdown
from throwdown.kernel import tables
from throwdown.kernel.contract import CHANCE, MAX_SEATS

Legal = set[int] | dict[int, int]


class Final(NamedTuple):
    """The points by seat at the end, and what fields of the record then hold (the first so many of each)."""

    points: list[int]
    fields: Mapping[str, list[int]] = MappingProxyType({})


Oracle = Generator[dict[int, Legal], tuple[int, int], list[int] | Final]


def together(options: Mapping[int, Legal]) -> Generator[dict[int, Legal], tuple[int, int], dict[int, int]]:
    """All the seats of ``options`` choose, in any order; returns the event of each."""
    left = dict(options)
    chosen: dict[int, int] = {}
    while left:
        seat, event = yield left
        chosen[seat] = event
        del left[seat]
    return chosen


def chance(legal: Legal) -> Generator[dict[int, Legal], tuple[int, int], int]:
    """One chance event."""
    _, event = yield {CHANCE: legal}
    return event


def choice(seat: int, legal: Legal) -> Generator[dict[int, Legal], tuple[int, int], int]:
    """One event of one seat."""
    _, event = yield {seat: legal}
    return event


class Lockstep:
    """The fast rules of a game beside its oracle."""

    def __init__(
        self,
        key: str,
        oracle: Callable[[int, dict[str, Any]], Oracle],
        is_compiled: bool,
        seats: int,
        **values: Any,
    ) -> None:
        self.game = throwdown.load(key)
        self.loops = self.game.loops(is_compiled)
        self.oracle = oracle
        self.seats = seats
        self.values = self.game.check(values)
        self.options = tables.encode(self.game.values, self.values, self.game.rules.OPTIONS)
        self.events = np.zeros(self.game.rules.EVENTS, np.int32)
        self.weights = np.zeros(self.game.rules.EVENTS, np.int32)

    def match(self, seed: int) -> int:
        """Play one match at random, comparing everything; returns the number of events."""
        rng = random.Random(seed)
        state = np.zeros(1, self.game.rules.STATE)
        self.loops.setup(state, self.seats, self.options)
        oracle = self.oracle(self.seats, self.values)
        asks = next(oracle)
        steps = 0
        while True:
            self._same(state, asks, seed, steps)
            seat = next(iter(asks)) if len(asks) == 1 else rng.choice(sorted(asks))
            event = self.pick(seat, asks[seat], rng)
            self.loops.apply(state, seat, event)
            steps += 1
            try:
                asks = oracle.send((seat, event))
            except StopIteration as end:
                final = end.value if isinstance(end.value, Final) else Final(end.value)
                self._same_end(state, final, seed)
                return steps

    def pick(self, seat: int, legal: Legal, rng: random.Random) -> int:
        """The event that happens next: by weight, or all alike. A subclass may have seats play otherwise."""
        return _pick(legal, rng)

    def _same(self, state: Any, asks: dict[int, Legal], seed: int, step: int) -> None:
        mask = int(self.loops.awaited(state))
        expected = _mask(tuple(asks))
        assert mask == expected, f"match {seed} step {step}: awaited {mask:b}, the oracle {expected:b}"
        for seat, legal in asks.items():
            n, total = self.loops.legal(state, seat, self.events, self.weights)
            events = self.events[:n].tolist()
            uneven = isinstance(legal, dict)
            same = n == len(legal) and set(events) == (legal.keys() if uneven else legal)
            assert same, f"match {seed} step {step} seat {seat}: {sorted(events)}, the oracle {sorted(legal)}"
            if seat == CHANCE and (total or uneven):
                _same_weights(events, self.weights[:n].tolist() if total else None, legal, (seed, step))

    def _same_end(self, state: Any, final: Final, seed: int) -> None:
        assert self.loops.awaited(state) == 0, f"match {seed}: the oracle is over, the rules are not"
        standing = np.zeros(MAX_SEATS, np.int64)
        self.loops.standing(state, standing)
        assert standing[: self.seats].tolist() == list(final.points), f"match {seed}: final points"
        for name, expected in final.fields.items():
            found = np.atleast_1d(state[0][name])[: len(expected)].tolist()
            assert found == expected, f"match {seed}: {name} {found}, the oracle {expected}"


@cache
def _mask(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


def _same_weights(events: list[int], weights: list[int] | None, legal: Legal, where: tuple[int, int]) -> None:
    """Equal up to a common factor."""
    if isinstance(legal, dict) and weights == [legal[event] for event in events]:
        return
    mine = dict(zip(events, weights or [1] * len(events), strict=True))
    theirs = legal if isinstance(legal, dict) else dict.fromkeys(legal, 1)
    ours, other = sum(mine.values()), sum(theirs.values())
    assert all(mine[e] * other == theirs[e] * ours for e in mine), (
        f"match {where[0]} step {where[1]}: weights {mine}, the oracle {theirs}"
    )


class Eventful(Lockstep):
    """In every third event of chance all are alike, so that those without weight happen too."""

    def pick(self, seat: int, legal: Legal, rng: random.Random) -> int:
        evenly = seat == CHANCE and rng.random() < 1 / 3
        return rng.choice(sorted(legal)) if evenly else _pick(legal, rng)


def _pick(legal: Legal, rng: random.Random) -> int:
    if isinstance(legal, dict):
        return rng.choices(list(legal), list(legal.values()))[0]
    return rng.choice(sorted(legal)) if len(legal) > 1 else next(iter(legal))
