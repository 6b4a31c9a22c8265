"""What lies on the table, in words: for whoever looks a piece up that has no text of its own."""

from __future__ import annotations

from ...kernel.scene import Legend
from .state import ALLOCATE, COLOUR, COMMIT, DEAL, OVER, ROLL
from .view import View

LEGENDS = {
    "line": Legend(
        "The Battle Deck, face down. Three of its cards are dealt open every turn, and what lies in "
        "the line is fought for.",
        "CD-5",
    ),
    "won": Legend(
        "Cards that this player has defeated: their sum decides the round.",
        "CD-16",
    ),
    "pool": Legend(
        "Dice of the pool. Each shows swords, red the fewest and blue the most; a die that is put on "
        "a card is out for the round.",
        "CD-2",
    ),
    "hand": Legend(
        "Dice chosen for this turn. They are rolled and put on cards.",
        "CD-8",
    ),
}


CLAUSES = {COLOUR: "CD-4", DEAL: "CD-5", COMMIT: "CD-6", ROLL: "CD-8", ALLOCATE: "CD-8", OVER: "CD-17"}


def clause_now(view: View) -> str:
    """The rule of what happens now."""
    return CLAUSES[view.phase]
