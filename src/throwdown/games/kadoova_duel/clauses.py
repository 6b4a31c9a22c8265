"""Which clause of RULES.md a card comes from; those of duels are in :mod:`.duels.clauses`."""

from __future__ import annotations

from .cards import (
    ACCUSED,
    BET_LOSE,
    BET_WIN,
    BUYING,
    CHOOSING,
    COLD_FEET,
    DEALING,
    DRAWING,
    DUELING,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    LESS_OTHER,
    LESS_SELF,
    OPENING,
    OVER,
    REMATCH,
    TURN,
    UPGRADES,
    VIKING,
    WINDOW,
)
from .duels.legends import duel_clause
from .view import View

CARD_CLAUSES: dict[int, str] = {
    **dict.fromkeys(range(UPGRADES), "KD-14"),
    **dict.fromkeys((BET_WIN, BET_LOSE), "KD-15"),
    **dict.fromkeys((EXTRA_SELF, EXTRA_OTHER, LESS_SELF, LESS_OTHER), "KD-16"),
    REMATCH: "KD-17",
    VIKING: "KD-18",
    GUNS: "KD-19",
}


def card_clause(kind: int) -> str:
    """The clause of a Kadoova card; those without one of their own stand together in KD-20."""
    return CARD_CLAUSES.get(kind, "KD-20")


PHASES = {
    DEALING: "KD-3", DRAWING: "KD-5", CHOOSING: "KD-7", WINDOW: "KD-13", COLD_FEET: "KD-20", BUYING: "KD-16",
    OVER: "KD-9", ACCUSED: "KD-12",
}  # fmt: skip


def clause_now(view: View) -> str:
    """The rule of what happens now."""
    if view.phase == OVER and view.short:
        return "KD-10"
    if view.phase == DEALING and view.purpose == TURN:
        return "KD-5"  # hands are filled after a duel
    if view.phase != DUELING:
        return PHASES[view.phase]
    return "KD-4" if view.purpose == OPENING else "KD-11" if view.purpose != TURN else duel_clause(view)
