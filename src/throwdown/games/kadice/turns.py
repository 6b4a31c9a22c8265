"""A turn (KA-7): the roll, the ability, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.contract import rule
from .cards import DICE, FACES, FULL_HOUSE, SMALL, THREE, TWO_PAIRS, all_alike
from .choices import can_change, can_eliminate
from .state import (
    ACT,
    ALL_DICE,
    AT_ONCE,
    KEEP,
    OVER,
    TURNS,
    TURNS_DONE,
    begin_roll,
    clockwise,
    dice_of,
    is_decided,
    lose_card,
    targets_of,
)

if TYPE_CHECKING:
    from .view import View


@rule
def begin_turn(s: View, seat: int) -> None:
    """KA-7; the round ends before a turn that has nothing to go for (KA-10)."""
    if targets_of(s, seat) == 0:
        s.phase = TURNS_DONE
        return
    s.turn = seat
    s.rolled = s.wild = s.changed = 0
    if s.active[seat] - 1 == THREE:  # once a turn; the others once a round
        s.shifted[seat] = 0
    s.bonus = int(s.active[seat] - 1 == SMALL and s.left[seat] == TURNS)
    if s.held[seat]:
        s.phase = KEEP
    else:
        begin_roll(s, seat, ALL_DICE)


@rule
def begin_act(s: View) -> None:
    """What the roll makes wild: KA-9 and Single Pair."""
    me = s.turn
    rolled = ALL_DICE ^ s.held[me]
    s.rolled |= rolled
    s.changed = 0
    s.wild = ALL_DICE if all_alike(dice_of(s, me)) else wild_by_card(s, rolled)
    s.phase = ACT
    end_idle_turn(s)


@rule
def end_idle_turn(s: View) -> None:
    """A last turn in which nothing can be done any more ends by itself."""
    if s.left[s.turn] == 1 and not can_change(s) and not can_eliminate(s):
        s.held[s.turn] = 0
        end_turn(s, 0)


@rule
def wild_by_card(s: View, rolled: int) -> int:
    """Single Pair n: of a set of dice those that were rolled as n."""
    dice = 0
    for die in range(DICE):
        if rolled >> die & 1 and s.face[s.turn, die] == s.active[s.turn] <= FACES:
            dice |= 1 << die
    return dice


@rule
def change(s: View, face: int, new: int) -> None:
    """A wild die becomes ``new``; any other is shifted."""
    die = 0
    while (s.rolled | s.wild) >> die & ~(s.changed >> die) & 1 == 0 or s.face[s.turn, die] != face:
        die += 1
    if not s.wild >> die & 1:
        s.shifted[s.turn] = 1
    s.was[die] = face
    s.changed |= 1 << die
    s.face[s.turn, die] = new
    end_idle_turn(s)


@rule
def take_bonus(s: View, dice: int) -> None:
    """KA-0: Small Straight rolls again at once what is not held."""
    s.bonus = 0
    s.held[s.turn] = dice
    begin_roll(s, s.turn, ALL_DICE ^ dice)


@rule
def eliminate(s: View, seats: int) -> None:
    """KA-8, with 2 Pairs and Full House; KA-14."""
    me = s.turn
    for seat in range(s.seats):
        if seats >> seat & 1:
            lose_card(s, seat, 1 + me)
            if s.stock[seat] == 0:
                s.fallen |= 1 << seat
    if s.active[me] - 1 == TWO_PAIRS:
        s.immune |= 1 << me
    s.held[me] = 0
    if s.last_player == AT_ONCE and is_decided(s):
        s.phase = OVER
        return
    end_turn(s, s.left[me] - 1 if s.active[me] - 1 == FULL_HOUSE else 0)


@rule
def end_turn(s: View, left: int) -> None:
    """The next, clockwise, who has a turn left begins it (KA-6)."""
    s.left[s.turn] = left
    seat = s.turn
    for _ in range(s.seats):
        seat = clockwise(s, seat)
        if s.left[seat]:
            begin_turn(s, seat)
            return
    s.phase = TURNS_DONE
