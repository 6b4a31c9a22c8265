"""How often a roll is High, and how often Low (KD-D3)."""

from __future__ import annotations

from fractions import Fraction

from .....kernel.odds import Odds, OddsRow, OddsTable, Supposed, chance_of, share_of
from ..own_odds import DuelOdds, supposed_roll
from ..table import NOBODY, ROLL
from ..view import View
from .facts import FACTS


class SumOdds(DuelOdds):
    def asks(self, view: View, seat: int) -> str:
        return "How often does a roll win?" if view.opponent != NOBODY else ""

    def count(self, supposed: Supposed, seat: int) -> Odds | None:
        rows = tuple(
            OddsRow(f"{name}, {note.partition(':')[0]}", (share_of(_wins(supposed, is_high)),))
            for (name, note), is_high in zip(self.facts.roles, (True, False), strict=True)
        )
        table = OddsTable("", ("One roll",), rows, "Three dice", "Whoever has it first wins.")
        return Odds((table,), self.facts.clause)


def _wins(supposed: Supposed, is_high: bool) -> Fraction:
    """The chance that one roll wins the race."""
    seat = int(supposed.record.challenger)

    def rolled(s: View) -> tuple[int, ...]:
        return (s.stage, int(s.rolled[seat]), int(s.winner), *sorted(map(int, s.die[seat])))

    rolls = supposed_roll(supposed, seat, is_high).outcomes(lambda s: s.stage != ROLL, rolled)
    return chance_of(rolls, lambda found: found.record.winner == seat)


ODDS = SumOdds(FACTS)
