"""What lies on the table, in words: for whoever looks a piece up that has no text of its own."""

from __future__ import annotations

from ...kernel.scene import Legend
from .state import (
    ACTION,
    BONUS_ROLL,
    DRAW,
    EFFECT,
    FIRST_ROLL,
    GIVE,
    LUCKY_ROLL,
    NAME,
    NEXT_TURN,
    OFF_NEXT,
    OFF_TEN,
    OFF_WIN,
    OVER,
    READY,
    SECOND_ROLL,
    TAKE,
    THIRD_ROLL,
    TOSS,
)
from .view import View

LEGENDS = {
    "throw": Legend(
        "The dice that were thrown, beside the draw pile. Hands are filled from it.",
        "DZ-8",
    ),
    "offers": Legend(
        "The numbers on offer: one of the dice, or the sum of two. Whoever holds the number picked "
        "moves all cards of it to their pile; beside it stands who gains what.",
        "DZ-9",
    ),
    "faces": Legend(
        "A number of a die, to be named.",
        "DZ-3",
    ),
    "pile": Legend(
        "A points pile. Its cards score at the end of the round; ten cards end it.",
        "DZ-17",
    ),
    "tosses": Legend(
        "Dice of each player for it: for who begins, in a Roll-Off, or of a Lucky Loser.",
        "DZ-5, DZ-20",
    ),
    "hand": Legend(
        "A card in hand. It counts nothing until its number is rolled and it is moved to the pile.",
        "DZ-8",
    ),
    "played": Legend(
        "An action card that was played.",
        "DZ-3",
    ),
}


CLAUSES = {ACTION: "DZ-7", NAME: "DZ-3", GIVE: "DZ-3", TAKE: "DZ-3", READY: "DZ-17", OVER: "DZ-22"}
ROLLS = {FIRST_ROLL: "DZ-8", SECOND_ROLL: "DZ-9", THIRD_ROLL: "DZ-10", BONUS_ROLL: "DZ-14"}
DRAWS = {NEXT_TURN: "DZ-16", EFFECT: "DZ-7"}  # by what follows the draws
TOSSES = {OFF_TEN: "DZ-17", OFF_NEXT: "DZ-21", OFF_WIN: "DZ-22", LUCKY_ROLL: "DZ-20"}


def clause_now(view: View) -> str:
    """The rule of what happens now: of a phase, of a toss, or of the roll of the turn."""
    if view.phase in CLAUSES:
        return CLAUSES[view.phase]
    if view.phase == TOSS:
        return TOSSES.get(view.why, "DZ-5")
    if view.phase == DRAW:
        return "DZ-6" if view.closed or view.turns == 0 else DRAWS.get(view.then, "DZ-8")
    return ROLLS.get(view.called or view.thrown, "DZ-3")  # else the dice of an action card
