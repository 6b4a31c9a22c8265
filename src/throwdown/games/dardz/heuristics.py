"""How good an event looks in DARDZ: points of one's own, less those that it gives to the leader.

The Bonus Roll is expected over its dice and over the cards that the draw pile may give before it. A
Clock and a Trade drawn there count as their points alone.
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .bonus import bonus_value
from .cards import kind_of, number_of
from .judge import ON_OFFER, SIGNS, describe, hopes
from .state import (
    ACTIONS,
    BONUS_ROLL,
    CALL_TEN,
    CLEAN_PRIZE,
    FETCH,
    GUESS,
    GUESS_A_DIE,
    HAND,
    KINDS,
    NOTHING,
    OFFER,
    PLAY,
    ROUND_PRIZE,
    SKULL,
    SWAP_A_CARD,
    TEN,
    THIRD_ROLL,
    does,
    edge_score,
    side_of,
)

__all__ = ["SIGNS", "describe", "outlook", "rough", "settled", "worth"]

# What points of somebody else's count against one's own
LEADER, OTHERS = 0.8, 0.25
CALL_AT_ONCE = 100.0  # more than any pick brings: the next call may be somebody else's


@rule
def worth(s, seat, a):
    """In points; a choice that hardly matters is near 0."""
    if a >= CALL_TEN:
        return CALL_AT_ONCE if a == CALL_TEN else 0.0
    if a >= FETCH:
        return swap_worth(s, seat, kind_of(s.offered - 1), (a - FETCH) // KINDS, (a - FETCH) % KINDS)
    if a >= OFFER:
        return offer_worth(s, seat, a - OFFER)
    if a >= GUESS:
        return 0.0
    if a >= PLAY:
        return play_worth(s, a - PLAY + ACTIONS)
    return 0.0 if a == NOTHING else pick_worth(s, seat, a)


@rule
def play_worth(s, kind):
    """A card that swaps first, for it may give the Skull away."""
    if does(s, kind, SWAP_A_CARD):
        return 2.0
    return 0.0 if kind == SKULL else 1.0


@rule
def share(s, seat, other):
    """What a point for ``other`` is worth to ``seat``: 1 in one's own team, less than 0 elsewhere."""
    mine, theirs = side_of(s, seat), side_of(s, other)
    if mine == theirs:
        return 1.0
    for side in range(s.sides):
        if side != mine and hopes(s, side) > hopes(s, theirs):
            return -OTHERS
    return -LEADER


# The Trade


@rule
def card_worth(s, kind):
    """What a card in hand will bring: its points, as likely as it is to move this turn."""
    if kind >= ACTIONS:
        return float(s.worth[kind])
    return s.worth[kind] * ON_OFFER[number_of(kind)] / 100.0


@rule
def swap_worth(s, seat, given, other, taken):
    return (card_worth(s, taken) - card_worth(s, given)) * (1.0 - share(s, seat, other))


@rule
def offer_worth(s, seat, given):
    """The best swap for the card."""
    best = -100.0
    for other in range(s.seats):
        if other != seat:
            for slot in range(s.held[other]):
                best = max(best, swap_worth(s, seat, given, other, kind_of(s.hand[other, slot] - 1)))
    return best


# Picks


@rule
def pick_worth(s, seat, number):
    if s.thrown == BONUS_ROLL:
        return bonus_pick(s, seat, number)
    total = 0.0
    for other in range(s.seats):
        moved, points = moved_by(s, other, number)
        if moved:
            prize = ROUND_PRIZE if s.pile[other] + moved >= TEN else 0
            total += share(s, seat, other) * (points + prize)
    if s.thrown == THIRD_ROLL and moved_by(s, seat, number)[0]:
        total += bonus_to_come(s, seat, number)
    return total


@rule
def moved_by(s, seat, number):
    """Cards and points that ``number`` takes from a hand to its pile."""
    moved, points = 0, 0
    for slot in range(s.held[seat]):
        kind = kind_of(s.hand[seat, slot] - 1)
        if number_of(kind) == number:
            moved += 1
            points += s.worth[kind]
    return moved, points


