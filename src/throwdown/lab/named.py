"""Games by the names that a command line has for them."""

from __future__ import annotations

import functools
from pathlib import Path

from throwdown.kernel.game import Game, load


def game_of(name: str) -> Game:
    """The game with that key, such as ``command-dice``, or in the folder of that name. Raises
    :class:`UnknownGame`, and :class:`BrokenGame` for one that does not keep to the contract."""
    return _in(Path(name).resolve()) if (Path(name) / "rules.py").exists() else load(name)


@functools.cache
def _in(folder: Path) -> Game:
    return Game(folder)
