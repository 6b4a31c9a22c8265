"""Throwdown: dice-and-card duels to play, referee and study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from throwdown.lazy import loading

if TYPE_CHECKING:
    from throwdown.kernel.game import Game, all_games, load
    from throwdown.kernel.match import Match

__all__ = ["Game", "Match", "all_games", "load"]
__version__ = "0.1.0"

__getattr__ = loading(
    __name__,
    {"Game": "kernel.game", "all_games": "kernel.game", "load": "kernel.game", "Match": "kernel.match"},
)
