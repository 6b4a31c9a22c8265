"""Where the next throw comes to rest, where it is drawn (KD-D7)."""

from __future__ import annotations

from ..own_odds import ThrowOdds
from ..view import View
from .facts import FACTS
from .rules import TOUCHED
from .words import WORDS


def _place(view: View, outcome: int) -> str:
    if outcome <= TOUCHED:
        return "touches the Post" if outcome == TOUCHED else "fells the Post"
    return WORDS.place_words(view, outcome)


ODDS = ThrowOdds(FACTS, "Where does the next throw come to rest?", _place)
