"""DARDZ: what an event has brought about, from the views before and after it."""

from __future__ import annotations

from .names import side_of
from .state import (
    DRAW,
    GAIN_ROLL,
    LOSS_ROLL,
    LOWEST_ROLL,
    LUCKY_ROLL,
    OFF_TEN,
    OTHERS_ROLL,
    OVER,
    TOSS,
)
from .view import View


def cleaned_up(before: View, after: View) -> bool:
    """Whether this event emptied the hand in the Bonus Roll (DZ-15)."""
    landed = before.phase != DRAW and after.played == 0 and not is_scored(before)
    return bool(before.bonus and landed and after.held[before.turn] == 0)


def is_scored(view: View) -> bool:
    """Whether the piles of the round on the table have been counted."""
    if view.rounds == 0:
        return False
    if view.phase == TOSS:
        return view.why > OFF_TEN
    return bool(view.closed) or view.phase == OVER


def toss_is_done(before: View, after: View) -> bool:
    """Whether everybody who tosses has done so with this die."""
    return after.phase != TOSS or after.tossed == 0 or after.why != before.why


def off_winner(before: View, after: View) -> int:
    """Who has won the Roll-Off with this die, or -1 (DZ-5)."""
    if before.phase != TOSS or before.why == LUCKY_ROLL or not toss_is_done(before, after):
        return -1
    eyes = [sum(toss) for toss in after.toss]
    return eyes.index(max(eyes)) if eyes.count(max(eyes)) == 1 else -1


def roll_is_done(before: View) -> bool:
    """Whether the next die is the last of its roll."""
    return (1 if before.called else before.shown + 1) == before.need


def changed_by_card(before: View, after: View) -> dict[int, int]:
    """What the dice of an action card change, by side: points gained, or lost where that many were there."""
    thrown, total = after.thrown, sum(after.dice)
    scores, mine = before.score[: before.sides], side_of(before, before.turn)
    edge = min(scores) if thrown == LOWEST_ROLL else max(scores)
    sides = {
        GAIN_ROLL: [mine],
        LOSS_ROLL: [mine],
        OTHERS_ROLL: [side for side in range(before.sides) if side != mine],
    }.get(thrown, [side for side, points in enumerate(scores) if points == edge])
    gains = thrown in (LOWEST_ROLL, GAIN_ROLL)
    return {side: total if gains else -min(total, scores[side]) for side in sides}


def hands_were_passed(before: View, after: View) -> bool:
    """Whether this event made all hands go to the left or to the right."""
    return bool(after.passes > before.passes)
