"""KA'DICE!: how good an event looks, for the greedy player.

For every choice of a turn it works out exactly, over all outcomes of the next roll and all changes that the
ability then allows, the worth of the cards that can be eliminated.
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import MAX_SEATS, rule
from .cards import CARDS, DICE, FACES, THREE, one, shown_by, takes_any
from .judge import SIGNS, TABLE, describe, work_out
from .outcomes import FIRST, KEY, KEYS, ROLL_DICE, ROLL_KEY, best_wild, mean_of_rolls
from .state import ACT, ALL_DICE, BONUS, CHANGE, ELIMINATE, HOLD, ROUND_OVER, dice_of, targets_of

__all__ = ["SIGNS", "TABLE", "describe", "outlook", "rate_all", "rough", "settled", "work_out", "worth"]

LAST_CARD = 3.0  # the last card of the last opponent, where any other is worth about 1
LEAN = 0.5  # among several: the logarithm of how much more a card is worth of who has one card more
LATER = 0.9  # of what a roll next turn is worth now: others come first
BOTHER = 0.001  # a change that brings nothing is not worth making
RESERVE = 0.02  # a shift that comes once a round is not spent for nothing
LEADS = np.exp(LEAN * np.arange(CARDS))  # what a card weighs among others, by the stock of its owner


@rule
def worth(s, seat, a):
    """The worth of the cards that ``a`` eliminates, or of what the next roll is expected to bring."""
    gains = np.zeros(KEYS)
    if a < ELIMINATE:
        all_gains(s, seat, gains)
    return worth_by(s, seat, a, gains)


@rule
def rate_all(s, seat, events, worths):
    """The worth of all events at once: what dice gain as they lie is worked out once for all of them."""
    gains = np.zeros(KEYS)
    all_gains(s, seat, gains)
    for k in range(events.shape[0]):
        worths[k] = worth_by(s, seat, events[k], gains)


@rule
def worth_by(s, seat, a, gains):
    """:func:`worth` by ``gains``, float64[KEYS], of :func:`all_gains`, which an elimination does without."""
    if a >= ELIMINATE:
        return worth_of_cards(s, seat, a - ELIMINATE)
    if a >= BONUS:
        return after_roll(s, seat, kept_key(s, seat, a - BONUS), a - BONUS, gains)
    if a >= HOLD:
        later = LATER if s.phase == ACT else 1.0
        if s.phase == ACT and s.left[seat] == 1:
            return 0.0
        return later * after_roll(s, seat, kept_key(s, seat, a - HOLD), a - HOLD, gains)
    return after_change(s, seat, (a - CHANGE) // FACES + 1, (a - CHANGE) % FACES + 1, gains)


# What dice are worth as they lie


@rule
def worth_each(s, me):
    """What the active card of each opponent of ``me`` is worth, float64[MAX_SEATS]; 0 where there is none.

    Among several a card is worth the more the more cards its owner has: chances to win grow faster than cards
    do, and who is ahead has most of them to lose. On average it is worth 1.
    """
    worths = np.zeros(MAX_SEATS)
    if s.seats == 2:
        stock = s.stock[1 - me]
        worths[1 - me] = LAST_CARD if stock == 0 else 1.0 + 0.5 / (stock + 1)
        return worths
    total, many = 0.0, 0
    for seat in range(s.seats):
        if seat != me and s.active[seat]:
            worths[seat] = LEADS[s.stock[seat]]
            total += worths[seat]
            many += 1
    for seat in range(s.seats):
        if worths[seat] > 0.0:
            worths[seat] *= many / total
            if many == 1 and s.stock[seat] == 0:
                worths[seat] = LAST_CARD
    return worths


@rule
def worth_of_cards(s, me, seats):
    """The worth for ``me`` of the active cards of all ``seats``, a bit set."""
    worths, total = worth_each(s, me), 0.0
    for seat in range(s.seats):
        if seats >> seat & 1:
            total += worths[seat]
    return total


@rule
def gain(s, me, dice, worths):
    """The most that five dice, as one number of :mod:`.cards`, eliminate as they lie; ``worths``,
    float64[MAX_SEATS], are those of :func:`worth_each`."""
    shown, targets = shown_by(dice), targets_of(s, me)
    others = takes_any(s.active[me] - 1, shown)
    total = best = second = rest = 0.0
    for seat in range(s.seats):
        if targets >> seat & 1:
            value = worths[seat]
            if shown >> s.active[seat] - 1 & 1:
                total += value
            else:
                rest += value
                second = max(second, min(best, value))
                best = max(best, value)
    if others > 2:
        return total + rest
    return total + (best if others else 0.0) + (second if others == 2 else 0.0)


@rule
def all_gains(s, me, gains):
    """``gains[key]`` for all 252 kinds of five dice."""
    worths = worth_each(s, me)
    for k in range(FIRST[DICE], FIRST[DICE + 1]):
        gains[ROLL_KEY[k]] = gain(s, me, ROLL_DICE[k], worths)


# What dice are worth once they are rolled


@rule
def kept_key(s, seat, dice):
    key = 0
    for die in range(DICE):
        if dice >> die & 1:
            key += KEY[s.face[seat, die]]
    return key


@rule
def after_roll(s, me, kept, held, gains):
    """The mean, over every roll of the dice not ``held``, of the most that can then be eliminated."""
    fresh = 0
    for die in range(DICE):
        fresh += 1 - (held >> die & 1)
    return mean_of_rolls(s.active[me] - 1, s.shifted[me], kept, fresh, gains)


# What a change is worth


@rule
def after_change(s, me, face, new, gains):
    """The best that can follow: to eliminate, perhaps after further changes, or to hold."""
    free = s.wild & ~s.changed
    wild = 0
    for die in range(DICE):
        wild += free >> die & 1
    key = kept_key(s, me, ALL_DICE) - KEY[face] + KEY[new]
    if wild:
        best = best_wild(key - (wild - 1) * KEY[face], wild - 1, gains)
    else:
        best = gains[key] - (RESERVE if s.active[me] - 1 != THREE else 0.0)
    if s.left[me] > 1:
        best = max(best, LATER * best_hold(s, me, face, new, gains))
    return best - BOTHER


@rule
def best_hold(s, me, face, new, gains):
    """The best of all that can be held when one of the dice that show ``face`` shows ``new`` instead."""
    die = 0
    while s.face[me, die] != face or not ((s.rolled | s.wild) & ~s.changed) >> die & 1:
        die += 1
    shifted = s.shifted[me]
    s.face[me, die] = new
    s.shifted[me] = int(not s.wild >> die & 1)
    best = 0.0
    for held in range(ALL_DICE):
        best = max(best, after_roll(s, me, kept_key(s, me, held), held, gains))
    s.face[me, die] = face
    s.shifted[me] = shifted
    return best


# What a glance tells, for play that is only imagined


@rule
def rough(s, seat, a):
    """What ``a`` eliminates, or a change would; of holds, that like dice stay together."""
    if a >= ELIMINATE:
        return worth_of_cards(s, seat, a - ELIMINATE)
    if a >= HOLD:
        return alike(s, seat, a - BONUS if a >= BONUS else a - HOLD)
    face, new = (a - CHANGE) // FACES + 1, (a - CHANGE) % FACES + 1
    dice = dice_of(s, seat) - one(face) + one(new)
    return gain(s, seat, dice, worth_each(s, seat)) - BOTHER


@rule
def alike(s, seat, dice):
    """Pairs among the dice held, less a little for each die that is not rolled."""
    pairs, held = 0, 0
    for die in range(DICE):
        if dice >> die & 1:
            for other in range(die):
                pairs += dice >> other & 1 and s.face[seat, die] == s.face[seat, other]
            held += 1
    return 0.02 * pairs - 0.01 * held


# How a match stands when it is not played to the end


@rule
def settled(s):
    """A round that is over can be judged by the cards left."""
    return s.closed == ROUND_OVER


@rule
def outlook(s, seats, values):
    """Chances in proportion to the cards left, counted twice over for who has more."""
    total = 0.0
    for seat in range(seats):
        cards = s.stock[seat] + int(s.active[seat] != 0)
        values[seat] = cards * cards
        total += values[seat]
    for seat in range(seats):
        values[seat] /= total
