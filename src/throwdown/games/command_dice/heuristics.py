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
    "rate_all",
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
    """:func:`mean_worth` of one set of dice alone."""
    whole, left = np.zeros(MOST_SHOWN + 1, np.int64), np.zeros(MOST_SHOWN + 1, np.int64)
    find_reaches(s, seat, whole, left)
    shown = np.zeros(MOST_SHOWN + 1)
    roll(s, dice, shown)
    return mean_worth(s, seat, count_of(dice), shown, whole, left)


@rule
def rate_all(s, seat, events, worths):
    """The worth of all events at once: what swords reach is worked out once for all sets of dice, and a set
    with one blue die more than the one before goes on from the chances of that."""
    if s.phase != COMMIT:
        for k in range(events.shape[0]):
            worths[k] = worth(s, seat, events[k])
        return
    whole, left = np.zeros(MOST_SHOWN + 1, np.int64), np.zeros(MOST_SHOWN + 1, np.int64)
    find_reaches(s, seat, whole, left)
    shown, former = np.zeros(MOST_SHOWN + 1), -1
    for k in range(events.shape[0]):
        dice = events[k] - PICK
        if dice == former + 1 and dice % 3:
            add_die(s, COLOURS - 1, count_of(former), shown)
        else:
            roll(s, dice, shown)
        worths[k] = mean_worth(s, seat, count_of(dice), shown, whole, left)
        former = dice


@rule
def count_of(dice):
    return dice // 12 + dice // 3 % 4 + dice % 3


@rule
def find_reaches(s, seat, whole, left):
    """:func:`find_reach` of the ``whole`` line, and of the cards of it that the other leaves."""
    find_reach(s, EVERY_CARD, whole)
    if s.alone == NOBODY and pool_count(s, 1 - seat):
        find_reach(s, cards_left_by(s, 1 - seat), left)


@rule
def find_reach(s, cards, reach):
    """Fill ``reach``, int64[MOST_SHOWN + 1], with the most points that so many swords take of the set of
    ``cards`` of the line, bit by bit; 0 where they take none."""
    reach[:] = 0
    for taken in range(1, EVERY_CARD + 1):
        if taken & ~cards == 0:
            points = points_of(s, taken)
            reach[points] = points
    for swords in range(1, MOST_SHOWN + 1):
        reach[swords] = max(reach[swords], reach[swords - 1])


@rule
def mean_worth(s, seat, count, shown, whole, left):
    """The mean over all rolls of the best cards that ``count`` dice reach, which show so many swords with
    chances ``shown``: of the ``whole`` line, or of what the other has ``left``."""
    first = chance_to_act_first(s, seat, count)
    of_whole = mean_gain(s, shown, whole) if first > 0.0 else 0.0
    if first == 1.0:
        return of_whole
    return first * of_whole + (1.0 - first) * mean_gain(s, shown, left)


@rule
def roll(s, dice, shown):
    """Fill ``shown``, float64[MOST_SHOWN + 1], with the chances of so many swords."""
    shown[:] = 0.0
    shown[0] = 1.0
    count = 0
    for colour in range(COLOURS):
        for _ in range((dice // 12, dice // 3 % 4, dice % 3)[colour]):
            add_die(s, colour, count, shown)
            count += 1


@rule
def add_die(s, colour, count, shown):
    """Make the chances ``shown`` by so many dice those of one of that ``colour`` more."""
    for swords in range(count * (MOST_SWORDS - 1), -1, -1):
        chance = shown[swords] / 6.0
        if chance == 0.0:
            continue
        shown[swords] = 0.0
        for more in range(MOST_SWORDS):
            shown[swords + more] += chance * s.weight[colour, more]


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
def mean_gain(s, shown, reach):
    """What dice that show so many swords with chances ``shown`` take of the cards that they ``reach``, by
    :func:`find_reach`, less what they cost.

    CD-9: who can take a card must, also where it costs more than it brings.
    """
    average = 0.0
    for swords in range(1, MOST_SHOWN + 1):
        average += swords * shown[swords]
    gain, least, kept = 0.0, 0, kept_worth(s, average)
    for swords in range(1, MOST_SHOWN + 1):
        if least == 0:
            least = reach[swords]
        if least and shown[swords] > 0.0:
            needed = BY_ROLL * swords + (1.0 - BY_ROLL) * average
            fewest, most = gain_of(least, needed, kept), gain_of(reach[swords], needed, kept)
            gain += shown[swords] * max(fewest, most)
    return gain


@rule
def gain_of(points, needed, kept):
    """What cards of so many ``points`` gain where all dice would be ``kept`` worth in the pool, and are spent
    on ``needed`` points.

    It is convex in the points, so that of several sets of cards the one with the fewest or the most is best.
    """
    return points - kept * min(1.0, points / needed)


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
