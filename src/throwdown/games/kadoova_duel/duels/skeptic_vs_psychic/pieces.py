"""Skeptic vs Psychic on the table (KD-D11)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Piece, Zone
from ..own_pieces import DuelPieces, die
from ..table import second  # pyright: ignore[reportUnknownVariableType]
from ..view import View
from .facts import FACTS


class Pieces(DuelPieces):
    def targets(self, view: View) -> Iterator[Zone]:
        dice = tuple(die(f"target-{k}", face) for k, face in enumerate(face for face in view.target if face))
        if dice:
            yield Zone(f"targets-{view.lead}", "seat", "row", view.lead, "Targets", "rolled", dice)
        if view.aimed:
            psychic = int(second(view))  # pyright: ignore[reportUnknownArgumentType]
            aimed = (die("aimed", view.aimed),)
            yield Zone(f"targets-{psychic}", "seat", "row", psychic, "Target", "set", aimed)

    def laid_aside(self, view: View, seat: int) -> tuple[Piece, ...]:
        laid = view.spot[seat][: view.outs[seat]]
        return tuple(die(f"laid-{seat}-{k}", face, seat, states=("spent",)) for k, face in enumerate(laid))

    def parts(self, view: View, seat: int) -> list[Part]:
        return [Part("Matched", str(view.outs[seat])), Part("Dice to go", str(view.count[seat]))]


PIECES = Pieces(FACTS)
