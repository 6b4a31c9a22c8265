"""Axe vs Daggers for players that are programs."""

from __future__ import annotations

from .....kernel.contract import rule
from ..register import carried
from ..table import other

__all__ = ["worth_of_role"]


@rule
def worth_of_role(s, seat, is_first):
    """Axe wins more often, and is out with a die less: then Daggers is the better role, whoever has lost the
    die (KD-16)."""
    fewer = min(carried(s, seat), carried(s, other(s, seat)))
    return 1.0 if (fewer >= 0) == is_first else 0.0
