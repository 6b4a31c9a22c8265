"""Axe vs Daggers for players that are programs."""

from __future__ import annotations

from .....kernel.contract import rule
from ..register import carried
from ..table import other

__all__ = ["worth_of_role"]


@rule
def worth_of_role(s, seat, is_first):
    """How good a role is for ``seat``: with more dice added than the other has, the Axe is the worse one."""
    rival = other(s, seat)
    return float(carried(s, seat) - carried(s, rival)) * (-1.0 if is_first else 1.0)
