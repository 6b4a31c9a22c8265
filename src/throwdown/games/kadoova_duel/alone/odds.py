"""What can be counted of a duel played alone."""

from __future__ import annotations

from ..duels.odds import asks, count

__all__ = ["asks", "count"]
