"""How a game is played, in a minute: goal, a turn, points and one picture, from the game's ``how.toml``."""

from __future__ import annotations

import functools

from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.game import Game
from throwdown.server.wire.forms import HowTo

FILE = "how.toml"


FILES = DataFile(HowTo)


@functools.cache
def how_to(game: Game) -> HowTo | None:
    """The game in a minute, as its ``how.toml`` tells it; None where it has no such file. Raises
    :class:`BrokenGame` for one that says something else."""
    return FILES.read(game.folder / FILE)
