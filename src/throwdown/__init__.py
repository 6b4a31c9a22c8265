"""Throwdown: dice-and-card duels to play, referee and study."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from throwdown.kernel.game import Game, all_games, load
    from throwdown.kernel.match import Match

__all__ = ["Game", "Match", "all_games", "load"]
__version__ = "0.1.0"

_HOME = {"Game": "game", "all_games": "game", "load": "game", "Match": "match"}


def __getattr__(name: str) -> object:
    """The public names, loaded on first use: importing the package itself costs nothing."""
    if name not in _HOME:
        raise AttributeError(f"module 'throwdown' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"throwdown.kernel.{_HOME[name]}"), name)
