"""A duel played alone: how good an event looks, for the greedy player."""

from __future__ import annotations

from ..duels.foresight import worth_in_duel as worth  # pyright: ignore[reportUnknownVariableType]

__all__ = ["worth"]
