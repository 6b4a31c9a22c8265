"""Wagering with play chips (DU-23, DU-24): bet, call, raise and fold at the start of a turn."""

from __future__ import annotations

from ...kernel.contract import rule
from .record import BET, CALL, CHECK, FOLD, PICK, RAISES, in_play, left_of


@rule
def may_bet(s):
    """Nobody bets once a player still in has no chips."""
    for seat in range(s.seats):
        if s.alive[seat] and s.chips[seat] == 0:
            return False
    return s.wagering == 1


@rule
def open_betting(s):
    """The first bettor still in begins; betting goes to the left."""
    s.phase = BET
    s.staked[:] = 0
    s.level = s.raises = 0
    s.to_answer = in_play(s)
    first = s.first_bettor % s.seats
    s.bettor = first if s.alive[first] else left_of(s, first)
    s.waiting = 1 << s.bettor


@rule
def most_level(s):
    """Table stakes: what the shortest stack still in can meet this turn."""
    least = -1
    for seat in range(s.seats):
        has = s.chips[seat] + s.staked[seat]
        if s.alive[seat] and (least < 0 or has < least):
            least = has
    return least


@rule
def owes(s, seat):
    return s.level - s.staked[seat]


@rule
def legal_bets(s, seat, events):
    if owes(s, seat) == 0:
        events[0] = CHECK
        n = 1
    else:
        events[0], events[1] = CALL, FOLD
        n = 2
    for amount in range(1, most_named(s, seat) + 1):
        events[n] = PICK + amount
        n += 1
    return n


@rule
def most_named(s, seat):
    """The most chips that a bet or a raise may name; 0 where there is none to make."""
    if s.raises > RAISES or s.level == most_level(s):
        return 0
    return min(s.chips[seat] - owes(s, seat), s.most_bet)


@rule
def pay(s, seat, amount):
    s.chips[seat] -= amount
    s.staked[seat] += amount
    s.pot += amount


@rule
def bet(s, seat, amount):
    """A bet, or a raise by ``amount``; what the shortest stack cannot meet comes back at once."""
    s.level = min(s.level + amount, most_level(s))
    s.raises += 1  # the bet itself is counted too
    s.to_answer = in_play(s)
    pay(s, seat, owes(s, seat))


@rule
def next_bettor(s):
    """The turn to bet goes on to the left, or betting is done."""
    s.to_answer -= 1
    if s.to_answer > 0:
        s.bettor = left_of(s, s.bettor)
        s.waiting = 1 << s.bettor
