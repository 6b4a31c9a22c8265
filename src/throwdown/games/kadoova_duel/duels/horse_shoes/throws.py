"""Horse-Shoes & Hand-Grenades, thrown (KD-D7)."""

from __future__ import annotations

from .....kernel.throwing import DrawnThrows, Tag
from ..own_throws import POST, DuelThrows
from ..view import View
from .facts import FACTS
from .rules import OFF_MAT

WORTH = (-500, 250, 350, 250, 180, 130, 90, 60, 40, 20, 0)  # of each outcome, to who chooses what to mean


class Throws(DuelThrows):
    def lying(self, view: View) -> set[Tag] | None:
        """The dice of all lie there."""
        return self.lying_of(view, range(view.seats))


DRAWN = DrawnThrows("horse-throws", POST, WORTH, "horse-felled")
THROWS = Throws(FACTS, DRAWN, off=OFF_MAT, is_numbered=True)
