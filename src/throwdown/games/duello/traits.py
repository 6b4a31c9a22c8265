"""Habits of players of Duello that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Test, Trait, chose, offers

__all__ = ["TRAITS"]


def _declares(turns: range) -> Test:
    def test(chosen: Chosen) -> bool:
        return "shoot" in chosen.legal and chosen.truth.turns in turns

    return test


TRAITS = (
    Trait("declares a shot early, in the first turn of a round", _declares(range(2)), chose("shoot")),
    Trait("declares a shot in the second turn", _declares(range(2, 3)), chose("shoot")),
    Trait("declares a shot in the third turn or later", _declares(range(3, 99)), chose("shoot")),
    Trait("declares a reroll", offers("reroll"), chose("reroll")),
)
