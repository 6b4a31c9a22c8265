"""Hare vs Tortoise on the table (KD-D6)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Piece, Zone
from ..own_pieces import DuelPieces
from ..phrases import role_of
from ..view import View
from .facts import FACTS


class Pieces(DuelPieces):
    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        for each in (view.challenger, view.opponent):
            spaces = tuple(space(view, each, k) for k in range(view.track_spaces))
            left = view.track_spaces - view.place[each]
            note = f"{left} to go" if left else "home"
            role = role_of(view, each)
            yield Zone(f"track-{each}", "table", "track", each, role, note, spaces, says="Track")

    def parts(self, view: View, seat: int) -> list[Part]:
        return [Part("Spaces", f"{view.place[seat]} of {view.track_spaces}")]


def space(view: View, seat: int, k: int) -> Piece:
    here, number = view.place[seat], view.spaces[k]
    state = "passed" if k < here - 1 else "pawn" if k == here - 1 else "next" if k == here else ""
    return Piece(
        f"space-{seat}-{k}", "space", str(number), seat=seat, states=(state,) if state else (),
        says=f"space {k + 1}, number {number}{', ' + state if state else ''}",
    )  # fmt: skip


PIECES = Pieces(FACTS)
