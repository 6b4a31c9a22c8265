"""What can be counted of a duel: the ``odds.py`` of its folder has an object of this kind."""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.odds import Odds, OddsRow, OddsTable, Supposed, share_of
from .facts import Facts
from .gate import begin_rolls  # pyright: ignore[reportUnknownVariableType]
from .register import base_dice  # pyright: ignore[reportUnknownVariableType]
from .table import (
    GATE,
    NOBODY,
    RESULT,
    THROW,
    other,  # pyright: ignore[reportUnknownVariableType]
)
from .view import View


class DuelOdds:
    """The chances that a duelist would count; by default none."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def asks(self, view: View, seat: int) -> str:
        """The question, empty where nothing can be counted."""
        return ""

    def count(self, supposed: Supposed, seat: int) -> Odds | None:
        """The answer."""
        return None


class ThrowOdds(DuelOdds):
    """Throws and towers that are drawn from tables: what the next one comes to. ``names`` says an outcome in
    a few words."""

    def __init__(self, facts: Facts, question: str, names: Callable[[View, int], str]) -> None:
        super().__init__(facts)
        self._question = question
        self._names = names

    def asks(self, view: View, seat: int) -> str:
        is_due = view.stage == GATE and view.thrower != NOBODY and not view.by_hand
        return self._question if is_due else ""

    def count(self, supposed: Supposed, seat: int) -> Odds | None:
        def throw(s: View) -> None:
            s.stage = THROW

        s = supposed.record
        rows = tuple(
            OddsRow(self._names(s, event - RESULT), (share_of(chance),))
            for event, chance in supposed.changed(throw).events()
        )
        note = f"Drawn for {{{s.thrower}}} from the table of this hand" + (
            ", whose dice are covered." if s.covered[s.thrower] else "."
        )
        return Odds((OddsTable("", ("Chance",), rows, "It comes to", note),), self.facts.clause)


def supposed_roll(supposed: Supposed, seat: int, is_first: bool) -> Supposed:
    """One roll of ``seat`` in a race of two, with the first role or the second, is due; no card has changed
    how many dice it has."""

    def begin(s: View) -> None:
        s.lead = seat if is_first else other(s, seat)
        s.racers = s.duelists
        s.count[seat] = base_dice(s.duel, is_first)
        begin_rolls(s, 1 << seat)

    return supposed.changed(begin)
