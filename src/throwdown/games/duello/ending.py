"""How a game ends and what it scores (DU-12 to DU-16, DU-21, DU-24)."""

from __future__ import annotations

from typing import Any

from ...kernel.contract import CHANCE, rule
from .record import AFTER_ROUNDS, ALL_LOST, DRAWN, FOLDED, NOBODY, OVER, TIE, TIE_BREAK, total


@rule
def win(s, seat, points, ending):
    """The winner takes the pot."""
    s.winner = seat
    s.score[seat] = points
    s.ending = ending
    s.chips[seat] += s.pot
    s.pot = 0
    s.phase = OVER
    s.waiting = 0


@rule
def draw(s):
    """The pot stays for the next game, or is split; odd chips go to the first bettor and on to the left."""
    s.ending = DRAWN
    s.phase = OVER
    s.waiting = 0
    if s.drawn_pot == 0:
        for k in range(s.seats):
            seat = (s.first_bettor + k) % s.seats
            s.chips[seat] += (s.pot + s.seats - 1 - k) // s.seats
        s.pot = 0


@rule
def tie(s, mask):
    """DU-15, DU-21: one die each of those tied; between two players only where it was agreed."""
    if s.seats == 2 and not s.tie_breaker:
        draw(s)
        return
    s.phase = TIE
    s.waiting = 1 << CHANCE
    s.tied = mask
    s.tie[:] = 0


@rule
def tie_roller(s: Any) -> int:
    """Who rolls next in the tie-breaker; NOBODY when all have."""
    for seat in range(s.seats):
        if s.tied >> seat & 1 and s.tie[seat] == 0:
            return seat
    return NOBODY


@rule
def roll_off(s, value):
    """High wins 1 point; those who are equal roll again."""
    s.tie[tie_roller(s)] = value + 1
    if tie_roller(s) != NOBODY:
        return
    high = 0
    for seat in range(s.seats):
        if s.tied >> seat & 1:
            high = max(high, s.tie[seat])
    mask = 0
    for seat in range(s.seats):
        if s.tied >> seat & 1 and s.tie[seat] == high:
            mask |= 1 << seat
    settle(s, mask, 1, TIE_BREAK)


@rule
def settle(s, mask, points, ending):
    """The game goes to the one seat of ``mask``, or to the tie-breaker where there are several."""
    if mask & (mask - 1):
        tie(s, mask)
        return
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    win(s, seat, points, ending)


@rule
def last_one(s, ending):
    """DU-12: the only player with target dice scores all that is left of their own."""
    for seat in range(s.seats):
        if s.alive[seat] and s.targets[seat]:
            win(s, seat, total(s, seat), ending)


@rule
def best(s, by_target):
    """The seats still in with the most target dice, of these the ones with the most stock."""
    top = -1
    mask = 0
    for seat in range(s.seats):
        if s.alive[seat]:
            rank = s.stocks[seat] + (100 * s.targets[seat] if by_target else 0)
            if rank > top:
                top, mask = rank, 0
            if rank == top:
                mask |= 1 << seat
    return mask


@rule
def lead_of(s, mask):
    """The total of the first seat of ``mask`` less the highest other total still in, at least 1."""
    mine, others, found = 0, 0, False
    for seat in range(s.seats):
        if mask >> seat & 1 and not found:
            mine, found = total(s, seat), True
        elif s.alive[seat]:
            others = max(others, total(s, seat))
    return max(1, mine - others)


@rule
def decide(s, ending):
    """DU-13 where all lost their last target dice together, DU-14 and DU-21 after the rounds."""
    mask = best(s, ending == AFTER_ROUNDS)
    settle(s, mask, lead_of(s, mask), ending)


@rule
def all_lost(s):
    decide(s, ALL_LOST)


@rule
def after_rounds(s):
    decide(s, AFTER_ROUNDS)


@rule
def fold_between_two(s, seat):
    """DU-24: the other scores the difference of the totals left, or all that is left."""
    other = 1 - seat
    points = total(s, other) if s.fold_points else max(1, total(s, other) - total(s, seat))
    win(s, other, points, FOLDED)
