"""Habits of players of KA'DICE! that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Trait, begins, chose, offers, offers_any

__all__ = ["TRAITS"]


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
