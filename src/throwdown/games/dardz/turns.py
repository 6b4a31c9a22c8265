"""DARDZ: a turn, its rolls and the Bonus Roll (DZ-7 to DZ-16)."""

from __future__ import annotations

from ...kernel.contract import rule
from .actions import call_dice, clean_up, must_act, settle_action_dice
from .cards import fill_hands, move_all, move_number, numbers_in
from .state import (
    BONUS,
    BONUS_ROLL,
    CHECK,
    CHOOSE,
    DRAWS,
    END_TURN,
    FIRST_ROLL,
    GO_ON,
    NEXT_TURN,
    NOTHING,
    NUMBERS,
    PICK,
    READY,
    SCORE,
    SECOND_ROLL,
    STILL_LAPS,
    THIRD_ROLL,
    TRIPLE_PRIZE,
    gain,
)


@rule
def begin_turn(s, seat):
    s.turn = seat
    s.turns += 1
    s.roll = FIRST_ROLL
    s.bonus = 0
    s.hits = 0
    s.stirred = 0
    s.step = GO_ON


@rule
def go_on(s):
    """DZ-7: action cards first, then the next roll; DZ-15 has ended a Bonus Roll without cards.

    DZ-17: where the players call their ten cards, the player on turn says when to roll.
    """
    if not must_act(s):
        call_dice(s, s.roll, 2 if s.roll == BONUS_ROLL else s.roll)
        if s.announce_ten:
            s.phase = READY


@rule
def begin_bonus(s):
    """DZ-13, DZ-14; whose hand could not be refilled has nothing to roll for."""
    s.roll = BONUS_ROLL
    s.step = END_TURN
    if s.held[s.turn]:
        s.bonus = 1
        s.step = GO_ON


@rule
def roll_die(s, face):
    """A die comes to rest; the first of a roll clears the roll before."""
    if s.called:
        s.thrown = s.called
        s.thrower = s.turn
        s.called = 0
        s.shown = 0
        s.picked = 0
        s.dice[:] = 0
    s.dice[s.shown] = face
    s.shown += 1
    if s.shown == s.need:
        settle_roll(s)


@rule
def settle_roll(s):
    if s.thrown > BONUS_ROLL:
        settle_action_dice(s)
    elif s.thrown == FIRST_ROLL:
        s.roll = SECOND_ROLL
        s.then = GO_ON
        take_number(s, s.dice[0])
    elif s.thrown == BONUS_ROLL and numbers_on_offer(s) & numbers_in(s, s.turn) == 0:
        s.step = END_TURN  # DZ-14: a miss
    else:
        if s.thrown == THIRD_ROLL and is_triple(s):
            gain(s, s.turn, TRIPLE_PRIZE)
        s.phase = PICK


@rule
def is_triple(s):
    """DZ-12."""
    return s.dice[0] == s.dice[1] == s.dice[2]


@rule
def numbers_on_offer(s):
    """DZ-9, DZ-10: bit set of the single dice and the sums of two."""
    a, b, c = s.dice[0], s.dice[1], s.dice[2]
    mask = 1 << a | 1 << b | 1 << (a + b)
    if s.shown == 3:
        mask |= 1 << c | 1 << (a + c) | 1 << (b + c)
    return mask


@rule
def legal_picks(s, events):
    """DZ-11; DZ-14: in the Bonus Roll one that is held must be picked."""
    offer = numbers_on_offer(s)
    mine = offer & numbers_in(s, s.turn)
    if s.bonus:
        offer = mine
    n = 0
    for number in range(1, NUMBERS + 1):
        if offer >> number & 1:
            events[n] = CHOOSE + number
            n += 1
    if mine == 0:
        events[n] = CHOOSE + NOTHING
        n += 1
    return n


@rule
def pick(s, number):
    if s.bonus:
        pick_bonus(s, number)
        return
    if s.thrown == SECOND_ROLL:
        s.roll = THIRD_ROLL
        s.then = GO_ON
        take_number(s, number)
    else:
        s.then = END_TURN
        if take_number(s, number):
            s.then = BONUS


@rule
def take_number(s, number):
    """Everybody moves their cards of ``number``; whether the player on turn did."""
    if number == NOTHING:
        s.moved[:] = 0
        s.picked = 0
        s.step = DRAWS
        return False
    mine = numbers_in(s, s.turn) >> number & 1 == 1
    move_all(s, number)
    s.hits += int(mine)
    return mine


@rule
def pick_bonus(s, number):
    """DZ-14: only the player on turn moves, and draws none."""
    s.moved[:] = 0
    s.picked = number
    move_number(s, s.turn, number)
    s.then = GO_ON
    clean_up(s)
    s.step = CHECK


@rule
def end_turn(s):
    """DZ-16, and DZ-18: three laps in which no card has gone to a pile end the round."""
    s.still = 0 if s.stirred else s.still + 1
    s.bonus = 0
    if s.still >= STILL_LAPS * s.seats:
        s.step = SCORE
        return
    fill_hands(s)
    s.then = NEXT_TURN
    s.step = DRAWS
