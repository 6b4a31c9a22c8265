"""Players that are programs. They get a hidden copy of the match, exactly what a person gets."""

from __future__ import annotations

from throwdown.bots.levels import allowance, bring, check_fit, is_player, kinds, named
from throwdown.bots.player import Player, Sight, UnknownPlayer, sight
from throwdown.bots.pool import Pool
from throwdown.bots.trained import BadPlayer
from throwdown.bots.warming import warm

__all__ = [
    "BadPlayer",
    "Player",
    "Pool",
    "Sight",
    "UnknownPlayer",
    "allowance",
    "bring",
    "check_fit",
    "is_player",
    "kinds",
    "named",
    "sight",
    "warm",
]
