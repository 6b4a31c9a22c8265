"""Matches of a game by the thousand, in lockstep, for a policy to learn from (``throwdown lab train``).

A game gives them in its ``solving.py`` (:attr:`throwdown.kernel.parts.Solving.LEARNED`). What a seat sees is
told of things that are alike, such as the numbers of a die: a choice is to end, or one of some steps of one
thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

Numbers = np.ndarray[Any, Any]


class Seen(NamedTuple):
    """What is told of n positions, each as the seat sees it that is to choose there. Action 0 ends; the
    others are steps of a thing, those of the first thing before those of the second."""

    things: Numbers  # float32[n, things, signs]
    around: Numbers  # float32[n, k]: what is of no thing
    named: Numbers  # int64[n]: the thing that an end would be about; -1 where nobody can end
    legal: Numbers  # bool[n, actions]

    def part(self, which: Numbers) -> Seen:
        """Those of them that ``which``, bool[n] or int64[m], picks."""
        return Seen(*(each[which] for each in self))


def joined(seen: Sequence[Seen]) -> Seen:
    """Positions of all of ``seen``, one after the other."""
    return Seen(*(np.concatenate(each) for each in zip(*seen, strict=True)))


class SelfPlay(Protocol):
    """Matches for two that are played in lockstep. ``live``, int64[n], are the numbers of those that go on,
    ``movers``, int64[n], the seat that is to choose in each of them; ``won``, float32[all], is 1 where seat 0
    has won, -1 where it has lost, and 0 before the end."""

    live: Numbers
    movers: Numbers
    won: Numbers

    def look(self) -> Seen:
        """What those see who are to choose in the matches that go on."""
        ...

    def truth(self) -> Numbers:
        """What is hidden from them, for whoever judges positions in training: float32[n, things, k]."""
        ...

    def play(self, actions: Numbers) -> None:
        """Play one action, int64[n], in each of the matches that go on."""
        ...


class Learnable(NamedTuple):
    """What a game says so that a policy can be learned. A record is one that is hidden for the seat that is
    to choose."""

    begin: Callable[[np.random.Generator, int], SelfPlay]
    """So many matches, dealt by a generator."""

    position: Callable[[Any, int], tuple[Seen, list[int]]]
    """What a seat sees of a record, as one position, and the event of each action there."""

    answer: Callable[[Any, int, Mapping[str, Numbers]], tuple[Numbers, Numbers] | None]
    """How the policy with some weights chooses for a seat of a record: events, int32[n], and their
    probabilities, float64[n]; None where it has learned nothing."""

    keep: Callable[[Mapping[str, Numbers], Mapping[str, Any], Path], None]
    """Keep weights in a folder; what was told of them, by names, lies beside them."""
