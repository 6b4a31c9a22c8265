"""How often a bid is true (KD-D4)."""

from __future__ import annotations

from fractions import Fraction

from .....kernel.odds import Odds, OddsRow, OddsTable, Supposed, share_of
from ..gate import begin_rolls  # pyright: ignore[reportUnknownVariableType]
from ..own_odds import DuelOdds
from ..own_pieces import die
from ..table import (
    BID,
    NOBODY,
    ROLL,
)
from ..view import View
from .facts import FACTS

COLUMNS = 4  # bids of a number that are shown
A_FACE = 1  # stands for all six: each comes as often


class BidOdds(DuelOdds):
    def asks(self, view: View, seat: int) -> str:
        return "How often is a bid true?" if view.stage == BID else ""

    def count(self, supposed: Supposed, seat: int) -> Odds | None:
        s = supposed.record
        dice: int = sum(map(int, (s.count[s.challenger], s.count[s.opponent])))
        first = dice // 6 if s.bid == NOBODY else int(s.bid) // 6 + 1
        bids = range(max(1, first), min(dice, first + COLUMNS - 1) + 1)
        hidden = hidden_dice(supposed, seat)
        own = [int((s.die[seat, : s.count[seat]] == face).sum()) for face in range(1, 7)]
        rows = tuple(
            OddsRow(
                str(face),
                tuple(share_of(_at_least(hidden, many - own[face - 1])) for many in bids),
                (die(f"odds-{face}", face),),
            )
            for face in range(1, 7)
        )
        note = "Your own dice are counted, and each of the others shows any number as often."
        columns = tuple(f"{many}+" for many in bids)
        return Odds((OddsTable("", columns, rows, "Among all", note),), self.facts.clause)


def hidden_dice(supposed: Supposed, seat: int) -> list[tuple[int, Fraction]]:
    """How many dice of one number the other may have, each with its chance."""
    s = supposed.record
    rival = int(s.opponent if seat == s.challenger else s.challenger)

    def roll(s: View) -> None:
        s.die[rival] = [0] * len(s.die[rival])
        begin_rolls(s, 1 << rival)

    def many(s: View) -> int:
        return sum(int(s.die[rival][k] == A_FACE) for k in range(s.rolled[rival]))

    def rolled(s: View) -> tuple[int, int, int]:
        return s.stage, int(s.rolled[rival]), many(s)

    rolls = supposed.changed(roll).outcomes(lambda s: s.stage != ROLL, rolled)
    return [(many(found.record), chance) for found, chance in rolls]


def _at_least(hidden: list[tuple[int, Fraction]], need: int) -> Fraction:
    return sum((chance for many, chance in hidden if many >= need), Fraction(0))


ODDS = BidOdds(FACTS)
