"""Kuhn poker: bet with a high card."""

from __future__ import annotations

from ...kernel.contract import rule
from .rules import BET

__all__ = ["worth"]


@rule
def worth(s, seat, a):
    return s.card[seat] - 2.0 if a == BET else 0.0
