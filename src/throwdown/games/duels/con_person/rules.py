"""Con-Person: the rules of KD-D4, played for themselves."""

from __future__ import annotations

from ....kernel.contract import record, rule
from ...kadoova_duel.duels import alone
from ...kadoova_duel.duels.alone import (
    EVENTS,
    STATE,
    apply,
    awaited,
    guess,
    hide,
    legal,
    open_alone,
    set_result,
    standing,
    witnesses,
)
from ...kadoova_duel.duels.table import CON

__all__ = [
    "COMMON",
    "EVENTS",
    "OPTIONS",
    "STATE",
    "apply",
    "awaited",
    "guess",
    "hide",
    "legal",
    "setup",
    "standing",
    "witnesses",
]

FULL_CUP = 14
COMMON = alone
OPTIONS = record(("result", "i4"), ("dice", "i4"))


@rule
def setup(s, seats, options):
    """Seat 0 challenges."""
    set_result(s, options.result)
    open_alone(s, seats, CON, FULL_CUP - options.dice)
