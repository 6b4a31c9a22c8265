"""Which clause of RULES.md a card comes from; those of duels are in :mod:`.duels.clauses`."""

from __future__ import annotations

from .cards import (
    BET_LOSE,
    BET_WIN,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    LESS_OTHER,
    LESS_SELF,
    REMATCH,
    UPGRADES,
    VIKING,
)

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
