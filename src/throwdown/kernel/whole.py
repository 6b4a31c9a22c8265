"""A game for two of which all that can follow is written out, to be solved and to find best responses in.

``throwdown lab solve`` and ``throwdown lab exploit`` write any game that is small enough out as the tree of
its positions. A game that knows a form with fewer states gives it in its ``solving.py``
(:class:`throwdown.kernel.parts.Solving`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np

Numbers = np.ndarray[Any, Any]
Line = tuple[int, str, str, float]  # a seat, what it knows, a choice in words, its probability

Chooser = Callable[[Numbers, int, list[int]], Numbers]
"""How a player chooses: given the record hidden for its seat (an array of one element), the seat and its n
legal events, it returns their probabilities, float64[n]."""


class Portion(NamedTuple):
    """A part of all positions at which a player is asked: of their numbers, counted from 0 in an order of the
    game's own, those that leave ``number`` when they are divided by ``parts``."""

    number: int
    parts: int

    def holds(self, position: int) -> bool:
        """Whether the position of that number is in it."""
        return position % self.parts == self.number


ALL = Portion(0, 1)


class Compiles(Protocol):
    """A game, as far as its ``solving.py`` needs it: its title, and what is compiled over its rules."""

    @property
    def title(self) -> str:
        """The game's name."""
        ...

    def loops(self, is_compiled: bool) -> ModuleType:
        """The loops over its rules, interpreted or compiled."""
        ...

    def part(self, template: Path, is_compiled: bool | None = None) -> ModuleType:
        """The file ``template`` of functions marked with ``rule``, compiled or not."""
        ...


class Whole(Protocol):
    """A game written out, and what regret minimisation has learnt of it. What one seat wins the other pays.

    A strategy is the probability of every choice at every position, float64[choices]; a position is all that
    a seat knows when it chooses.
    """

    @property
    def positions(self) -> int:
        """How many positions there are."""
        ...

    @property
    def choices(self) -> int:
        """How many choices there are at all positions together."""
        ...

    @property
    def iterations(self) -> int:
        """How many iterations have been run."""
        ...

    @property
    def strategy(self) -> Numbers:
        """The average strategy of all iterations, float64[choices]."""
        ...

    @property
    def value(self) -> float:
        """The expected payoff of seat 0 where both play :attr:`strategy`."""
        ...

    @property
    def exploitability(self) -> float:
        """What a best response wins against :attr:`strategy`, on average over both seats."""
        ...

    def improve(self, iterations: int) -> None:
        """Run so many iterations of regret minimisation, both seats in each."""
        ...

    def learnt(self) -> dict[str, Numbers]:
        """The arrays that further iterations go on from, each float64[choices], by name."""
        ...

    def go_on(self, learnt: Mapping[str, Numbers], iterations: int) -> None:
        """Take over what was :meth:`learnt`, each float64[choices], in so many ``iterations``. Raises
        KeyError for an array that is missing and ValueError for one of another size."""
        ...

    def strategy_of(self, chooser: Chooser, portion: Portion = ALL) -> Numbers:
        """The strategy of a player who is asked once at each position of ``portion``, or once for all that
        differ only in names; float64[choices], 0 at other positions. Where its own choices never lead it need
        not be asked. The strategies of all portions add up to the whole one."""
        ...

    def best_answer(self, strategy: Numbers) -> float:
        """What a best response wins against ``strategy``, float64[choices], on average over both seats."""
        ...

    def against(self, known: Numbers, met: Numbers) -> float:
        """What the best response to the strategy ``known`` wins against ``met``, both float64[choices], on
        average over both seats."""
        ...

    def rows(self) -> Iterator[Line]:
        """Every choice with its probability in :attr:`strategy`."""
        ...
