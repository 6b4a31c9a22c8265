"""Players that are programs. They get a hidden copy of the match, exactly what a person gets."""

from __future__ import annotations

from throwdown.bots.levels import allowance, kinds, named
from throwdown.bots.player import Player, Sight, UnknownPlayer, sight
from throwdown.bots.pool import Pool
from throwdown.bots.search import warm

__all__ = ["Player", "Pool", "Sight", "UnknownPlayer", "allowance", "kinds", "named", "sight", "warm"]
