"""DARDZ: dice that several players toss: who starts, Roll-Offs, Lucky Losers (DZ-5, DZ-17, DZ-20, DZ-22)."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import gather_pack, owe
from .state import (
    DRAW,
    FINISH,
    FIRST_TURN,
    HAND,
    LEAD_ROLL_OFFS,
    LUCKY_ROLL,
    OFF_START,
    OFF_TEN,
    OFF_WIN,
    OVER,
    ROUND_PRIZE,
    SCORE,
    TOSS,
    WHO_STARTS,
    gain,
    lowest_bit,
    side_of,
)


@rule
def open_toss(s, why, contest, each):
    """The seats of ``contest`` toss ``each`` dice, in the order of their seats."""
    s.why = why
    s.contest = contest
    toss_again(s, contest, each)


@rule
def toss_again(s, tossers, each):
    s.tossers = tossers
    s.each = each
    s.tossed = 0
    s.roller = lowest_bit(tossers)
    s.phase = TOSS


@rule
def toss_die(s, face):
    """One die of the roller; the first of a toss clears the toss before."""
    if s.tossed == 0:
        s.toss[:] = 0
        s.last_toss = s.why
    s.tossed += 1
    last = s.each == 1 or s.toss[s.roller, 0] > 0
    s.toss[s.roller, 1 if s.toss[s.roller, 0] else 0] = face
    if not last:
        return
    if s.why == LUCKY_ROLL:  # DZ-20
        gain(s, s.roller, s.toss[s.roller, 0] * s.toss[s.roller, 1])
    others = s.tossers >> (s.roller + 1)
    if others:
        s.roller += 1 + lowest_bit(others)
    elif s.why == LUCKY_ROLL:
        s.step = FINISH
    else:
        settle_toss(s)


@rule
def settle_toss(s):
    """DZ-5: the highest wins, and those who tie toss one die again."""
    best, tied, winner = 0, 0, 0
    for seat in range(s.seats):
        eyes = s.toss[seat, 0] + s.toss[seat, 1]
        if eyes > best:
            best, tied, winner = eyes, 1 << seat, seat
        elif eyes == best and eyes > 0:
            tied |= 1 << seat
    if tied != 1 << winner:
        if s.why == WHO_STARTS:
            open_toss(s, OFF_START, tied, 1)
        else:
            toss_again(s, tied, 1)
    else:
        award(s, winner)


@rule
def award(s, seat):
    if s.why == OFF_TEN:
        win_round(s, seat)
    elif s.why == OFF_WIN:
        s.off_wins[seat] += 1  # DZ-22: first to two
        if s.off_wins[seat] == LEAD_ROLL_OFFS:
            end_game(s, side_of(s, seat))
        else:
            toss_again(s, s.contest, 1)
    else:
        open_deal(s, seat)


@rule
def win_round(s, seat):
    """DZ-17."""
    s.ten = seat
    gain(s, seat, ROUND_PRIZE)
    s.step = SCORE


@rule
def end_game(s, side):
    s.winner = side
    s.phase = OVER


@rule
def open_deal(s, first):
    """DZ-6: all ninety cards shuffled, three to each. The table is cleared by the first card."""
    gather_pack(s)
    s.closed = 1
    s.turn = s.drawer = first
    for seat in range(s.seats):
        owe(s, seat, HAND)
    s.then = FIRST_TURN
    s.phase = DRAW
