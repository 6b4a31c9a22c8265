"""Where the next throw comes to rest, where it is drawn (KD-D2)."""

from __future__ import annotations

from ..own_odds import ThrowOdds
from .facts import FACTS
from .words import WORDS

ODDS = ThrowOdds(FACTS, "Where does the next throw come to rest?", WORDS.place_words)
