"""Pineapple vs Fish in words (KD-D8)."""

from __future__ import annotations

from ..counts import many
from ..own_words import Said, TowerWords
from ..view import View
from .facts import FACTS


class Words(TowerWords):
    def tell_outcome(self, before: View, outcome: int, after: View) -> Said:
        if not before.falling:
            yield from super().tell_outcome(before, outcome, after)
        elif after.falling == 0:
            yield -1, f"{many(after.off, 'die').capitalize()} landed off the mat."


WORDS = Words(FACTS)
