"""Which card of the others comes with the next roll, how often, whatever is held (KA-7)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ...kernel.english import members
from ...kernel.odds import Odds, OddsRow, OddsTable, Supposed, share_of
from ...kernel.scene import Piece
from .cards import DICE
from .state import ACT, ALL_DICE, BONUS, CHANGE, ELIMINATE, HOLD, KEEP, ROLL, begin_roll, targets_of
from .turns import begin_turn
from .view import View
from .words import card_name

__all__ = ["asks", "count"]


def asks(view: View, seat: int) -> str:
    """Before a roll, and before dice are held for the next one."""
    if view.turn != seat or not targets_of(view, seat):
        return ""
    if view.phase == KEEP or (view.phase == ACT and view.left[seat] > 1):
        return "Which card comes with the next roll?"
    return ""


def count(supposed: Supposed, seat: int) -> Odds:
    """For every set of dice that may be held and every card to go for: the chance of the next roll."""
    s = supposed.record
    cards = _cards(s, seat)
    rows = [_row(supposed, seat, dice, cards) for dice in _holds(supposed, seat)]
    best = sorted(rows, key=lambda row: -max(share.share for share in row.shares))
    next_turn = "the bonus roll, or that of your next turn" if s.bonus else "the roll of your next turn"
    when = "this roll" if s.phase == KEEP else next_turn
    note = f"With {when}, your ability counted. The best holds come first."
    return Odds(
        (OddsTable("", tuple(card_name(card) for card in cards), tuple(best), "You hold", note),), "KA-7"
    )


def _cards(s: Any, seat: int) -> list[int]:
    """The active cards of opponents, each once."""
    return sorted({int(s.active[other]) - 1 for other in members(int(targets_of(s, seat)))})


def _holds(supposed: Supposed, seat: int) -> Iterable[int]:
    """The sets of dice that ``seat`` may hold, or keep."""
    return [event - HOLD for event in supposed.legal(seat) if HOLD <= event < BONUS]


def _row(supposed: Supposed, seat: int, held: int, cards: list[int]) -> OddsRow:
    before = supposed.record
    faces = [int(before.face[seat, die]) for die in members(held)]
    rolls = rolled(supposed, seat, held)
    taken = [(_taken(roll, seat, set(cards)), chance) for roll, chance in rolls]
    shares = tuple(
        share_of(sum((chance for some, chance in taken if card in some), Fraction(0))) for card in cards
    )
    pieces = tuple(
        Piece(f"odds-{held}-{k}", "die", str(face), seat=seat, states=("picture",))
        for k, face in enumerate(sorted(faces))
    )
    return OddsRow(" ".join(map(str, sorted(faces))) or "nothing", shares, pieces)


def rolled(supposed: Supposed, seat: int, held: int) -> list[tuple[Supposed, Fraction]]:
    """Every roll of the dice that are not ``held``, with its chance, before anything is changed."""
    free = [die for die in range(DICE) if not held >> die & 1]

    def roll(s: Any) -> None:
        if s.phase == ACT:  # the next turn of the round; a bonus roll brings the same
            s.left[seat] -= 1
            s.held[seat] = held
            begin_turn(s, seat)
        s.held[seat] = held
        s.left[seat] += 1  # so that the turn does not end by itself where the roll brings nothing
        begin_roll(s, seat, ALL_DICE ^ held)

    def faces(s: Any) -> tuple[int, ...]:
        return (int(s.phase), int(s.todo), *sorted(int(s.face[seat, die]) for die in free))

    return supposed.changed(roll).outcomes(lambda s: s.phase != ROLL, faces)


def _taken(roll: Supposed, seat: int, cards: set[int]) -> set[int]:
    """The opponents' ``cards`` that the roll can eliminate, with all changes of dice that the rules allow
    then."""
    found = set[int]()
    seen = set[tuple[object, ...]]()
    waiting = [roll]
    while waiting and found != cards:
        now = waiting.pop()
        if (dice := _dice(now.record, seat)) in seen:
            continue
        seen.add(dice)
        legal = now.legal(seat)
        for event in legal:
            if event >= ELIMINATE:
                found |= {int(now.record.active[other]) - 1 for other in members(event - ELIMINATE)}
        waiting += [now.after(seat, event) for event in legal if CHANGE <= event < HOLD]
    return found


def _dice(s: Any, seat: int) -> tuple[object, ...]:
    """The dice of ``seat`` with what may still be changed, whichever die is which."""
    free = (int(s.rolled) | int(s.wild)) & ~int(s.changed)
    dice = [(int(s.face[seat, die]), free >> die & 1, int(s.wild) >> die & 1) for die in range(DICE)]
    return (int(s.shifted[seat]), *sorted(dice))
