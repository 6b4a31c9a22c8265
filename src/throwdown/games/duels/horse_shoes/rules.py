"""Horse-Shoes & Hand-Grenades: the rules of KD-D7, played for themselves."""

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
    set_time,
    standing,
    witnesses,
)
from ...kadoova_duel.duels.setting import HANDS, set_hands, set_horse
from ...kadoova_duel.duels.table import HORSE

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
OPTIONS = record(
    ("result", "i4"), ("timing", "i4"), ("pace_base", "i4"), ("pace_die", "i4"), *HANDS, *setting.HORSE
)


@rule
def setup(s, seats, options):
    """Seat 0 challenges."""
    set_result(s, options.result)
    set_time(s, options.timing, options.pace_base, options.pace_die)
    set_hands(s, options)
    set_horse(s, options)
    open_alone(s, seats, HORSE, 0)
