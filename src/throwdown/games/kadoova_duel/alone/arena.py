"""A duel played alone, thrown by hand (KD-22)."""

from __future__ import annotations

from typing import Any

from ....kernel.throwing import Due
from ..duels import arena
from ..duels.arena import asks, event, is_thrown, landed, lying, mat, press, reading, steadiness

__all__ = ["asks", "due", "event", "is_thrown", "landed", "lying", "mat", "press", "reading", "steadiness"]


def due(view: Any) -> Due | None:
    """What CHANCE has to throw now."""
    return arena.due(view, mat(view))
