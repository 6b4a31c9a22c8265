"""Command Dice: how a round looks between two turns to the judge that is learned from searches.

The judge tells the share of the round; how much a round is worth, the Victories say (CD-17).
"""

from __future__ import annotations

from ...kernel.contract import rule
from .state import CARDS, COLOURS, FULL_POOL, HAND, LINE, SEATS, VICTORIES, value_of

LEARNED_FROM = "searches"
OWN, THEIRS = 7, 7 + COLOURS + 2  # where the signs of one's own dice begin, and of the other's
SIGNS = THEIRS + COLOURS + 2
CARD = 3.5  # mean value of a card


@rule
def turns_to_come(s):
    cards = 0
    for card in range(CARDS):
        cards += s.deck >> card & 1
    return cards // LINE


@rule
def race(mine, theirs):
    """The chance to reach three Victories first, every round being even."""
    if mine >= VICTORIES or theirs >= VICTORIES:
        return 1.0 if mine >= VICTORIES else 0.0
    rounds = 2 * VICTORIES - 1 - mine - theirs  # that would settle it for certain
    ways = term = 1.0
    for wins in range(1, rounds - (VICTORIES - mine) + 1):
        term *= (rounds - wins + 1) / wins
        ways += term
    return ways / 2.0**rounds


@rule
def in_match(s, seats, values):
    """Turn the shares of the round, or of the next one where it is over, into those of the match."""
    mine, theirs = s.victories[0], s.victories[1]
    values[0] = values[0] * race(mine + 1, theirs) + values[1] * race(mine, theirs + 1)
    values[1] = 1.0 - values[0]


@rule
def make_decisive(s):
    """Both need one more Victory."""
    s.victories[:] = VICTORIES - 1


@rule
def describe(s, seat, table, signs):
    """Fill ``signs``, float32[SIGNS]: points, turns and cards to come, and the dice of both. All are 0 where
    the round is over: of the next one nothing is known."""
    signs[:] = 0.0
    if s.closed == 2:
        return
    mine = count_dice(s, seat, signs[OWN:])
    theirs = count_dice(s, SEATS - 1 - seat, signs[THEIRS:])
    ahead = s.score[seat] - s.score[SEATS - 1 - seat]
    turns = turns_to_come(s)
    cards, points = 0, 0
    for card in range(CARDS):
        cards += (s.won[seat] >> card & 1) - (s.won[SEATS - 1 - seat] >> card & 1)
        points += (s.deck >> card & 1) * value_of(card)
    signs[0] = ahead / 5.0
    signs[1] = ahead / (1.0 + mine + theirs)
    signs[2] = ahead / (2.0 + 2.0 * turns)
    signs[3] = turns / 4.0 - 1.0
    signs[4] = points / (LINE * turns) - CARD if turns else 0.0
    signs[5] = cards / 3.0
    signs[6] = 1.0


@rule
def count_dice(s, seat, signs):
    """Fill the first signs of ``signs`` with the dice that ``seat`` has left; returns their number.

    Dice of the turn that has ended count where they were not used: they go back to the pool (CD-11).
    """
    count = 0
    for colour in range(COLOURS):
        left = s.pool[seat, colour]
        for die in range(s.hand[seat]):
            left += s.struck[seat, die] == 0 and s.colour[seat, die] == colour
        signs[colour] = left / FULL_POOL[colour]
        count += left
    signs[COLOURS] = count / HAND
    signs[COLOURS + 1] = min(count, HAND) / HAND
    return count
