"""Players that are programs. They get a hidden copy of the match, exactly what a person gets."""

from __future__ import annotations

from throwdown.bots.levels import kinds, named
from throwdown.bots.player import Player, Sight, UnknownPlayer, sight

__all__ = ["Player", "Sight", "UnknownPlayer", "kinds", "named", "sight"]
