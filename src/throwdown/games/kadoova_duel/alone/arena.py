"""A duel played alone, thrown by hand (KD-22)."""

from __future__ import annotations

from ....kernel.throwing import Due
from ..duels import arena
from ..duels.arena import asks, event, is_thrown, landed, lying, mat, press, reading, steadiness
from .view import View

__all__ = ["asks", "due", "event", "is_thrown", "landed", "lying", "mat", "press", "reading", "steadiness"]


def due(view: View) -> Due | None:
    """What CHANCE has to throw now."""
    return arena.due(view, mat(view))
