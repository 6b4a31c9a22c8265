"""DARDZ: how a position looks to the judge that is learned from play (:mod:`throwdown.bots.judges`)."""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .bonus import bonus_value
from .cards import kind_of, number_of
from .state import (
    ACTIONS,
    BONUS,
    BONUS_ROLL,
    END_TURN,
    GOLDEN,
    HAND,
    KINDS,
    TEN,
    edge_score,
    side_of,
)

# The chance that a number is on offer in the three rolls of a turn, in hundredths (DZ-2)
ON_OFFER = (0, 67, 71, 75, 79, 83, 86, 51, 44, 36, 28, 19, 10)
PLAIN = 21  # signs of the seat and of the others
TURN = 10  # signs of the turn under way, of one's own and of somebody else's
SIGNS = PLAIN + 2 * TURN + 2 * KINDS


@rule
def hopes(s, side):
    """What a side would have if the round were over now."""
    points = s.score[side]
    for seat in range(side, s.seats, s.sides):
        points += s.loot[seat]
    return float(points)


@rule
def promise(s, seat):
    """What the numbers in a hand will bring: their points, as likely as they are to move in a turn."""
    points = 0.0
    for slot in range(s.held[seat]):
        kind = kind_of(s.hand[seat, slot] - 1)
        points += s.worth[kind] * ON_OFFER[number_of(kind)] / 100.0 if kind <= GOLDEN else s.worth[kind]
    return points


@rule
def describe(s, seat, table, signs):
    """Fill ``signs``, float32[SIGNS]: how the position looks for ``seat``."""
    signs[:] = 0.0
    mine = side_of(s, seat)
    best_score, best_hopes, best_promise, fullest = 0.0, 0.0, 0.0, 0
    for other in range(s.seats):
        if side_of(s, other) != mine:
            best_score = max(best_score, float(s.score[side_of(s, other)]))
            best_hopes = max(best_hopes, hopes(s, side_of(s, other)))
            best_promise = max(best_promise, promise(s, other))
            fullest = max(fullest, s.pile[other])
            add_hand(s, other, signs[SIGNS - KINDS :], 1.0 / (s.seats - 1))
    own = hopes(s, mine)
    rounds = max(0.15, (s.target - max(edge_score(s, True), (own + best_hopes) / 2.0)) / 35.0)
    signs[0] = s.score[mine] / 50.0
    signs[1] = own / s.target
    signs[2] = best_hopes / s.target
    signs[3] = (own - best_hopes) / 30.0
    signs[4] = (own - best_hopes) / 30.0 / np.sqrt(rounds)
    signs[5] = (s.score[mine] - best_score) / 30.0
    signs[6] = s.pile[seat] / 10.0
    signs[7] = fullest / 10.0
    signs[8] = s.loot[seat] / 30.0
    signs[9] = promise(s, seat) / 15.0
    signs[10] = best_promise / 15.0
    signs[11] = 1.0 / rounds
    for k in range(4):
        signs[12 + k] = float(int(s.pile[seat] >= TEN - 4 + k))
        signs[16 + k] = float(int(fullest >= TEN - 4 + k))
    signs[20] = float(s.turn - seat if s.turn >= seat else s.turn - seat + s.seats) / s.seats
    add_hand(s, seat, signs[SIGNS - 2 * KINDS :], 1.0)
    describe_turn(s, signs[PLAIN if s.turn == seat else PLAIN + TURN :])


@rule
def add_hand(s, seat, signs, much):
    """Add ``much`` to the sign of the kind of every card in a hand."""
    for slot in range(s.held[seat]):
        signs[kind_of(s.hand[seat, slot] - 1)] += much


@rule
def describe_turn(s, signs):
    """What the player on turn has before it."""
    bonus_next = s.then == BONUS and s.roll < BONUS_ROLL
    ends = s.then == END_TURN
    signs[0] = 1.0
    if s.bonus:
        signs[4] = 1.0
        signs[5] = float(s.held[s.turn]) / HAND
    elif bonus_next:
        signs[6] = 1.0
    elif ends:
        signs[7] = 1.0
    elif s.roll <= 3:
        signs[s.roll] = 1.0
    signs[8] = s.due[s.turn] / 3.0
    if s.bonus or bonus_next:
        signs[9] = bonus_in_hand(s) / 10.0


@rule
def bonus_in_hand(s):
    """What the Bonus Roll of the player on turn is expected to bring with the numbers now in hand."""
    kinds, many = np.zeros(HAND, np.int64), 0
    for slot in range(s.held[s.turn]):
        kind = kind_of(s.hand[s.turn, slot] - 1)
        if kind < ACTIONS:
            kinds[many] = kind
            many += 1
    pile = s.pile[s.turn]
    return bonus_value(s, kinds, many, pile) if many and pile < TEN else 0.0
