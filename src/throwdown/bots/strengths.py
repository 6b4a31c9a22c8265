"""How the levels choose in one game: its ``levels.toml``, which a game may leave out.

The file has a table for each level that it names::

    [novice]
    temperature = 2.0
    several = 3.0
    [regular]
    temperature = 0.8
    [sharp]
    temperature = 0.01
    simulations = 200
    [master]
    pure = 0.7
    [master.rollouts]
    playouts = 10000

Levels that it does not name, and numbers that it leaves out, are as :data:`throwdown.bots.levels.LEVELS` has
them: Novice takes the best of three choices, Regular that of all, and Sharp and Master search, Sharp with a
tenth of what Master may spend.
"""

from __future__ import annotations

import functools
from typing import Annotated

from msgspec import Meta, Struct

from throwdown.bots.policies import among
from throwdown.bots.rollouts import Count, Rollouts
from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.folder import GameFolder

FILE = "levels.toml"
Temperature = Annotated[float, Meta(ge=0)]
Part = Annotated[float, Meta(ge=0, le=1)]


class Erring(Struct, frozen=True, forbid_unknown_fields=True):
    """How much a level errs: at ``temperature`` in matches for two, and at ``several`` in matches for more;
    where that is not told, as for two."""

    temperature: Temperature = 0.0
    several: Temperature | None = None

    def at(self, seats: int) -> float:
        """The temperature in matches for so many ``seats``."""
        return among(seats, self.temperature, self.several)


class Thumb(Erring, frozen=True, forbid_unknown_fields=True):
    """A level that goes by the rule of thumb; its temperature is in the unit of the game's ``worth`` (0: the
    best is taken). Where ``rated`` it goes by the full ``worth``, else by ``rough``."""

    rated: bool = False


class Search(Erring, frozen=True, forbid_unknown_fields=True):
    """A level that searches; its temperature is in shares of the win (0: what was tried most is taken). It
    has so many ``simulations``, and ``iterations`` where the game solves a choice. Where ``rated`` choices
    are first rated by the full ``worth``, else by ``rough``. The lower the ``sharpness`` of that, the more of
    them are tried, among which the temperature then decides; in matches for more than two it is
    ``several_sharpness``, where that is told."""

    rated: bool | None = None
    sharpness: Temperature | None = None
    several_sharpness: Temperature | None = None
    simulations: Count | None = None
    iterations: Count | None = None


class Best(Struct, frozen=True, forbid_unknown_fields=True):
    """How Master chooses: with so many ``simulations``, or in the place of them by ``rollouts``. With what
    ``sharpness`` it searches, in matches for more than two with ``several_sharpness`` where that is told, how
    ``pure`` its mixtures are and how ``sure`` it must be to search no further, :class:`.search.Style` has for
    all games where it is not told here."""

    simulations: Count | None = None
    sharpness: Temperature | None = None
    several_sharpness: Temperature | None = None
    pure: Part | None = None
    sure: Part | None = None
    rollouts: Rollouts | None = None


class Strengths(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``levels.toml`` of a game says."""

    novice: Thumb = Thumb()
    regular: Thumb = Thumb()
    sharp: Search = Search()
    master: Best = Best()


FILES = DataFile(Strengths)


@functools.cache
def strengths_of(game: GameFolder) -> Strengths:
    """How levels choose in ``game``. Raises :class:`BrokenGame` for a file that says something else."""
    return FILES.read(game.folder / FILE) or Strengths()
