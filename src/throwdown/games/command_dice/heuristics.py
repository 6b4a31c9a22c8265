"""Command Dice: how good an event looks, for the greedy player.

A sword is worth about a point wherever it is spent, so what counts is not to waste any, to act first,
and not to end the round with dice unused.
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .judge import LEARNED_FROM, SIGNS, describe, in_match, make_decisive, turns_to_come
from .rules import pool_count, tie_seat
from .state import COLOURS, COMMIT, LINE, NOBODY, PICK, SEATS, STOP, STRIKE, value_of

__all__ = [
    "LEARNED_FROM",
    "SIGNS",
    "describe",
    "in_match",
    "make_decisive",
    "outlook",
    "settled",
    "unchoose",
    "worth",
]

KEEP = 0.7  # what a sword is worth that stays in the pool


@rule
def mean_swords(s, colour):
    """Mean swords of a die of ``colour``."""
    total = 0.0
    for swords in range(s.weight.shape[1]):
        total += swords * s.weight[colour, swords]
    return total / 6


@rule
def worth(s, seat, a):
    if a == STOP:
        return 0.0
    if a >= STRIKE:
        return strike_worth(s, seat, (a - STRIKE) // 16, (a - STRIKE) % 16)
    return pick_worth(s, seat, a - PICK)


@rule
def strike_worth(s, seat, slot, dice):
    """The card's points, less what the dice would be worth if kept."""
    kept = 0.0
    for die in range(s.hand[seat]):
        if dice >> die & 1:
            kept += mean_swords(s, s.colour[seat, die])
    return value_of(s.line[slot] - 1) - KEEP * pressure(s, seat) * kept


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


@rule
def unchoose(s, seat):
    """Take back the dice that ``seat`` has chosen in secret."""
    if s.phase == COMMIT and s.ready[seat]:
        s.ready[seat] = 0
        s.picked[seat] = 0


# How a match stands between two turns

# What a point ahead, and a red, a white and a blue die more, are worth with so many turns to come:
# made by ``python -m throwdown.games.command_dice.prospects``
PROSPECTS = np.array(
    [
        [3.11, 1.67, 2.59, 3.28],
        [3.11, 1.67, 2.59, 3.28],
        [2.72, 1.80, 2.80, 3.99],
        [2.60, 1.83, 2.87, 3.95],
        [2.52, 1.82, 2.77, 3.99],
        [2.51, 1.87, 2.74, 4.12],
        [2.51, 1.83, 2.67, 4.32],
        [2.45, 1.71, 2.69, 4.15],
    ]
)


@rule
def settled(s):
    """A turn that is over can be judged by the points and the dice left."""
    return s.closed != 0


@rule
def outlook(s, seats, values):
    """The chance that each wins the race to three Victories."""
    values[0] = 0.5 if s.closed == 2 else round_chance(s)  # of the next round nothing is known
    values[1] = 1.0 - values[0]
    in_match(s, seats, values)


@rule
def round_chance(s):
    """The chance that seat 0 wins the round: logistic, in a lead that weighs less the more dice there are."""
    ahead, dice = PROSPECTS[turns_to_come(s), 0] * (s.score[0] - s.score[1]), 0
    for seat in range(SEATS):
        sign = 1.0 - 2.0 * seat
        for colour in range(COLOURS):
            ahead += sign * PROSPECTS[turns_to_come(s), 1 + colour] * s.pool[seat, colour]
        for die in range(s.hand[seat]):
            if s.struck[seat, die] == 0:
                ahead += sign * PROSPECTS[turns_to_come(s), 1 + s.colour[seat, die]]
                dice += 1
        dice += pool_count(s, seat)
    return 1.0 / (1.0 + np.exp(-ahead / np.sqrt(1.0 + dice)))
