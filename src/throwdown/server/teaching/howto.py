"""How a game is played, in a minute: goal, a turn, points and one picture, from the game's ``how.toml``."""

from __future__ import annotations

import functools

import msgspec

from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.game import Game
from throwdown.server.wire.forms import HowTo

FILE = "how.toml"


# Worked out before there are threads: of two that decode a type for the first time together one can crash.
FORM = msgspec.json.Decoder(HowTo)


@functools.cache
def how_to(game: Game) -> HowTo | None:
    """The game in a minute, as its ``how.toml`` tells it; None where it has no such file. Raises
    :class:`BrokenGame` for one that says something else."""
    path = game.folder / FILE
    try:
        return msgspec.toml.decode(path.read_bytes(), type=HowTo) if path.is_file() else None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BrokenGame(FILE, str(error)) from None
