"""Chicken! on the table (KD-D2)."""

from __future__ import annotations

from .....kernel.scene import Part
from ..counts import points_text
from ..hands import LIFTED
from ..own_pieces import MatPieces, throw_part
from ..view import View
from .facts import FACTS
from .rules import bust


class Pieces(MatPieces):
    def field(self, view: View, outcome: int, lies: str) -> str:
        return points_text(view.chicken_bands[outcome - 1]) if lies.startswith("band") else lies

    def parts(self, view: View, seat: int) -> list[Part]:
        return [band(view, k, spot) for k, spot in enumerate(view.spot[seat][: view.thrown[seat]])]


def band(view: View, k: int, spot: int) -> Part:
    """What throw ``k`` counts for."""
    if spot == LIFTED:
        return throw_part(k, "lifted", "lost")
    if spot == bust(view) + 1:
        return throw_part(k, "Bust", "lost")
    if spot <= 1:
        return throw_part(k, "off", "spent")
    return throw_part(k, points_text(view.chicken_bands[spot - 2]), "")


PIECES = Pieces(FACTS)
