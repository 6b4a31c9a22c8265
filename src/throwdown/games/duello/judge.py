"""Duello: how a duel looks between two rounds to the judge that is learned from playouts.

Every die is rolled anew in the next round (DU-11), so that the dice left and the rounds to come are all that
there is to know.
"""

from __future__ import annotations

from ...kernel.contract import rule
from .record import ROUNDS, STOCK, TARGET

LEARNED_FROM = "playouts"
COUNTS = 5  # signs of the numbers of dice
DICE = COUNTS + 2 * TARGET  # and those that are 1 for a number of target dice, one's own and the other's
SIGNS = (ROUNDS - 1) * DICE


@rule
def is_judged(s):
    """A duel for dice alone: bets (DU-23) and a Standoff (DU-19) are played to their end."""
    return s.seats == 2 and s.wagering == 0


@rule
def describe(s, seat, table, signs):
    """Fill ``signs``, float32[SIGNS]: the dice left of both, apart for each number of rounds played."""
    signs[:] = 0.0
    other = 1 - seat
    at = (s.rounds - 1) * DICE
    targets, stocks = s.targets[seat] - s.targets[other], s.stocks[seat] - s.stocks[other]
    signs[at] = targets / TARGET
    signs[at + 1] = stocks / STOCK
    signs[at + 2] = s.stocks[seat] / STOCK
    signs[at + 3] = s.stocks[other] / STOCK
    signs[at + 4] = 1.0
    if s.targets[seat]:
        signs[at + COUNTS + s.targets[seat] - 1] = 1.0
    if s.targets[other]:
        signs[at + COUNTS + TARGET + s.targets[other] - 1] = 1.0
