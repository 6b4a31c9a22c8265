"""Axe vs Daggers in words (KD-D1)."""

from __future__ import annotations

from ..counts import points_text
from ..own_words import MatWords
from ..view import View
from .facts import FACTS, RINGS

RING_NAMES = ("inner", "middle", "outer", "off")


class Words(MatWords):
    def result_text(self, view: View, outcome: int) -> str:
        return RING_NAMES[outcome]

    def place_words(self, view: View, outcome: int) -> str:
        return f"onto {points_text(view.axe_rings[outcome])}" if outcome < RINGS else "off the mat"


WORDS = Words(FACTS)
