"""Pineapple vs Fish on the table (KD-D8)."""

from __future__ import annotations

from typing import Any

from ..own_pieces import TowerPieces
from ..table import second
from .facts import FACTS


class Pieces(TowerPieces):
    def owner(self, view: Any, k: int) -> int:
        """Fish and Pineapple in turn; then who has more dice goes on alone."""
        fish = second(view)
        pairs = min(view.count[fish], view.count[view.lead])
        if k >= 2 * pairs:
            return fish if view.count[fish] > view.count[view.lead] else view.lead
        return fish if k % 2 == 0 else view.lead


PIECES = Pieces(FACTS)