@rule
def bonus_pick(s, seat, number):
    """What moves, and what the cards that stay can still bring."""
    moved, points = moved_by(s, seat, number)
    kept = np.zeros(HAND, np.int64)
    n = keep_others(s, seat, number, kept)
    pile = s.pile[seat] + moved
    if pile >= TEN or n == 0:
        return float(points + ROUND_PRIZE * int(pile >= TEN) + CLEAN_PRIZE * int(n == 0))
    return points + bonus_value(s, kept, n, pile)


@rule
def keep_others(s, seat, number, kept):
    """The kinds in a hand that ``number`` leaves there; returns how many."""
    n = 0
    for slot in range(s.held[seat]):
        kind = kind_of(s.hand[seat, slot] - 1)
        if number_of(kind) != number:
            kept[n] = kind
            n += 1
    return n


@rule
def bonus_to_come(s, seat, number):
    """The Bonus Roll after a hit on the third roll, over all the cards that may be drawn for it."""
    hand = np.zeros(HAND, np.int64)
    n = keep_others(s, seat, number, hand)
    draws = min(s.held[seat] - n, s.pile_left)
    pile = s.pile[seat] + s.held[seat] - n
    if pile >= TEN or n + draws == 0:
        return 0.0
    hand[n:] = 0
    value, ways = 0.0, 0.0
    while True:
        weight = ways_to_draw(s, hand, n, draws)
        if weight > 0.0:
            ways += weight
            value += weight * hand_value(s, hand, n + draws, pile)
        if not next_draw(hand, n, draws):
            return value / ways


@rule
def next_draw(hand, n, draws):
    """The next set of kinds drawn, in rising order; False after the last."""
    place = n + draws - 1
    while place >= n and hand[place] == KINDS - 1:
        place -= 1
    if place < n:
        return False
    hand[place : n + draws] = hand[place] + 1
    return True


@rule
def ways_to_draw(s, hand, n, draws):
    """In how many ways the draw pile gives the kinds ``hand[n:n + draws]``, which rise."""
    ways, alike = 1.0, 0
    for place in range(n, n + draws):
        alike = alike + 1 if place > n and hand[place] == hand[place - 1] else 0
        ways *= (s.left[hand[place]] - alike) / (alike + 1.0)
    return max(ways, 0.0)


@rule
def hand_value(s, hand, n, pile):
    """A hand at the start of the Bonus Roll: its action cards are played and not replaced."""
    numbers = np.zeros(HAND, np.int64)
    left, value = 0, 0.0
    for place in range(n):
        if hand[place] < ACTIONS:
            numbers[left] = hand[place]
            left += 1
        else:
            value += s.worth[hand[place]]
            pile += 1
            if does(s, hand[place], GUESS_A_DIE):
                value += (s.jackpot_right + 5 * s.jackpot_wrong) / 6.0
    if left == 0:
        value += CLEAN_PRIZE
    if pile >= TEN:
        return value + ROUND_PRIZE
    return value + bonus_value(s, numbers, left, pile) if left else value


# For play that is only imagined


@rule
def rough(s, seat, a):
    """A glance: the Bonus Roll counts for what it moves at once."""
    if a == NOTHING or a >= PLAY:
        return worth(s, seat, a)
    total = 0.0
    for other in range(s.seats):
        moved, points = moved_by(s, other, a)
        if moved and (s.thrown != BONUS_ROLL or other == seat):
            total += share(s, seat, other) * (points + (ROUND_PRIZE if s.pile[other] + moved >= TEN else 0))
    return total


@rule
def settled(s):
    """A round that is scored can be judged by the scores."""
    return s.closed == 1


@rule
def outlook(s, seats, values):
    """Leads count the more the nearer the best is to the target."""
    left = max(0.25, (s.target - edge_score(s, True)) / 35.0)  # rounds, about
    total = 0.0
    for seat in range(seats):
        values[seat] = np.exp(0.05 * (s.score[side_of(s, seat)] - edge_score(s, True)) / np.sqrt(left))
        total += values[seat]
    for seat in range(seats):
        values[seat] /= total
