"""What lies on the table, in words: for whoever looks a piece up that has no text of its own."""

from __future__ import annotations

from ...kernel.scene import Legend
from .record import (
    AFTER_ROUNDS,
    AIM,
    ALL_LOST,
    BET,
    DECLARE,
    DRAWN,
    FOLDED,
    LAST,
    MIDDLE,
    OVER,
    REROLL,
    ROLL,
    SHOOT,
    TIE,
    TIE_BREAK,
    TURN,
)
from .view import View

LEGENDS = {
    "target": Legend(
        "Dice rolled under a cup and seen by their owner alone: the target, five at first. What an aim has"
        " told stands beside it.",
        "DU-1",
    ),
    "stock": Legend(
        "A player's stock, ten dice at first: they are rolled again or placed forward to aim. What is "
        "left of them at the end scores.",
        "DU-1",
    ),
    "middle": Legend(
        "Dice placed forward to aim. Of each it is said whether it matches a die of the target, one for one.",
        "DU-4",
    ),
    "faces": Legend(
        "The numbers that can be named in a shot, as many as the target has dice. What is known "
        "stands under each.",
        "DU-7",
    ),
    "known": Legend(
        "What all aims of the round have told of the target, number by number.",
        "DU-5",
    ),
    "pot": Legend(
        "The chips that were bet. The winner of the game takes them.",
        "DU-23",
    ),
    "chips": Legend(
        "Your play chips, to bet with.",
        "DU-23",
    ),
    "signs": Legend(
        "The three actions. All declare one in secret and show them together.",
        "DU-2",
    ),
}


CLAUSES = {
    BET: "DU-23", DECLARE: "DU-2", REROLL: "DU-3", AIM: "DU-4", MIDDLE: "DU-6", SHOOT: "DU-7",
    TIE: "DU-15", TURN: "DU-2",
}  # fmt: skip
ENDINGS = {LAST: "DU-12", ALL_LOST: "DU-13", AFTER_ROUNDS: "DU-14", FOLDED: "DU-24", TIE_BREAK: "DU-15"}
STANDOFF = "DU-21"  # how a Mexican Standoff ends, unless by a fold


def clause_now(view: View) -> str:
    """The rule of what happens now, or of how the game ended."""
    if view.phase == OVER:
        return ending_clause(view)
    if view.phase == ROLL:
        return roll_clause(view)
    return STANDOFF if view.phase == TIE and view.seats > 2 else CLAUSES[view.phase]


def roll_clause(view: View) -> str:
    """The rule of dice that are due: of a reroll, of a circle that has closed, or of a round that begins."""
    if view.resume == AIM:
        return "DU-3"
    if view.turns and not view.closed:
        return "DU-19"
    return "DU-11" if view.closed or view.rounds > 1 else "DU-1"


def ending_clause(view: View) -> str:
    """The rule of how the game ended: of a draw, by whether target dice are left."""
    if view.seats > 2 and view.ending != FOLDED:
        return STANDOFF
    if view.ending == DRAWN:
        return ENDINGS[AFTER_ROUNDS if any(view.targets) else ALL_LOST]
    return ENDINGS[view.ending]
