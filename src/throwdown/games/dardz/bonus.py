"""DARDZ: what a Bonus Roll is expected to bring (DZ-13 to DZ-15, DZ-17)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernel.contract import rule
from .cards import number_of
from .state import CLEAN_PRIZE, HAND, ROUND_PRIZE, TEN


class BonusHand(NamedTuple):
    """What a Bonus Roll begins with."""

    kinds: Any  # int64[HAND]: the kinds of the numbers in hand
    n: int  # how many these are
    pile: int  # cards on the pile of the seat


@rule
def bonus_value(s, kinds, n, pile):
    """What a Bonus Roll with these numbers brings, played to bring the most: exact over the dice.

    ``value[cards]`` is that of a part of the hand, a bit set of ``kinds[:n]``.
    """
    hand, value = BonusHand(kinds, n, pile), np.zeros(1 << HAND)
    for cards in range(1, 1 << n):
        total = 0.0
        for one in range(1, 7):
            for other in range(one, 7):
                ways = 1.0 if one == other else 2.0
                total += ways * roll_value(s, hand, cards, one, other, value)
        value[cards] = total / 36.0
    return value[(1 << n) - 1]


@rule
def roll_value(s, hand, cards, one, other, value):
    """The best of the picks that two dice allow; 0 for a miss."""
    kinds = hand.kinds
    best = 0.0
    for number in (one, other, one + other):
        taken, many, points = 0, 0, 0
        for k in range(hand.n):
            if cards >> k & 1:
                many += 1
                if number_of(kinds[k]) == number:
                    taken |= 1 << k
                    points += s.worth[kinds[k]]
        if taken:
            best = max(best, points + after_pick(hand, cards, taken, many, value))
    return best


@rule
def after_pick(hand, cards, taken, many, value):
    """``many`` cards were left in hand before those of ``taken`` moved."""
    moved = hand.n - many
    for k in range(hand.n):
        moved += taken >> k & 1
    full = ROUND_PRIZE if hand.pile + moved >= TEN else 0
    if taken == cards:
        return float(CLEAN_PRIZE + full)
    return float(full) if full else value[cards & ~taken]
