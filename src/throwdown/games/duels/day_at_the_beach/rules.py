"""Day at the Beach: the rules of KD-D5, played for themselves."""

from __future__ import annotations

from ....kernel.contract import record, rule
from ...kadoova_duel.duels import alone, setting
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
from ...kadoova_duel.duels.setting import HANDS, set_beach, set_hands
from ...kadoova_duel.duels.table import BEACH

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

COMMON = alone
OPTIONS = record(("result", "i4"), *HANDS, *setting.BEACH)


@rule
def setup(s, seats, options):
    """Seat 0 challenges."""
    set_result(s, options.result)
    set_hands(s, options)
    set_beach(s, options)
    open_alone(s, seats, BEACH, 0)
