"""What lies on the table of a duel, in words: for whoever looks a piece up that has no text of its own."""

from __future__ import annotations

from ....kernel.scene import Legend
from .register import facts_of
from .view import View
from .words import words_of

BREAKS_TIES = "KD-11"
TEXTS = {
    "targets": "A grey die: the number that the dice of the duel are measured by.",
    "dice": "A duelist's dice in a race. Whoever is first with what the duel asks for wins.",
    "track": "Spaces of the track, each with the number that must be rolled to run on to it.",
    "scale": "The sums of three dice. The marks show the last rolls, the ends what each side wants.",
    "cup": "Dice rolled in secret. They are shown when somebody calls the con.",
    "numbers": "The number of a bid, and how many dice are said to show it.",
    "bids": "The bids of the duel, the last one on top. Each must be of more dice than the one before.",
    "ranks": "A player's die of the round, and the dice taken so far.",
    "rounds": "The six rounds, and whose dice were taken in each.",
    "mat": "A die on the mat, and what it counts where it lies.",
    "tower": "A piece of the tower. Each next one is put on top; the tower must stand.",
    "out": "Dice that are out of the duel.",
}


def legends(view: View) -> dict[str, Legend]:
    """The legends of the duel in progress; each ends with the duel's rule."""
    rule = "" if view.breaking else f" {words_of(view).rule(view)}"
    clause = duel_clause(view)
    return {key: Legend(f"{text}{rule}", clause) for key, text in TEXTS.items()}


def duel_clause(view: View) -> str:
    """The rule of the duel in progress, or of the draw that decides it."""
    return BREAKS_TIES if view.breaking else facts_of(view.duel).clause
