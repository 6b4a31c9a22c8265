"""A duel played alone: how good an event looks, for the greedy player, and its equilibrium where that is
known."""

from __future__ import annotations

from ..duels.foresight import (
    is_solvable,  # pyright: ignore[reportUnknownVariableType]
    solve,  # pyright: ignore[reportUnknownVariableType]
)
from ..duels.foresight import worth_in_duel as worth  # pyright: ignore[reportUnknownVariableType]

__all__ = ["is_solvable", "solve", "worth"]
