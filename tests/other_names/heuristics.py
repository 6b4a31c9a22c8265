"""Dash and Hurl: a coin is there to be spent."""

from __future__ import annotations

from ...kernel.contract import rule
from .rules import SPEND

__all__ = ["worth"]


@rule
def worth(s, seat, a):
    return 1.0 if a == SPEND else 0.0
