"""Plague Doctor in words (KD-D9)."""

from __future__ import annotations

from .....kernel.english import listed
from ..counts import many, points_text
from ..own_words import DuelWords, shown
from ..phrases import rival_of
from ..view import View
from .facts import FACTS


class Words(DuelWords):
    def roll_words(self, before: View, seat: int, faces: list[int], after: View) -> str:
        out, slid = faces.count(1), faces.count(6)
        parts = [f"{many(out, 'die')} out"] if out else []
        parts += [f"{many(slid, 'die')} to {{{rival_of(before, seat)}}}"] if slid else []
        return f"rolled {shown(faces)}: {listed(parts) or 'nothing moves'}."

    def press_title(self, view: View, seat: int) -> str:
        return f"Roll your {many(view.count[seat], 'die')}."

    def stakes(self, view: View, seat: int) -> str:
        return points_text(1000 + 100 * view.count[rival_of(view, seat)])

    def scored(self, view: View) -> tuple[int, str]:
        return view.count[rival_of(view, view.winner)], "the dice that the other had left"


WORDS = Words(FACTS)
