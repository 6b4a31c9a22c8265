"""Day at the Beach in words (KD-D5)."""

from __future__ import annotations

from ..counts import many, points_text
from ..own_words import TowerWords
from ..phrases import names_of, seats_of
from ..view import View
from .facts import FACTS
from .rules import has_dice_next


class Words(TowerWords):
    def thing(self, view: View) -> str:
        return "die" if has_dice_next(view) else "card"

    def outcome(self, view: View) -> tuple[int, str]:
        if view.by_forfeit:
            return super().outcome(view)
        if not view.cards_up:
            return -1, "No card stood: no points"
        scorers = [seat for seat in seats_of(view.duelists) if view.gain[seat]]
        who = "both" if len(scorers) == 2 else names_of(sum(1 << seat for seat in scorers)) or "nobody"
        stood = many(view.cards_up, "card").capitalize()
        return -1, f"{stood} stood: {points_text(100 * view.cards_up)} for {who}"

    def dice_words(self, view: View, seat: int) -> str:
        """The dice are not the challenger's alone."""
        return ""


WORDS = Words(FACTS)
