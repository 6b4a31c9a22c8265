"""Odds at hand: how often chance brings something, counted exactly with the rules that play the match.

A :class:`Supposed` is a record that somebody thinks about: it can be changed, a choice can be made in it, and
:meth:`Supposed.outcomes` lets chance make every event that it could, with its probability. A game's
``odds.py`` (:class:`throwdown.kernel.parts.Odds`) says what is worth counting, and gives it as :class:`Odds`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
from msgspec import Struct

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.records import copy_records
from throwdown.kernel.scene import Piece

MOST_WAYS = 9_999  # a chance in more ways than these is told in percent alone


class Share(Struct, omit_defaults=True, frozen=True, gc=False):
    """One chance: ``share`` from 0 to 1, and ``ways`` such as ``5 of 12`` where these are few."""

    share: float
    ways: str = ""


class OddsRow(Struct, omit_defaults=True, frozen=True, gc=False):
    """A row of a table: ``shares`` has a chance for each column, of what ``name`` says or ``pieces`` show."""

    name: str
    shares: tuple[Share, ...]
    pieces: tuple[Piece, ...] = ()


class OddsTable(Struct, omit_defaults=True, frozen=True, gc=False):
    """A table of chances. ``corner`` heads the names of the rows, ``columns`` their chances; ``note`` says
    under which condition they hold."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    corner: str = ""
    note: str = ""


class Odds(Struct, omit_defaults=True, frozen=True, gc=False):
    """What can be counted just now; ``clause`` is the rule of the dice or cards that are counted."""

    tables: tuple[OddsTable, ...]
    clause: str = ""


class Supposed:
    """A match as somebody supposes it: a record of the game (an array of one element) and the loops over its
    rules."""

    def __init__(self, engine: ModuleType, state: np.ndarray) -> None:
        self._engine = engine
        self._state = state
        self._size = int(engine.rules.EVENTS)

    @property
    def record(self) -> Any:
        """The record itself. What a function of the game does to it should be done with :meth:`changed`."""
        return self._state[0]

    def legal(self, seat: int) -> list[int]:
        """The events that ``seat`` may make."""
        events, weights = (np.zeros(self._size, np.int32) for _ in range(2))
        n, _ = self._engine.legal(self._state, seat, events, weights)
        return events[:n].tolist()

    def after(self, seat: int, event: int) -> Supposed:
        """The supposed match once ``seat`` has made ``event``, which must be legal; this one is unchanged."""
        fresh = Supposed(self._engine, copy_records(self._state))
        self._engine.apply(fresh._state, seat, event)
        return fresh

    def changed(self, change: Callable[[Any], None]) -> Supposed:
        """The supposed match with ``change`` made to its record; this one is unchanged."""
        fresh = Supposed(self._engine, copy_records(self._state))
        change(fresh.record)
        return fresh

    def outcomes(
        self, done: Callable[[Any], bool], alike: Callable[[Any], Hashable] | None = None
    ) -> list[tuple[Supposed, Fraction]]:
        """Every record that chance may lead to until ``done``, each with its probability; these add up to 1.

        Records that are the same are counted together, and so are those for which ``alike`` gives the same:
        then one stands for all. Raises ValueError where somebody has to choose before that.
        """
        reached: dict[Hashable, tuple[np.ndarray, Fraction]] = {}
        level: dict[Hashable, tuple[np.ndarray, Fraction]] = {b"": (self._state, Fraction(1))}

        def key(state: np.ndarray) -> Hashable:
            return alike(state[0]) if alike else state.tobytes()

        while level:
            following: dict[Hashable, tuple[np.ndarray, Fraction]] = {}
            for state, chance in level.values():
                if done(state[0]):
                    _add(reached, key(state), state, chance)
                    continue
                for event, share in Supposed(self._engine, state).events():
                    fresh = copy_records(state)
                    self._engine.apply(fresh, CHANCE, event)
                    _add(following, key(fresh), fresh, chance * share)
            level = following
        return [(Supposed(self._engine, state), chance) for state, chance in reached.values()]

    def events(self) -> list[tuple[int, Fraction]]:
        """The chance events that are due, each with its probability; those are left out of which no table
        says how likely they are. Raises ValueError where chance is not awaited."""
        events, weights = (np.zeros(self._size, np.int32) for _ in range(2))
        n, total = self._engine.offered(self._state, CHANCE, events, weights)
        if n == 0:
            raise ValueError("chance is not awaited, and what is counted has not come about")
        if total == 0:
            return [(int(event), Fraction(1, n)) for event in events[:n]]
        pairs = zip(events[:n], weights[:n], strict=True)
        return [(int(event), Fraction(int(weight), int(total))) for event, weight in pairs if weight]


def _add(
    into: dict[Hashable, tuple[np.ndarray, Fraction]], key: Hashable, state: np.ndarray, chance: Fraction
) -> None:
    known = into.get(key)
    into[key] = (state, chance) if known is None else (known[0], known[1] + chance)


def share_of(chance: Fraction | int) -> Share:
    """The probability ``chance``, 0 to 1, in the form in which a table of odds shows it."""
    exact = Fraction(chance)
    few = 1 < exact.denominator <= MOST_WAYS
    return Share(float(exact), f"{exact.numerator} of {exact.denominator}" if few else "")


def chance_of(outcomes: Iterable[tuple[Supposed, Fraction]], holds: Callable[[Supposed], bool]) -> Fraction:
    """The probability of the outcomes of which ``holds`` is true."""
    return sum((chance for found, chance in outcomes if holds(found)), Fraction(0))
