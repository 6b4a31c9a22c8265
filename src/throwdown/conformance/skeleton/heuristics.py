"""Highest Roll: when to roll again."""

from __future__ import annotations

from ...kernel.contract import rule
from .rules import KEEP

__all__ = ["worth"]

MEAN = 3.5  # of a die


@rule
def worth(s, seat, a):
    """What the die will show on average; a die that does not lead is worth nothing."""
    if a != KEEP:
        return MEAN
    for other in range(s.turn):
        if s.face[other] > s.face[seat]:
            return 0.0
    return float(s.face[seat])
