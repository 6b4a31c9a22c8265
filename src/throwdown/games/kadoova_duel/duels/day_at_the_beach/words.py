"""Day at the Beach in words (KD-D5)."""

from __future__ import annotations

from ..counts import many, points_text
from ..own_words import Said, TowerWords
from ..phrases import names_of, seats_of
from ..view import View
from .facts import FACTS
from .rules import has_dice_next


class Words(TowerWords):
    def thing(self, view: View) -> str:
        return "die" if has_dice_next(view) else "card"

    def tell_end(self, after: View) -> Said:
        if after.by_forfeit:
            yield from super().tell_end(after)
        elif not after.cards_up:
            yield -1, "No card stood: no points."
        else:
            scorers = [seat for seat in seats_of(after.duelists) if after.gain[seat]]
            who = "both" if len(scorers) == 2 else names_of(sum(1 << seat for seat in scorers)) or "nobody"
            stood = many(after.cards_up, "card").capitalize()
            yield -1, f"{stood} stood: {points_text(100 * after.cards_up)} for {who}."

    def dice_words(self, view: View, seat: int) -> str:
        """The dice are not the challenger's alone."""
        return ""


WORDS = Words(FACTS)
