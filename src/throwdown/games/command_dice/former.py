"""Command Dice: how good an event looked to the former levels, by the rule of thumb that they went by.

A sword is worth about a point wherever it is spent, so what counts is not to waste any, to act first,
and not to end the round with dice unused.
"""

from __future__ import annotations

from ...kernel.contract import rule
from .dice import mean_of_rolled, mean_swords
from .judge import turns_to_come
from .rules import pool_count, tie_seat
from .state import COLOURS, LINE, NOBODY, PICK, SEATS, STOP, STRIKE, value_of

KEEP = 0.7  # what a sword is worth that stays in the pool


@rule
def before(s, seat, a):
    """Points of the cards, less what the dice would be worth if kept."""
    if a == STOP:
        return 0.0
    if a >= STRIKE:
        return strike_worth(s, seat, (a - STRIKE) // 16, (a - STRIKE) % 16)
    return pick_worth(s, seat, a - PICK)


@rule
def strike_worth(s, seat, slot, dice):
    """The card's points, less what the dice would be worth if kept."""
    return value_of(s.line[slot] - 1) - KEEP * pressure(s, seat) * mean_of_rolled(s, seat, dice)


@rule
def pick_worth(s, seat, dice):
    """Points that the mean swords should take from the line, less what the dice would be worth kept."""
    swords = 0.0
    count = 0
    for colour in range(COLOURS):
        n = (dice // 12, dice // 3 % 4, dice % 3)[colour]
        swords += n * mean_swords(s, colour)
        count += n
    gain = reachable(s, swords)
    return gain - KEEP * pressure(s, seat) * min(swords, gain) + first_bonus(s, seat, count)


@rule
def reachable(s, swords):
    """The most points of the line that ``swords`` would take, short swords counting in part."""
    best = 0.0
    for cards in range(1 << LINE):
        need = 0
        for slot in range(LINE):
            if cards >> slot & 1 and s.line[slot]:
                need += value_of(s.line[slot] - 1)
        chance = min(1.0, swords / need) if need else 0.0
        best = max(best, need * chance * chance)
    return best


@rule
def first_bonus(s, seat, count):
    """Acting first is worth something while the other has dice and few of ours are shown."""
    if s.alone != NOBODY:
        return 0.0
    likely = 3 if pool_count(s, 1 - seat) > 3 else pool_count(s, 1 - seat)
    first = count < likely or (count == likely and tie_seat(s) == seat)
    return 1.2 if first else 0.0


@rule
def pressure(s, seat):
    """Below 1 when there are more dice than turns left to use them in: then dice are spent freely."""
    turns = turns_to_come(s) + 1
    left = min(pool_count(s, seat), pool_count(s, SEATS - 1 - seat) + 2)
    return min(1.0, turns / max(1, left)) if s.alone == NOBODY else 0.0
