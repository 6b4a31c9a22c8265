"""What lies on the table, in words: for whoever looks a piece up that has no text of its own."""

from __future__ import annotations

from ...kernel.scene import Legend
from . import told
from .state import DRAW, GHOST, OVER, REVIVE, WAR
from .view import View

LEGENDS = {
    "dice": Legend(
        "A player's five dice. What is held stays as it is, the rest is rolled, in up to three turns "
        "a round.",
        "KA-7",
    ),
    "card": Legend(
        "A player's active card: whoever's dice show what is on it may eliminate it. A lost card is "
        "discarded.",
        "KA-1",
    ),
    "to": Legend(
        "The number that the chosen die is changed to: a wild die may become any number, a shift "
        "moves it by one.",
        "KA-2",
    ),
    "turns": Legend(
        "The turns of this round: a full dot is one that is left, an empty one is taken.",
        "KA-6",
    ),
}


CLAUSES = {WAR: "KA-3", GHOST: "KA-12", REVIVE: "KA-13", OVER: "KA-14"}


def clause_now(view: View) -> str:
    """The rule of what happens now: that of a turn, unless something comes between turns."""
    if view.phase == OVER and len(told.holders(view)) > 1:
        return "KA-16"
    if view.phase == DRAW:  # at the beginning of a round, for the first time, or for a card lost in a war
        return "KA-10" if view.rivals == 0 else "KA-5" if view.war_card else "KA-4"
    return CLAUSES.get(view.phase, "KA-7")
