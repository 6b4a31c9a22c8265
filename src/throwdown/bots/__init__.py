"""Players that are programs. They get a hidden copy of the match, exactly what a person gets."""

from __future__ import annotations

from throwdown.bots.player import Player, Sight, kinds, named, sight

__all__ = ["Player", "Sight", "kinds", "named", "sight"]
