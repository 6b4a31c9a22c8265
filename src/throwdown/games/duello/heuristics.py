"""Duello: how good an event looks, for the greedy player, who keeps count of what the target can still be.

All is reckoned from the notes: ``odds[v, k]`` is the chance that more than k dice of value v lie under
the cup, given what aims have told this round (DU-5).
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .endgame import LEAD, is_solvable, solve
from .judge import LEARNED_FROM, SIGNS, describe, is_judged
from .record import (
    AIM,
    BET,
    CALL,
    CHECK,
    DECLARE,
    FOLD,
    INTO,
    MIDDLE,
    OUT_OF,
    PICK,
    REROLL,
    SATISFIED,
    SAY_AIM,
    SAY_REROLL,
    SHOOT,
    SHOOTS,
    STAY,
    STOCK,
    TARGET,
    VALUES,
    acts,
    hunter_of,
    total,
)
from .sets import CHOOSE, FIRST_OF, NAMES, tails, take_subset

__all__ = [
    "LEARNED_FROM",
    "LOOKS",
    "SIGNS",
    "describe",
    "is_judged",
    "is_solvable",
    "outlook",
    "rate_all",
    "settled",
    "small_step",
    "solve",
    "unchoose",
    "worth",
]

DIE = 0.16  # what a stock die is worth that is kept
PATIENCE = 0.8  # what a reroll is worth in a Standoff, where dice that are spent early help the other rivals
WAITED = 0.2  # what it is worth less for each turn in which nobody aimed or shot
LOOKS = 400  # all of them: few of the sets that an aim can be are any good
SURE = 0.72  # the share of hits that makes a shot look good


@rule
def odds_of(s, hunter, value, odds):
    """Fill ``odds[k]``: the chance of more than k dice of ``value``, for k below the dice under the cup; 0
    where ``hunter`` has shot, and knows of more dice than are left."""
    many = s.targets[s.aims_at[hunter]]
    right = np.zeros(VALUES, np.int32)
    wrong = np.zeros(VALUES, np.int32)
    right[:] = s.right[hunter]
    wrong[:] = s.wrong[hunter]
    right[value], right[0] = right[0], right[value]
    wrong[value], wrong[0] = wrong[0], wrong[value]
    ways = np.zeros((VALUES + 1, TARGET + 1), np.int32)
    tails(right, wrong, many, ways)
    odds[:] = 0.0
    if ways[0, many] == 0:
        return
    left = 0.0
    for count in range(many, 0, -1):
        if count >= right[0] and (wrong[0] == 0 or count == right[0]):
            left += CHOOSE[many, count] * ways[1, many - count]
        odds[count - 1] = left / ways[0, many]


@rule
def all_odds(s, hunter, odds):
    for value in range(VALUES):
        odds_of(s, hunter, value, odds[value])


@rule
def best_share(s, hunter):
    """The share of the target that the best shot is expected to hit."""
    odds = np.zeros((VALUES, TARGET + 1), np.float64)
    all_odds(s, hunter, odds)
    many = s.targets[s.aims_at[hunter]]
    hits = 0.0
    for _ in range(many):
        best, at = -1.0, 0
        for place in range(VALUES * TARGET):
            if odds[place // TARGET, place % TARGET] > best:
                best, at = odds[place // TARGET, place % TARGET], place
        hits += best
        odds[at // TARGET, at % TARGET] = -1.0
    return hits / many


@rule
def gain(chance, stock):
    """The worth of asking about a die less that of the die itself: ``chance`` is how likely a yes is, and the
    worth is greatest near one half. ``stock`` is how many dice the seat has left."""
    return 4.0 * chance * (1.0 - chance) * 0.35 + 0.1 * chance - (DIE if stock < 4 else DIE * 0.6)


@rule
def asking(s, seat, value, nth, odds):
    """The gain of placing the nth further die of ``value`` forward (from 0)."""
    place = s.right[seat, value] + nth
    chance = odds[place] if place < TARGET and s.wrong[seat, value] == 0 else 0.0
    return gain(chance, s.stocks[seat])


@rule
def best_aim(s, seat):
    """The gain of the best dice that the stock has for an aim; below 0 where none is worth it."""
    odds = np.zeros(TARGET + 1, np.float64)
    total, top = 0.0, -1.0
    for value in range(VALUES):
        if s.stock[seat, value]:
            odds_of(s, seat, value, odds)
            for nth in range(s.stock[seat, value]):
                one = asking(s, seat, value, nth, odds)
                top = max(top, one)
                total += max(0.0, one)
    return total if total > 0.0 else top


@rule
def worth(s, seat, a):
    if s.phase == DECLARE:
        return declaration_worth(s, seat, a)
    if s.phase == SHOOT:
        return shot_worth(s, seat, a - PICK)
    if s.phase == MIDDLE:
        return move_worth(s, seat, a)
    if s.phase == BET:
        return bet_worth(s, seat, a)
    return subset_worth(s, seat, a - PICK)


@rule
def declaration_worth(s, seat, a):
    """Shoot when the target is known well enough; aim with useful dice; else roll for better ones. In a
    Standoff dice are rolled again until they tell much, or nobody has acted for some turns."""
    aim = best_aim(s, seat)
    if a == SAY_REROLL:
        if s.seats > 2:
            return PATIENCE - WAITED * s.idle
        return 0.25 if aim <= 0.0 else 0.05
    if a == SAY_AIM:
        return 0.1 + aim
    share = best_share(s, seat)
    hurry = 0.08 if hunter_of(s, seat) >= 0 and best_share(s, hunter_of(s, seat)) > SURE else 0.0
    return (2.0 if share + hurry >= 0.99 else 0.3 + share - SURE + hurry) if share + hurry > SURE else -1.0


@rule
def shot_worth(s, seat, k):
    """The hits that naming the k-th set is expected to have."""
    odds = np.zeros(TARGET + 1, np.float64)
    first = FIRST_OF[s.targets[s.aims_at[seat]]]
    hits = 0.0
    for value in range(VALUES):
        if NAMES[first + k, value]:
            odds_of(s, seat, value, odds)
            for nth in range(NAMES[first + k, value]):
                hits += odds[nth]
    return hits


@rule
def subset_worth(s, seat, k):
    """How good it looks to take the set ``k`` of dice: for an aim, by what they tell; for a reroll, by how
    useless they are."""
    left = np.zeros(VALUES, np.int32)
    taken = np.zeros(VALUES, np.int32)
    left[:] = s.stock[seat]
    take_subset(k, left, taken)
    odds = np.zeros(TARGET + 1, np.float64)
    value_of_set = 0.0
    for value in range(VALUES):
        if taken[value]:
            odds_of(s, seat, value, odds)
            kept = left[value] if s.phase == REROLL else 0
            for nth in range(taken[value]):
                value_of_set += asking(s, seat, value, kept + nth, odds)
    return -value_of_set if s.phase == REROLL else value_of_set


@rule
def move_worth(s, seat, a):
    """DU-6: place what is worth asking about, then be satisfied."""
    if a in (SATISFIED, STAY):
        return 0.0
    value = (a - INTO) % VALUES
    odds = np.zeros(TARGET + 1, np.float64)
    odds_of(s, seat, value, odds)
    if a >= OUT_OF:
        return -asking(s, seat, value, s.forward[seat, value] - 1, odds) - 0.01
    return asking(s, seat, value, s.forward[seat, value], odds)


@rule
def strength(s, seat):
    """How the game stands for ``seat``: dice left, and what is known of both targets that concern it."""
    at, hunter = s.aims_at[seat], hunter_of(s, seat)
    mine = s.targets[seat] * (1.5 - best_share(s, hunter)) + 0.15 * s.stocks[seat]
    theirs = s.targets[at] * (1.5 - best_share(s, seat)) + 0.15 * s.stocks[at]
    return mine / (mine + theirs + 0.01)


@rule
def bet_worth(s, seat, a):
    """Bets small sums on an advantage, calls what the pot pays for, folds what it does not."""
    chance = strength(s, seat)
    owed = s.level - s.staked[seat]
    if a == FOLD:
        return 0.0
    if a == CHECK:
        return 0.02
    if a == CALL:
        return chance * (s.pot + owed) - owed
    wish = (chance - 0.5) * 0.5 * s.chips[seat]
    named = a - PICK
    return (chance - 0.55) * min(wish, named) + chance * s.pot * 0.01 - 0.1 * max(0.0, named - wish)


@rule
def rate_all(s, seat, events, worths):
    """The worth of all events at once: dice of a value are rated once for all sets that they are in."""
    if s.phase == AIM or s.phase == REROLL:
        rate_subsets(s, seat, events, worths)
    elif s.phase == SHOOT:
        rate_shots(s, seat, events, worths)
    else:
        for k in range(events.shape[0]):
            worths[k] = worth(s, seat, events[k])


@rule
def rate_subsets(s, seat, events, worths):
    """:func:`subset_worth` of all ``events``, summed in the same order."""
    odds = np.zeros(TARGET + 1, np.float64)
    asked = np.zeros((VALUES, STOCK), np.float64)
    for value in range(VALUES):
        if s.stock[seat, value]:
            odds_of(s, seat, value, odds)
        for nth in range(s.stock[seat, value]):
            asked[value, nth] = asking(s, seat, value, nth, odds)
    for e in range(events.shape[0]):
        k, value_of_set = events[e] - PICK, 0.0
        for value in range(VALUES):
            stock = s.stock[seat, value]
            taken = k % (stock + 1)
            k //= stock + 1
            kept = stock - taken if s.phase == REROLL else 0
            for nth in range(taken):
                value_of_set += asked[value, kept + nth]
        worths[e] = -value_of_set if s.phase == REROLL else value_of_set


@rule
def rate_shots(s, seat, events, worths):
    """:func:`shot_worth` of all ``events``, summed in the same order."""
    odds = np.zeros((VALUES, TARGET + 1), np.float64)
    all_odds(s, seat, odds)
    first = FIRST_OF[s.targets[s.aims_at[seat]]]
    for e in range(events.shape[0]):
        hits = 0.0
        for value in range(VALUES):
            for nth in range(NAMES[first + events[e] - PICK, value]):
                hits += odds[value, nth]
        worths[e] = hits


@rule
def small_step(s):
    """DU-6: dice move in and out of the middle one by one, until both are satisfied."""
    return s.phase == MIDDLE


@rule
def unchoose(s, seat):
    """Take back what ``seat`` has chosen in secret while others have yet to choose."""
    if s.waiting >> seat & 1:
        return
    if s.phase == DECLARE and acts(s, seat):
        s.declared[seat] = 0
        s.waiting |= 1 << seat
    elif s.phase == SHOOT and s.declared[seat] == SHOOTS:
        s.named[seat] = 0
        s.waiting |= 1 << seat


@rule
def settled(s):
    """A round that is over can be judged by the dice left."""
    return s.closed == 1


@rule
def outlook(s, seats, values):
    """The chance that each wins: in the next round a die of the stock counts as much as one of the target
    (logistic, fitted to 20,000 rounds between players by this rule of thumb)."""
    whole = 0.0
    for seat in range(seats):
        values[seat] = np.exp(LEAD * total(s, seat)) if s.alive[seat] else 0.0
        whole += values[seat]
    for seat in range(seats):
        values[seat] /= whole
