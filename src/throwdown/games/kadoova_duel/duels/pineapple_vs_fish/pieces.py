"""Pineapple vs Fish on the table (KD-D8)."""

from __future__ import annotations

from ..own_pieces import TowerPieces
from ..table import second  # pyright: ignore[reportUnknownVariableType]
from ..view import View
from .facts import FACTS


class Pieces(TowerPieces):
    def owner(self, view: View, k: int) -> int:
        """Fish and Pineapple in turn; then who has more dice goes on alone."""
        fish = int(second(view))  # pyright: ignore[reportUnknownArgumentType]
        pairs = min(view.count[fish], view.count[view.lead])
        if k >= 2 * pairs:
            return fish if view.count[fish] > view.count[view.lead] else view.lead
        return fish if k % 2 == 0 else view.lead


PIECES = Pieces(FACTS)
