"""What a seat may believe about what it cannot see: states that fit, by how likely play has led there.

A belief follows the match event by event with a set of states (a particle filter; Gordon, Salmond and Smith
1993). An event that the seat learns is made in each of them, and weighs them by how likely it was; any other
is drawn anew in each. A state in which the seat would not see what it sees is dropped. Where too few are left
the set is drawn again by the game's ``guess`` from what the seat sees. Others are taken to choose by par, but
one in four times at random, for what par does not choose must not be impossible.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from throwdown.bots.tree import NOWHERE, boards_for, numbers_of
from throwdown.kernel import rng
from throwdown.kernel.log import RESIGN, Entry
from throwdown.kernel.records import choose_records, copy_records
from throwdown.study.playouts import Numbers, Playouts, key_of

SLIPS = 0.25  # of the choices of others are taken to be random
STATES = 96  # of a belief
FEWEST = STATES // 6  # states, below which they are drawn again where more fit
GOLDEN = 0.6180339887498949  # draws that are spread evenly, whatever their number


class Belief:
    """What ``seat`` may believe; ``states`` is an array of records, ``weights`` float64[n] with sum 1.

    Where nothing is hidden from the seat there is one state, the true one, and the belief ``is_open``.
    """

    def __init__(self, playouts: Playouts, seat: int, state: Numbers) -> None:
        self.seat = seat
        self._playouts = playouts
        self._engine = playouts.engine
        self._loops = playouts.loops
        self._boards = boards_for(playouts.game.rules.STATE)
        key = key_of(playouts.seed, f"belief {seat}")
        self._rng = rng.generator(key)  # for the game's guesses
        self._draws = np.random.default_rng(key)
        self.states: Numbers = state[:0]
        self.weights: Numbers = np.zeros(0)
        self._is_open = True
        self._draw(self._seen(state))

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden from the seat."""
        return self._is_open

    def snapshot(self) -> tuple[Numbers, Numbers, bool]:
        """The states, an array of n records, and weights, float64[n], as they are now, which are never
        changed afterwards, and whether nothing is hidden."""
        return self.states, self.weights, self._is_open

    def follow(self, entry: Entry, before: Numbers, after: Numbers) -> None:
        """Go on with ``entry``, which led from the true state ``before`` to ``after``, one record each;
        of both only what the seat sees is used, and of the entry only what it learns."""
        if entry.event == RESIGN:
            return
        seen = self._seen(after)
        known = bool(int(self._engine.witnesses(before, entry.seat, entry.event)) >> self.seat & 1)
        if self._playouts.is_all(seen, self.seat, self._rng):
            self._open(seen)
            return
        states, weights = self._copies(known)
        # Draws are spread evenly over the states (Latin hypercube), so that few of them stand for many.
        chances: Numbers = self._draws.permutation(len(states)) + self._draws.random(len(states))
        chances /= len(states)
        self._loops.follow(
            states, self.seat, entry.seat, entry.event if known else NOWHERE, SLIPS,
            self._boards, numbers_of(seen), chances,
        )  # fmt: skip
        weights *= chances
        self._merge(states, weights)
        if len(self.states) < FEWEST:
            self._renew(seen)

    def _copies(self, known: bool) -> tuple[Numbers, Numbers]:
        """Copies of the states to go on with: as they are for an event that is known, else as many as there
        may be, each state by its weight."""
        if known:
            return copy_records(self.states), self.weights.copy()
        chosen = spread(self.weights, STATES, self._draws.random())
        return choose_records(self.states, chosen), np.full(STATES, 1 / STATES)

    def _open(self, seen: Numbers) -> None:
        self.states, self.weights, self._is_open = seen, np.ones(1), True

    def _merge(self, states: Numbers, weights: Numbers) -> None:
        """Keep each state that fits once, with all its weight."""
        found: dict[bytes, int] = {}
        size, every = states.dtype.itemsize, states.tobytes()
        for k in np.flatnonzero(weights).tolist():
            first = found.setdefault(every[k * size : (k + 1) * size], k)
            if first != k:
                weights[first] += weights[k]
        kept = list(found.values())
        self.states, self._is_open = choose_records(states, kept), False
        self.weights = weights[kept] / weights[kept].sum()

    def _seen(self, state: Numbers) -> Numbers:
        hidden = copy_records(state)
        self._engine.hide(hidden, self.seat)
        return hidden

    def _draw(self, seen: Numbers) -> None:
        """Draw all states by the game's ``guess``."""
        if self._playouts.is_all(seen, self.seat, self._rng):
            self._open(seen)
            return
        states = choose_records(seen, [0] * STATES)
        for k in range(STATES):
            self._engine.guess(states[k : k + 1], self.seat, self._rng)
        self._merge(states, np.full(STATES, 1 / STATES))

    def _renew(self, seen: Numbers) -> None:
        """Few states are left: draw them again, unless there are hardly more that fit."""
        states, weights = self.states, self.weights
        self._draw(seen)
        if len(states) and len(self.states) <= 2 * len(states):
            self.states, self.weights = states, weights


def spread(weights: Numbers, many: int, offset: float) -> Numbers:
    """``many`` indices, int64[many], each as often as its share of ``weights`` says, by systematic resampling
    (Kitagawa 1996); ``offset`` in [0, 1)."""
    edges: Any = np.cumsum(weights)
    places: Numbers = (np.arange(many) + offset) / many * edges[-1]
    return np.minimum(np.searchsorted(edges, places, "right"), len(weights) - 1)
