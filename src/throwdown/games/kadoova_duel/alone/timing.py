"""A duel played alone against a clock: live races, and no windows."""

from __future__ import annotations

from ..duels.timing import heat, live

__all__ = ["heat", "live"]
