"""Habits of players of DARDZ that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Moment, Trait, chose, ends, offers

__all__ = ["TRAITS"]


def _picks_number(moment: Moment) -> bool:
    return moment.name.startswith("Pick ") and moment.text != "nothing"


TRAITS = (
    Trait("picks nothing", offers("nothing"), chose("nothing")),
    Trait("picks a number that moves nobody", _picks_number, ends("nobody moves")),
)
