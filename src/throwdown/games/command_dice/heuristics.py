"""Command Dice: how good an event looks, for the greedy player.

Dice are worth in the pool what they show on average, a little less, so that what counts is to strike with
lucky rolls, to waste nothing, and not to come second where the other leaves nothing.
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .dice import mean_of_rolled, mean_swords
from .former import before
from .judge import LEARNED_FROM, SIGNS, describe, in_match, make_decisive, turns_to_come
from .rules import pool_count, tie_seat
from .state import COLOURS, COMMIT, HAND, LINE, MOST_SWORDS, NOBODY, PICK, SEATS, STOP, STRIKE, value_of

__all__ = [
    "LEARNED_FROM",
    "SIGNS",
    "before",
    "describe",
    "in_match",
    "make_decisive",
    "outlook",
    "settled",
    "unchoose",
    "worth",
]

KEEP = 0.9  # the points that a sword is worth which a die left in the pool shows on average
BY_ROLL = 0.75  # how far dice are paid for by the swords that they show, else by those of an average roll
USUAL_DICE = 3  # dice that the other is taken to roll first
MOST_SHOWN = HAND * (MOST_SWORDS - 1)
EVERY_CARD = (1 << LINE) - 1


@rule
def worth(s, seat, a):
    """Points that ``a`` is expected to take, less what its dice would be worth if kept."""
    if a == STOP:
        return 0.0
    if a >= STRIKE:
        return strike_worth(s, seat, (a - STRIKE) // 16, (a - STRIKE) % 16)
    return pick_worth(s, seat, a - PICK)


@rule
def kept_worth(s, swords):
    """What dice with so many mean ``swords`` are worth in the pool; nothing in the last turn of a round."""
    is_last = s.alone != NOBODY or turns_to_come(s) == 0
    return 0.0 if is_last else KEEP * swords


@rule
def strike_worth(s, seat, slot, dice):
    """The card's points, less what the dice would be worth if kept."""
    return value_of(s.line[slot] - 1) - kept_worth(s, mean_of_rolled(s, seat, dice))


@rule
def pick_worth(s, seat, dice):
    """The mean over all rolls of the best cards they reach, of the whole line or of what the other leaves."""
    shown = np.zeros(MOST_SHOWN + 1)
    count = roll(s, dice, shown)
    first = chance_to_act_first(s, seat, count)
    whole = mean_gain(s, shown, EVERY_CARD) if first > 0.0 else 0.0
    if first == 1.0:
        return whole
    return first * whole + (1.0 - first) * mean_gain(s, shown, cards_left_by(s, 1 - seat))


@rule
def roll(s, dice, shown):
    """Fill ``shown``, float64[MOST_SHOWN + 1], with the chances of so many swords; returns how many dice."""
    shown[0] = 1.0
    count = 0
    for colour in range(COLOURS):
        for _ in range((dice // 12, dice // 3 % 4, dice % 3)[colour]):
            for swords in range(count * (MOST_SWORDS - 1), -1, -1):
                chance = shown[swords] / 6.0
                shown[swords] = 0.0
                for more in range(MOST_SWORDS):
                    shown[swords + more] += chance * s.weight[colour, more]
            count += 1
    return count


@rule
def chance_to_act_first(s, seat, count):
    """CD-7, where the other may choose any number of dice, each as likely."""
    most = min(HAND, pool_count(s, 1 - seat))
    if s.alone != NOBODY or most == 0:
        return 1.0
    more = max(0, most - count)
    is_level = count <= most and tie_seat(s) == seat
    return (more + is_level) / most


@rule
def points_of(s, cards):
    """The sum of a set of ``cards`` of the line, bit by bit."""
    points = 0
    for slot in range(LINE):
        if cards >> slot & 1:
            points += value_of(s.line[slot] - 1)
    return points


@rule
def cards_left_by(s, seat):
    """The cards, bit by bit, that ``seat`` leaves when its usual dice show what such dice show on average."""
    swords = 0.0
    for colour in range(COLOURS):
        swords += s.pool[seat, colour] * mean_swords(s, colour)
    count = pool_count(s, seat)
    swords *= min(count, USUAL_DICE) / count
    best, left = 0, EVERY_CARD
    for cards in range(1, EVERY_CARD + 1):
        points = points_of(s, cards)
        if best < points <= swords:
            best, left = points, EVERY_CARD & ~cards
    return left


@rule
def mean_gain(s, shown, cards):
    """What dice that show so many swords with chances ``shown`` take of ``cards``, less what they cost.

    CD-9: who can take a card must, also where it costs more than it brings.
    """
    points = np.zeros(EVERY_CARD + 1, np.int64)  # of each set of those cards; 0 of any other set
    for taken in range(1, EVERY_CARD + 1):
        if taken & ~cards == 0:
            points[taken] = points_of(s, taken)
    average = 0.0
    for swords in range(1, MOST_SHOWN + 1):
        average += swords * shown[swords]
    gain, keep = 0.0, kept_worth(s, 1.0)
    for swords in range(1, MOST_SHOWN + 1):
        if shown[swords] > 0.0:
            gain += shown[swords] * best_gain(points, keep, swords, average)
    return gain


@rule
def best_gain(points, keep, swords, average):
    """The most that a roll of so many ``swords`` gains where sets of cards bring ``points``, int64[sets], and
    a mean sword is worth ``keep`` in the pool; 0 where it reaches none.

    Dice are spent in proportion to the swords that the cards need.
    """
    best, reaches = -np.inf, False
    for taken in range(1, EVERY_CARD + 1):
        if 0 < points[taken] <= swords:
            share = min(1.0, points[taken] / (BY_ROLL * swords + (1.0 - BY_ROLL) * average))
            best = max(best, points[taken] - keep * (share * average))
            reaches = True
    return best if reaches else 0.0


@rule
def unchoose(s, seat):
    """Take back the dice that ``seat`` has chosen in secret."""
    if s.phase == COMMIT and s.ready[seat]:
        s.ready[seat] = 0
        s.picked[seat] = 0


# How a match stands between two turns

# What a point ahead, and a red, a white and a blue die more, are worth with so many turns to come:
# made by ``python -m throwdown.games.command_dice.prospects``, which says with what players
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
