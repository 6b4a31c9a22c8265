"""Whether the tower stands, where it is drawn (KD-D8)."""

from __future__ import annotations

from ..own_odds import ThrowOdds
from .facts import FACTS
from .words import WORDS

ODDS = ThrowOdds(FACTS, "Does the tower stand?", WORDS.result_text)
