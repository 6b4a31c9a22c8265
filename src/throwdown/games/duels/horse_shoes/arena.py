"""Horse-Shoes & Hand-Grenades, thrown."""

from __future__ import annotations

from ...kadoova_duel.duels.arena import due_alone as due
from ...kadoova_duel.duels.arena import event, is_thrown, lying, mat, press, reading

__all__ = ["due", "event", "is_thrown", "lying", "mat", "press", "reading"]
