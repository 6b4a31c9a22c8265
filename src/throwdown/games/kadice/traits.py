"""Habits of players of KA'DICE! that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Trait, begins, chose, offers, offers_any

from .state import DRAW, NOBODY
from .view import View

__all__ = ["TRAITS", "dealt_to"]


def dealt_to(truth: View) -> int:
    """Who turns up a card (KA-4, KA-10); the one card of a player who is revived (KA-13) is not counted."""
    return truth.roller if truth.phase == DRAW else NOBODY


def _changes(chosen: Chosen) -> bool:
    return ">" in chosen.text


def _eliminates_several(chosen: Chosen) -> bool:
    return len(chosen.text.split()) > 2


TRAITS = (
    Trait("rolls all five dice again", offers("keep nothing"), chose("keep nothing")),
    Trait("changes a die where it may", offers_any(">"), _changes),
    Trait("eliminates a card where it may", offers_any("eliminate"), begins("eliminate")),
    Trait("eliminates several cards at once", begins("eliminate"), _eliminates_several),
)
