"""Kadoova Duel: how a match stands between two turns, where it is judged when it is not played on."""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .cards import DRAWING, KINDS, UPGRADES
from .duels.table import NOBODY
from .opponents import leader


@rule
def settled(s):
    """Between two turns, hands being full again, a match can be judged by the scores."""
    return s.phase == DRAWING


@rule
def turns_to_come(s):
    """About how many; in the last round (KD-9) exactly."""
    if s.short:
        return max(1.0, 12.0 - s.turns)
    if s.last_by != NOBODY:
        return max(1.0, 1.0 * s.last_left)
    return max(1.0, (s.goal - s.score[leader(s)]) / 600.0)


# A point, then a card of each kind from BET_WIN to TAX in hand: the short game, then two, three, four seats.
PROSPECTS = np.array(
    [
        [0.00074, 0.68, 0.68, 0.82, 0.20, 0.49, 0.77, 1.54, 0.81,
         0.38, 0.93, 0.81, 0.96, 0.03, 0.95, 0.98, 0.66],
        [0.00054, 0.59, 0.54, 0.62, 0.13, 0.32, 0.64, 1.43, 0.72,
         0.33, 0.84, 0.69, 0.81, 0.05, 0.82, 0.77, 0.42],
        [0.00057, 0.47, 0.42, 0.47, 0.27, 0.21, 0.51, 0.96, 0.49,
         0.15, 0.69, 0.57, 0.63, -0.08, 0.69, 0.69, 0.29],
        [0.00059, 0.56, 0.57, 0.57, 0.45, 0.44, 0.62, 0.93, 0.60,
         0.31, 0.79, 0.68, 0.74, -0.06, 0.67, 0.77, 0.32],
    ]
)  # fmt: skip


@rule
def prospect(s, seat, table):
    """What ``seat`` has, by the logarithm of its odds in the last turn: ``table`` is of the form of
    ``PROSPECTS``, float64[4, 17]."""
    row = 0 if s.short else s.seats - 1
    total = table[row, 0] * s.score[seat]
    for kind in range(UPGRADES, KINDS):
        total += table[row, 1 + kind - UPGRADES] * s.hand[seat, kind]
    return total


@rule
def outlook(s, seats, values):
    """Leads count the more the fewer turns there are to come, and cards in hand for what they bring."""
    outlook_by(s, seats, values, PROSPECTS)


@rule
def outlook_by(s, seats, values, table):
    """Fill ``values[:seats]`` with shares of the win by a ``table`` of the form of ``PROSPECTS``."""
    best, reach = -1e300, np.sqrt(turns_to_come(s))
    for seat in range(seats):
        values[seat] = prospect(s, seat, table) / reach
        best = max(best, values[seat])
    total = 0.0
    for seat in range(seats):
        values[seat] = np.exp(values[seat] - best)
        total += values[seat]
    for seat in range(seats):
        values[seat] /= total
