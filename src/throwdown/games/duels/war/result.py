"""War!: why it ended as it did."""

from __future__ import annotations

from ...kadoova_duel.duels.alone_result import account

__all__ = ["account"]
