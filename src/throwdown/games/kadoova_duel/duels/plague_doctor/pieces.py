"""Plague Doctor on the table (KD-D9)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Piece, Zone
from ..own_pieces import DuelPieces, die
from ..table import GREY
from ..view import View
from .facts import FACTS


class Pieces(DuelPieces):
    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        for each in (view.challenger, view.opponent):
            if view.outs[each]:
                yield Zone(f"out-{each}", "seat", "pile", each, "Out", pieces=(), count=view.outs[each])

    def race_die(self, view: View, seat: int, k: int, face: int) -> Piece:
        """A die that has slid over keeps its colour."""
        hue = view.hue[seat][k]
        slid = ["slid"] if hue not in (seat, GREY) else []
        covered = ["covered"] if view.covered[seat] > 0 else []
        return die(f"die-{seat}-{k}", face, -1 if hue == GREY else hue, states=(*slid, *covered))

    def parts(self, view: View, seat: int) -> list[Part]:
        return [Part("Dice left", str(view.count[seat])), Part("Dice out", str(view.outs[seat]))]


PIECES = Pieces(FACTS)
