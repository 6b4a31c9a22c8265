"""Axe vs Daggers, thrown (KD-D1)."""

from __future__ import annotations

from .....kernel.throwing import DrawnThrows, Mat
from ..own_throws import DEPTH, WIDTH, DuelThrows
from ..view import View
from .facts import FACTS, RINGS

MAT = Mat("axe", 2 * WIDTH, DEPTH, rings=(0.028, 0.058, 0.090), strength=62.0)


class Throws(DuelThrows):
    def labels(self, view: View) -> tuple[str, ...]:
        return tuple(str(ring) for ring in view.axe_rings)


THROWS = Throws(FACTS, DrawnThrows("axe-throws", MAT, (500, 300, 100, 0)), off=RINGS)
