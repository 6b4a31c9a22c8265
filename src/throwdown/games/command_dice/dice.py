"""Command Dice: what dice show on average."""

from __future__ import annotations

from ...kernel.contract import rule
from .state import MOST_SWORDS


@rule
def mean_swords(s, colour):
    """Mean swords of a die of ``colour``."""
    total = 0.0
    for swords in range(MOST_SWORDS):
        total += swords * s.weight[colour, swords]
    return total / 6


@rule
def mean_of_rolled(s, seat, dice):
    """Mean swords of a set of ``dice``, bit by bit, of those that ``seat`` has chosen this turn."""
    total = 0.0
    for die in range(s.hand[seat]):
        if dice >> die & 1:
            total += mean_swords(s, s.colour[seat, die])
    return total
