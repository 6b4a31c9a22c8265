"""Rollouts: the choices at hand are compared by matches that are played on from each by the rule of thumb.

What is hidden is guessed anew for every playout; within one, all choices meet the same guess and the same
dice, so that their differences are known better than their chances (common random numbers). Choices that are
clearly worse than the best are played out no further. This is one step of policy improvement (Tesauro and
Galperin 1996).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, Struct, structs

from throwdown.bots.player import ALL
from throwdown.bots.policies import Policy, among, compiled
from throwdown.bots.tree import Playing
from throwdown.kernel.contract import MAX_SEATS

Numbers = np.ndarray[Any, Any]
RollOut = Callable[[Numbers, int, int], Numbers]
Count = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[float, Meta(ge=0)]

BATCH = 16  # playouts of each choice between two looks at the clock
LEAST = 64  # playouts of each choice between two looks at the results
OUT = 2.5  # standard errors below the best, beyond which a choice is played out no further
ENOUGH = 0.003  # the largest standard error of what others lack to the best, at which a comparison ends


class Rollouts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How choices are compared: by so many ``playouts`` in all, of the ``tried`` choices that the game's
    ``worth`` rates highest.

    All seats go by the rule of thumb, where ``rated`` by the full ``worth``, else by ``rough``, at
    ``temperature``, in the unit of that; where it is told at ``several`` in matches for more than two. They
    play on until the match has come to ``stops`` positions that can be judged, or to its end (0). The choice
    that is rated highest is left only where another is better by ``doubt`` standard errors.
    """

    playouts: Count
    tried: Annotated[int, Meta(ge=2)] = 8
    rated: bool = False
    temperature: NotNegative = 0.0
    several: NotNegative | None = None
    stops: Annotated[int, Meta(ge=0)] = 0
    doubt: NotNegative = 1.0

    def within(self, seats: int, *, judged: bool) -> Rollouts:
        """These as they are in matches for so many ``seats``, to the end where positions are not ``judged``
        by what was learned of them."""
        temperature = among(seats, self.temperature, self.several)
        return structs.replace(self, temperature=temperature, several=None, stops=self.stops if judged else 0)

    def playing(self, seed: int) -> Playing:
        """How all seats go on in playouts; their dice follow from ``seed``."""
        policy = Policy(ALL, temperature=self.temperature, rated=self.rated)
        return Playing(compiled([policy] * MAX_SEATS), self.stops, seed)


class Comparison:
    """Playouts of ``events``, int32[n], the one that is rated highest first. Column k of ``shares``,
    float32[m, n], are the shares of the win that event k brought, of which ``played[k]`` are counted."""

    def __init__(self, events: Numbers, settings: Rollouts) -> None:
        self.events = events
        self.settings = settings
        self.shares = np.zeros((LEAST, len(events)), np.float32)
        self.played = np.zeros(len(events), np.int64)
        self.counted = np.arange(len(events))  # the places of those that may still be the best

    def run(self, roll_out: RollOut, goes_on: Callable[[], bool]) -> int:
        """The best event. ``roll_out`` gives the shares of some events in a number of playouts from a first
        one, float64[number, events]; ``goes_on`` is asked before each such batch."""
        done = 0
        while self.played.sum() < self.settings.playouts and goes_on():
            tried = self.counted
            if done == len(self.shares):
                self.shares = np.concatenate([self.shares, np.zeros_like(self.shares)])
            self.shares[done : done + BATCH, tried] = roll_out(self.events[tried], done, BATCH)
            done += BATCH
            self.played[tried] = done
            if done % LEAST == 0 and self._is_enough():
                break
        return int(self.events[self._best()])

    def _is_enough(self) -> bool:
        """Leave out what is clearly worse than the best; whether the rest is known well enough."""
        best = self._leader()
        less, errors = self._apart(best, self.counted)
        near = less <= OUT * errors
        self.counted = self.counted[near]
        return bool(errors[near].max() < ENOUGH)

    def _leader(self) -> int:
        """The place of the event that brought most so far."""
        done = self.played[self.counted[0]]
        return int(self.counted[self.shares[:done, self.counted].mean(axis=0).argmax()])

    def _apart(self, best: int, others: Numbers) -> tuple[Numbers, Numbers]:
        """How much less than ``best`` each of ``others`` brought in the same playouts, and the standard
        errors of that, float32[n] both."""
        done = self.played[others].min()
        less = self.shares[:done, best, None] - self.shares[:done, others]
        return less.mean(axis=0), less.std(axis=0) / done**0.5

    def _best(self) -> int:
        if not self.played.any():
            return 0
        best = self._leader()
        less, errors = self._apart(best, np.zeros(1, np.int64))
        return best if less[0] > self.settings.doubt * errors[0] else 0
