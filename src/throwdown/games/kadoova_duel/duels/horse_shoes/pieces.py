"""Horse-Shoes & Hand-Grenades on the table (KD-D7)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Zone
from ..counts import many, points_text
from ..own_pieces import MatPieces, die
from ..view import View
from .facts import FACTS
from .rules import OFF_MAT, TOUCHED

CLOSEST = 1000


class Pieces(MatPieces):
    def targets(self, view: View) -> Iterator[Zone]:
        if view.target[0]:
            yield self.target(view, "On the Post")

    def note(self, view: View, seat: int) -> str:
        return f"target dice: {points_text(view.points[seat])}"

    def face(self, view: View, seat: int, k: int) -> int:
        return view.die[seat][k]

    def parts(self, view: View, seat: int) -> list[Part]:
        parts = [throw(view, seat, k) for k in range(view.thrown[seat])]
        if seat == view.winner and not view.by_forfeit:
            parts.append(Part("Closest to the Post", points_text(CLOSEST)))
        if view.points[seat]:
            parts.append(Part("Target dice", points_text(view.points[seat])))
        if view.given[seat]:
            parts.append(Part("Touched the Post", points_text(view.given[seat])))
        if view.taken[seat]:
            parts.append(Part("Felled the Post", points_text(-view.taken[seat]), state="lost"))
        return parts


def throw(view: View, seat: int, k: int) -> Part:
    """How far from the Post a die lies, and what it shows."""
    face = view.die[seat][k]
    shown = (die(f"end-{seat}-{k}", face, seat),) if face else ()
    return Part(f"Throw {k + 1}", from_post(view.spot[seat][k] - 1), shown, "" if face else "spent")


def from_post(outcome: int) -> str:
    """``two thumbs``."""
    if outcome <= TOUCHED:
        return ("felled the Post", "touched the Post")[max(0, outcome)]
    return "off" if outcome >= OFF_MAT else many(outcome - 1, "thumb")


PIECES = Pieces(FACTS)
