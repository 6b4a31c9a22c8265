"""Which dice take which card, how often (CD-8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...kernel.odds import Odds, OddsRow, OddsTable, Supposed, share_of
from ...kernel.scene import Piece
from .names import card_name, colour_name, dice_words
from .state import ALLOCATE, COMMIT, LINE, PICK, ROLL
from .strikes import least_reach  # pyright: ignore[reportUnknownVariableType]
from .view import View

__all__ = ["asks", "count"]

Shown = tuple[int, int]  # the phase that a roll leads to, and its swords


def asks(view: View, seat: int) -> str:
    """The question, while dice are chosen."""
    return "Which dice take which card?" if view.phase == COMMIT else ""


def count(supposed: Supposed, seat: int) -> Odds:
    """For every choice of dice and every card in the line: the chance that the roll can take it."""
    slots = [slot for slot in range(LINE) if supposed.record.line[slot]]
    alone = supposed.changed(lambda s: _act_alone(s, seat))
    taken: dict[Shown, set[int]] = {}
    rows = [_row(alone, seat, event, slots, taken) for event in sorted(alone.legal(seat), key=_by_number)]
    cards = [int(supposed.record.line[slot]) - 1 for slot in slots]
    table = OddsTable(
        "",
        tuple(f"the {card_name(card).partition(' ')[0]}" for card in cards),
        tuple(rows),
        corner="Your dice",
        note="A roll of these dice reaches the card. Whoever acts first has all three to choose from.",
    )
    return Odds((table,), "CD-8")


def _act_alone(s: Any, seat: int) -> None:
    """Suppose that nobody comes before ``seat``, as in a last turn (CD-15)."""
    s.alone = seat
    s.ready[1 - seat] = 0


def _dice(event: int) -> tuple[int, int, int]:
    """Red, white and blue dice of a choice."""
    dice = event - PICK
    return dice // 12, dice // 3 % 4, dice % 3


def _by_number(event: int) -> tuple[int, int]:
    return sum(_dice(event)), -event


def _row(
    alone: Supposed, seat: int, event: int, slots: Iterable[int], taken: dict[Shown, set[int]]
) -> OddsRow:
    """The chances of one choice of dice; ``taken`` keeps what rolls can take, for the rows after it."""
    rolls = [
        (_swords(roll.record), roll, chance)
        for roll, chance in alone.after(seat, event).outcomes(lambda s: s.phase != ROLL, _swords)
    ]
    for shown, roll, _ in rolls:
        if shown not in taken:
            taken[shown] = _taken(roll)
    shares = tuple(
        share_of(sum(chance for shown, _, chance in rolls if slot in taken[shown])) for slot in slots
    )
    dice = _dice(event)
    pieces = tuple(
        Piece(f"odds-{colour}-{k}", f"command-die-{colour_name(colour)}", seat=seat)
        for colour, many in enumerate(dice)
        for k in range(many)
    )
    return OddsRow(dice_words(dice), shares, pieces)


def _swords(s: Any) -> Shown:
    """What counts of a roll: all its dice may go on the first card, whatever their colours."""
    return int(s.phase), int(s.swords.clip(min=0).sum())


def _taken(roll: Supposed) -> set[int]:
    """The places in the line of the cards that the roll can take first."""
    s = roll.record
    return {slot for slot in range(LINE) if s.phase == ALLOCATE and least_reach(s, slot)}
