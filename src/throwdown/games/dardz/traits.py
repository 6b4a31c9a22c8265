"""Habits of players of DARDZ that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Trait, chose, ends, offers

__all__ = ["TRAITS"]


def _picks_number(chosen: Chosen) -> bool:
    return chosen.name.startswith("Pick ") and chosen.text != "nothing"


TRAITS = (
    Trait("picks nothing", offers("nothing"), chose("nothing")),
    Trait("picks a number that moves nobody", _picks_number, ends("nobody moves")),
)
