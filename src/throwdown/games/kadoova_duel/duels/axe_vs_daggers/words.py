"""Axe vs Daggers in words (KD-D1)."""

from __future__ import annotations

from typing import Any

from ..counts import points_text
from ..own_words import MatWords
from .facts import FACTS, RINGS

RING_NAMES = ("inner", "middle", "outer", "off")


class Words(MatWords):
    def result_text(self, view: Any, outcome: int) -> str:
        return RING_NAMES[outcome]

    def place_words(self, view: Any, outcome: int) -> str:
        return f"onto {points_text(view.axe_rings[outcome])}" if outcome < RINGS else "off the mat"


WORDS = Words(FACTS)
