"""Class Warfare on the table (KD-D3)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Piece, Zone
from ..counts import many
from ..own_pieces import DuelPieces, end_dice
from ..phrases import role_of
from ..table import NOBODY
from ..view import View
from .facts import FACTS


class Pieces(DuelPieces):
    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        """Sums 3 to 18, with a mark at each last roll."""
        if view.lead == NOBODY:
            return
        marks = tuple(mark(view, each) for each in (view.challenger, view.opponent) if view.rolls[each])
        yield Zone("scale", "table", "scale", NOBODY, "Low wants 3 to 6, High 15 to 18", pieces=marks)

    def race_label(self, view: View, seat: int) -> str:
        if view.rolls[seat]:
            return f"{role_of(view, seat)}: {total(view, seat)}"
        return super().race_label(view, seat)

    def parts(self, view: View, seat: int) -> list[Part]:
        if view.breaking or not view.rolls[seat]:
            return []
        return [Part("Last roll", str(total(view, seat)), end_dice(view, seat))]


def total(view: View, seat: int) -> int:
    return sum(view.die[seat][:3])


def mark(view: View, seat: int) -> Piece:
    """The last roll of ``seat``, and how far it is from what they want."""
    shown = total(view, seat)
    away = 15 - shown if seat == view.lead else shown - 6
    note = f"{many(away, 'point')} off" if away > 0 else "there"
    return Piece(f"sum-{seat}", "mark", str(shown), seat=seat, says=f"{{{seat}}} rolled {shown}", note=note)


PIECES = Pieces(FACTS)
