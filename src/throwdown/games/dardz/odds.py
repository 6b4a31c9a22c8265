"""How often a number is on offer with one die, two dice and three (DZ-8 to DZ-10)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...kernel.odds import Odds, OddsRow, OddsTable, Share, Supposed, share_of
from ...kernel.scene import Piece
from .actions import call_dice  # pyright: ignore[reportUnknownVariableType]
from .names import kind_of, number_of
from .state import NUMBERS, PICK, ROLL, SECOND_ROLL, THIRD_ROLL
from .turns import numbers_on_offer  # pyright: ignore[reportUnknownVariableType]
from .view import View

__all__ = ["asks", "count"]

MOST_DICE = 3


def asks(view: View, seat: int) -> str:
    """At any time: which numbers come up decides what a hand is worth."""
    return "How often does a number come?"


def count(supposed: Supposed, seat: int) -> Odds:
    """The numbers in hand first, each alone and all together, then the others."""
    offers = [offers_of(supposed, dice) for dice in range(1, MOST_DICE + 1)]

    def shares(holds: Callable[[int], bool]) -> tuple[Share, ...]:
        found = (sum((chance for mask, chance in one if holds(mask)), Fraction(0)) for one in offers)
        return tuple(map(share_of, found))

    s = supposed.record
    mine = _held(s, seat)
    rows = [
        OddsRow(str(number), shares(lambda mask, k=number: mask >> k & 1 == 1), _card(s, number))
        for number in range(1, NUMBERS + 1)
    ]
    own = [rows[number - 1] for number in mine]
    if len(mine) > 1:
        any_of = sum(1 << number for number in mine)
        own.append(OddsRow("any of these", shares(lambda mask: mask & any_of != 0)))
    columns = ("1 die", "2 dice", "3 dice")
    note = "First roll 1 die, second and Bonus Roll 2, third 3: single dice, and sums of two."
    tables = [OddsTable("In your hand", columns, tuple(own), "Number", note)] if own else []
    others = tuple(row for number, row in enumerate(rows, 1) if number not in mine)
    tables.append(OddsTable("All others" if own else "All numbers", columns, others, "Number"))
    return Odds(tuple(tables), "DZ-9")


def offers_of(supposed: Supposed, dice: int) -> list[tuple[int, Fraction]]:
    """The sets of numbers that so many dice put on offer, each a set of bits, with their chances."""

    def throw(s: Any) -> None:
        call_dice(s, THIRD_ROLL if dice == MOST_DICE else SECOND_ROLL, dice)
        s.phase = ROLL
        s.bonus = 0

    def lying(s: Any) -> tuple[int, ...]:
        return (int(s.called), *sorted(s.dice.tolist()))

    rolls = supposed.changed(throw).outcomes(lambda s: s.phase == PICK, lying)
    found: list[tuple[Any, Fraction]] = [(numbers_on_offer(roll.record), chance) for roll, chance in rolls]
    return [(int(mask), chance) for mask, chance in found]


def _held(s: Any, seat: int) -> list[int]:
    """The numbers in the hand of ``seat``, each once."""
    cards = s.hand[seat][: s.held[seat]].tolist()
    return sorted({number for card in cards if (number := number_of(kind_of(card - 1)))})


def _card(s: Any, number: int) -> tuple[Piece, ...]:
    """A card of that number, with what it scores."""
    points = str(int(s.worth[number - 1]))
    return (Piece(f"odds-{number}", "dardz-number", str(number), note=points),)
