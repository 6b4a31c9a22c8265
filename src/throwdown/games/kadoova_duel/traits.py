"""Habits of players of Kadoova Duel that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Trait, begins, chose, ends, offers, offers_any

__all__ = ["TRAITS"]


def _is_before_duel(chosen: Chosen) -> bool:
    return chosen.situation.startswith("Before the duel")


def _does_something(chosen: Chosen) -> bool:
    return chosen.text != "pass"


TRAITS = (
    Trait("plays a card or bets before a duel", _is_before_duel, _does_something),
    Trait("stops with Nope what another plays", offers("nope"), chose("nope")),
    Trait("bets on itself", begins("bet "), ends("on yourself")),
    Trait("pays to undo what was given to it", offers_any("buy off"), begins("buy off")),
)
