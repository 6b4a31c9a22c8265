"""Duello: the rules, and nothing else. Clauses DU-1 to DU-25 are in RULES.md."""

from __future__ import annotations

import numpy as np

from ...kernel.contract import EVERYBODY, rule
from .aims import aim_alone, handle_middle, legal_moves, open_aim
from .betting import bet, legal_bets, next_bettor, owes, pay
from .ending import fold_between_two, last_one, roll_off
from .record import (
    AIM,
    BET,
    CALL,
    DECLARE,
    EVENTS,
    FACE,
    FOLD,
    FOLDED,
    MIDDLE,
    NOBODY,
    OPTIONS,
    PICK,
    REROLL,
    REROLLS,
    ROLL,
    SAY_REROLL,
    SHOOT,
    STATE,
    STOCK,
    TARGET,
    TIE,
    TURN,
    VALUES,
    in_play,
    left_of,
)
from .rolling import next_due, roll_all, start_rolling
from .rounds import clear_round, end_betting, go_on, go_on_betting, leave
from .secrets import guess, hide
from .sets import subsets, take_subset
from .shots import legal_shots, name
from .turns import begin_turn, declared_mask, legal_declarations

__all__ = [
    "EVENTS",
    "OPTIONS",
    "STATE",
    "apply",
    "awaited",
    "guess",
    "hide",
    "legal",
    "setup",
    "standing",
    "witnesses",
]


@rule
def setup(s, seats, options):
    s.seats = seats
    s.tie_breaker = options.tie_breaker
    s.wagering = options.wagering
    s.fold_points = options.fold_points
    s.drawn_pot = options.drawn_pot
    s.most_bet = options.most_bet
    s.first_bettor = options.first_bettor % seats
    s.winner = NOBODY
    s.rounds = 1
    for seat in range(seats):
        s.alive[seat] = 1
        s.targets[seat] = TARGET
        s.stocks[seat] = STOCK
        if s.wagering:
            s.chips[seat] = options.chips[seat]
    if s.wagering:
        s.pot = options.pot
    for seat in range(seats):
        s.aims_at[seat] = left_of(s, seat)
    roll_all(s)


@rule
def rolled(s):
    if s.resume == TURN:
        begin_turn(s)
    elif s.resume == BET:
        go_on_betting(s)
    else:
        open_aim(s)


@rule
def land(s, value):
    """The die that is due comes to rest; the first of a new round clears the table."""
    if s.closed:
        clear_round(s)
    me = s.roller
    if s.due[me, 0]:
        s.due[me, 0] -= 1
        s.target[me, value] += 1
    else:
        s.due[me, 1] -= 1
        s.stock[me, value] += 1
        s.fresh[me, value] += 1
    if s.due[me, 0] + s.due[me, 1] == 0:
        s.roller = next_due(s, me)
        if s.roller == NOBODY:
            rolled(s)


@rule
def declare(s, seat, action):
    s.declared[seat] = action
    s.waiting ^= 1 << seat
    if s.waiting == 0:
        s.waiting = declared_mask(s, REROLLS)
        s.phase = REROLL
        if s.waiting == 0:
            open_aim(s)


@rule
def reroll(s, seat, k):
    """DU-3: all who reroll choose before any die is rolled."""
    picked = np.zeros(VALUES, np.int32)
    s.due[seat, 1] = take_subset(k, s.stock[seat], picked)
    s.waiting ^= 1 << seat
    if s.waiting == 0:
        start_rolling(s, AIM)


@rule
def legal_subsets(s, seat, events):
    """DU-3, DU-4: any of the stock dice, at least one."""
    many = subsets(s.stock[seat]) - 1
    for k in range(many):
        events[k] = PICK + k + 1
    return many


@rule
def stake(s, seat, a):
    if a == FOLD:
        fold(s, seat)
        return
    if a == CALL:
        pay(s, seat, owes(s, seat))
    elif a > PICK:
        bet(s, seat, a - PICK)
    next_bettor(s)
    if s.to_answer == 0:
        end_betting(s)


@rule
def fold(s, seat):
    """DU-24: between two it ends the game; in a Standoff the folder is out."""
    s.folded |= 1 << seat
    if s.seats == 2:
        fold_between_two(s, seat)
        return
    leave(s, seat)
    if in_play(s) == 1:
        last_one(s, FOLDED)
    else:
        next_bettor(s)
        go_on(s, BET)


@rule
def awaited(s):
    return s.waiting


@rule
def legal(s, seat, events, weights):
    if s.phase == ROLL or s.phase == TIE:
        for value in range(VALUES):
            events[value] = FACE + value
        return VALUES, 0
    if s.phase == DECLARE:
        return legal_declarations(s, seat, events), 0
    if s.phase == SHOOT:
        return legal_shots(s, seat, events), 0
    if s.phase == MIDDLE:
        return legal_moves(s, seat, events), 0
    if s.phase == BET:
        return legal_bets(s, seat, events), 0
    return legal_subsets(s, seat, events), 0


@rule
def apply(s, seat, a):
    if s.phase == ROLL:
        land(s, a - FACE)
    elif s.phase == TIE:
        roll_off(s, a - FACE)
    elif s.phase == DECLARE:
        declare(s, seat, a - SAY_REROLL + REROLLS)
    elif s.phase == REROLL:
        reroll(s, seat, a - PICK)
    elif s.phase == AIM:
        aim_alone(s, seat, a - PICK)
    elif s.phase == SHOOT:
        name(s, seat, a - PICK)
    elif s.phase == BET:
        stake(s, seat, a)
    else:
        handle_middle(s, seat, a)


@rule
def standing(s, points):
    for seat in range(s.seats):
        points[seat] = s.score[seat]


@rule
def witnesses(s, seat, a):
    """Dice under a cup and choices made together are their owner's alone."""
    if s.phase == ROLL and s.due[s.roller, 0]:
        return 1 << s.roller
    if s.phase == DECLARE or s.phase == SHOOT:
        return 1 << seat
    return EVERYBODY
