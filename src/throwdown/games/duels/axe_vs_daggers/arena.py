"""Axe vs Daggers, thrown."""

from __future__ import annotations

from ...kadoova_duel.duels.arena import (
    asks,
    event,
    is_thrown,
    landed,
    lying,
    mat,
    press,
    reading,
    steadiness,
)
from ...kadoova_duel.duels.arena import due_alone as due

__all__ = ["asks", "due", "event", "is_thrown", "landed", "lying", "mat", "press", "reading", "steadiness"]
