"""Axe vs Daggers on the table (KD-D1)."""

from __future__ import annotations

from .....kernel.scene import Part
from ..counts import points_text
from ..own_pieces import MatPieces, throw_part
from ..view import View
from .facts import FACTS, RINGS


class Pieces(MatPieces):
    def field(self, view: View, outcome: int, lies: str) -> str:
        return points_text(view.axe_rings[outcome]) if outcome < RINGS else lies

    def parts(self, view: View, seat: int) -> list[Part]:
        spots = view.spot[seat][: view.thrown[seat]]
        values = [view.axe_rings[spot - 1] if 0 < spot <= RINGS else 0 for spot in spots]
        parts = [
            throw_part(k, points_text(value) if value else "off", "" if value else "spent")
            for k, value in enumerate(values)
        ]
        best = max(values, default=0)
        if seat == view.lead and best:
            parts.append(Part("Three times the best", points_text(3 * best)))
        return parts


PIECES = Pieces(FACTS)
