"""Pineapple vs Fish in words (KD-D8)."""

from __future__ import annotations

from typing import Any

from ..counts import many
from ..own_words import Said, TowerWords
from .facts import FACTS


class Words(TowerWords):
    def tell_outcome(self, before: Any, outcome: int, after: Any) -> Said:
        if not before.falling:
            yield from super().tell_outcome(before, outcome, after)
        elif after.falling == 0:
            yield -1, f"{many(after.off, 'die').capitalize()} landed off the mat."


WORDS = Words(FACTS)
