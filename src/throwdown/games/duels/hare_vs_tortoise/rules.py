"""Hare vs Tortoise: the rules of KD-D6, played for themselves."""

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
    set_time,
    standing,
    witnesses,
)
from ...kadoova_duel.duels.table import HARE, SPACES

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
OPTIONS = record(("timing", "i4"), ("pace_base", "i4"), ("pace_die", "i4"), ("track", "i4", SPACES))


@rule
def setup(s, seats, options):
    """Seat 0 challenges."""
    set_time(s, options.timing, options.pace_base, options.pace_die)
    s.spaces[:] = options.track
    open_alone(s, seats, HARE, 0)
