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
        [0.00078, 0.42, 0.34, 0.72, 0.46, 0.09, 0.68, 1.07, 0.67,
         0.22, 0.76, 0.63, 0.85, 0.14, 0.65, 0.74, 0.61],
        [0.00062, 0.33, 0.31, 0.51, 0.22, 0.23, 0.62, 1.15, 0.62,
         0.23, 0.74, 0.57, 0.74, 0.04, 0.50, 0.46, 0.22],
        [0.00058, 0.38, 0.42, 0.53, 0.33, 0.28, 0.57, 0.85, 0.51,
         0.23, 0.66, 0.63, 0.75, -0.01, 0.61, 0.68, 0.33],
        [0.00057, 0.49, 0.48, 0.55, 0.36, 0.44, 0.58, 0.85, 0.57,
         0.33, 0.75, 0.71, 0.74, -0.04, 0.64, 0.69, 0.40],
    ]
)  # fmt: skip


@rule
def prospect(s, seat):
    """What ``seat`` has, by the logarithm of its odds in the last turn: see :mod:`.prospects`."""
    row = 0 if s.short else s.seats - 1
    total = PROSPECTS[row, 0] * s.score[seat]
    for kind in range(UPGRADES, KINDS):
        total += PROSPECTS[row, 1 + kind - UPGRADES] * s.hand[seat, kind]
    return total


@rule
def outlook(s, seats, values):
    """Leads count the more the fewer turns there are to come, and cards in hand for what they bring."""
    best, reach = -1e300, np.sqrt(turns_to_come(s))
    for seat in range(seats):
        values[seat] = prospect(s, seat) / reach
        best = max(best, values[seat])
    total = 0.0
    for seat in range(seats):
        values[seat] = np.exp(values[seat] - best)
        total += values[seat]
    for seat in range(seats):
        values[seat] /= total
