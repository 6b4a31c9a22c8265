"""War!: the rules of KD-D12, played for themselves."""

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
    set_time,
    standing,
    witnesses,
)
from ...kadoova_duel.duels.table import WAR

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
    ("result", "i4"), ("timing", "i4"), ("pace_base", "i4"), ("pace_die", "i4"), ("war_ties", "i4")
)


@rule
def setup(s, seats, options):
    """Seat 0 challenges."""
    set_result(s, options.result)
    set_time(s, options.timing, options.pace_base, options.pace_die)
    s.war_all = options.war_ties
    open_alone(s, seats, WAR, 0)
