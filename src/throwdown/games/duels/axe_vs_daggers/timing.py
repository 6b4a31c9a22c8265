"""Axe vs Daggers against a clock."""

from __future__ import annotations

from ...kadoova_duel.duels.timing import cover, heat, live, window

__all__ = ["cover", "heat", "live", "window"]
