"""Habits of players of DARDZ that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Trait, chose, ends, offers, tells

from .state import DRAW, NOBODY
from .view import View

__all__ = ["TRAITS", "dealt_to"]


def dealt_to(truth: View) -> int:
    """Who draws a card (DZ-6, DZ-8, DZ-16)."""
    return truth.drawer if truth.phase == DRAW else NOBODY


def _picks_number(chosen: Chosen) -> bool:
    return chosen.name.startswith("Pick ") and chosen.text != "nothing"


TRAITS = (
    Trait("picks nothing", offers("nothing"), chose("nothing")),
    Trait("picks a number that moves nobody", _picks_number, ends("nobody moves")),
    Trait("picks a number that scores for itself", _picks_number, tells("you +")),
    Trait("picks a number that scores for another", _picks_number, tells("another player +")),
)
