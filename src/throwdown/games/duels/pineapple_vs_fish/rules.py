"""Pineapple vs Fish: the rules of KD-D8, played for themselves."""

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
from ...kadoova_duel.duels.setting import HANDS, set_hands, set_pineapple
from ...kadoova_duel.duels.table import PINEAPPLE

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
OPTIONS = record(("result", "i4"), *HANDS, *setting.PINEAPPLE)


@rule
def setup(s, seats, options):
    """Seat 0 challenges."""
    set_result(s, options.result)
    set_hands(s, options)
    set_pineapple(s, options)
    open_alone(s, seats, PINEAPPLE, 0)
