"""Imported once by the process that servers are forked from: everything, and compiled what they play most."""

from __future__ import annotations

from random import Random

import throwdown
import throwdown.server.run
from throwdown.bots import named, sight

for key in ("command-dice", "kadoova-duel", "duello", "dardz"):
    throwdown.load(key).compile()

throwdown.load("con-person").compile(players=True)  # hints at it are not counted before

# The greedy player of KA'DICE looks at every next roll: seven of them at a table need compiled loops.
kadice = throwdown.load("kadice").compile(players=True)
opening = kadice.match(seed=0)
named("greedy").choose(sight(opening, opening.awaited[0]), Random(0))

__all__ = ["throwdown"]
