"""Day at the Beach on the table (KD-D5)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Piece
from ..counts import many
from ..own_pieces import TowerPieces
from ..view import View
from .facts import FACTS


class Pieces(TowerPieces):
    def layer(self, view: View, k: int) -> Iterator[Piece]:
        yield from super().layer(view, k)
        if k < view.cards_up:
            yield Piece(f"up-card-{k}", "card-back", "", says=f"card {k + 1} of the tower")

    def note(self, view: View) -> str:
        return f"{many(view.up, 'die')}, {many(view.cards_up, 'card')}"

    def owner(self, view: View, k: int) -> int:
        return owner(view, k)

    def parts(self, view: View, seat: int) -> list[Part]:
        if not view.duelists >> seat & 1:
            return []
        return [Part("Cards that stood", str(view.cards_up))]


def owner(view: View, k: int) -> int:
    """The seat of die ``k``: the first six are the challenger's, the others the opponent's."""
    return view.challenger if k < 6 else view.opponent


PIECES = Pieces(FACTS)
