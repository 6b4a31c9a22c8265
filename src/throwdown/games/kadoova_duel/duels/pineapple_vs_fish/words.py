"""Pineapple vs Fish in words (KD-D8)."""

from __future__ import annotations

from collections.abc import Iterator

from ..counts import many, points_text
from ..own_words import Said, TowerWords
from ..table import NOBODY
from ..view import View
from .facts import FACTS


class Words(TowerWords):
    def tell_outcome(self, before: View, outcome: int, after: View) -> Said:
        if not before.falling:
            yield from super().tell_outcome(before, outcome, after)
        elif after.falling == 0:
            yield -1, f"{many(after.off, 'die').capitalize()} landed off the mat."

    def notes(self, view: View) -> Iterator[str]:
        if view.winner == NOBODY or view.by_forfeit:
            return
        points = points_text(view.gain[view.winner])
        is_last = view.thrown[view.lead] == view.count[view.lead]
        if view.winner != view.lead and is_last:
            said = f"Pineapple felled the tower with the last die, which is {points}"
        elif view.winner != view.lead:
            said = f"Pineapple felled the tower, and {many(view.off, 'die')} landed off the mat, 100 for each"
        elif is_last and view.gain[view.winner] > 100 * view.up:
            said = f"The tower stood with every die up, which is {points}"
        else:
            said = f"Fish felled the tower with {many(view.up, 'die')} up, 100 for each"
        yield f"{said} ({self.facts.clause})."


WORDS = Words(FACTS)
