"""DARDZ: who owes a forfeit (DZ-25). The table says so and nothing more."""

from __future__ import annotations

from collections.abc import Iterator

from . import happened, names
from .state import (
    ACTION,
    ACTIONS,
    BONUS_ROLL,
    CLOCK,
    GUESS_ROLL,
    PICK,
    PLAY,
    ROLL,
    SECOND_ROLL,
    SKULL,
    THIRD_ROLL,
    TOSS,
    WHO_STARTS,
)
from .view import View

Said = Iterator[tuple[int, str]]


def announce(before: View, event: int, after: View) -> Said:
    """The forfeits that this event brings."""
    me = before.turn
    if before.phase == PICK and missed_all(before, event):
        yield _one(me, "for missing all three rolls")
    if before.phase == ACTION and event == PLAY + SKULL - ACTIONS:
        yield _one(me, "for the Skull")
    if before.phase == ACTION and event == PLAY + CLOCK - ACTIONS:
        yield _all("for the Clock")
    if before.phase == ROLL and happened.roll_is_done(before):
        yield from _of_roll(before, after)
    if happened.cleaned_up(before, after):
        yield -1, f"Forfeit: everybody but {{{me}}}, who cleaned up."
    if before.phase == TOSS and before.why != WHO_STARTS:
        yield from _of_roll_off(before, after)


def _one(seat: int, why: str) -> tuple[int, str]:
    return -1, f"Forfeit: {{{seat}}}, {why}."


def _all(why: str) -> tuple[int, str]:
    return -1, f"Forfeit: everybody, {why}."


def missed_all(before: View, event: int) -> bool:
    """Whether this pick on the third roll leaves a turn without a card moved by a number."""
    if before.thrown != THIRD_ROLL or before.hits:
        return False
    return event not in [names.number_of(kind) for kind in names.hand_of(before, before.turn)]


def _of_roll(before: View, after: View) -> Said:
    dice = [face for face in after.dice if face]
    if after.thrown in (SECOND_ROLL, BONUS_ROLL) and dice == [1, 1]:
        yield _all("for a double one")
    elif after.thrown == THIRD_ROLL and len(set(dice)) == 1:
        yield _all("for three of a kind")
    elif after.thrown == GUESS_ROLL:
        right, card = after.dice[0] == after.named, names.kind_name(after.dice_card)
        yield _all(f"for a right {card}") if right else _one(before.turn, f"for a wrong {card}")
    elif after.thrown > GUESS_ROLL:
        card = names.the_card(after.dice_card)
        for side, points in happened.changed_by_card(before, after).items():
            for seat in names.seats_of(before, side) if points else ():
                yield _one(seat, f"for points {'from' if points > 0 else 'lost to'} {card}")


def _of_roll_off(before: View, after: View) -> Said:
    winner = happened.off_winner(before, after)
    if winner >= 0:
        for seat in range(before.seats):
            if before.contest >> seat & 1 and seat != winner:
                yield _one(seat, "for losing the Roll-Off")
