"""What is said of each level in one game, and the habits that make it true: ``portraits.toml``, which a game
may leave out.

The file has a table for each level that it names::

    [novice]
    line = "Often shoots in the first turn, before it can know."
    [[novice.claims]]
    habit = "declares a shot early, in the first turn of a round"
    least = 20

``line`` is shown where an opponent is chosen. Each claim names a habit of the game's ``traits.py`` by its
words, and how often of 100 occasions the level shows it, at the ``least`` and at the ``most``.
``throwdown lab portraits`` counts the habits and says which claims hold.
"""

from __future__ import annotations

import functools
from typing import Annotated

from msgspec import Meta, Struct

from throwdown.bots.levels import LEVELS
from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.game import Game

FILE = "portraits.toml"
LONGEST = 100  # characters of a line
Percent = Annotated[float, Meta(ge=0, le=100)]


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """``habit`` is shown at ``least`` to ``most`` of 100 occasions."""

    habit: str
    least: Percent = 0.0
    most: Percent = 100.0

    @property
    def bounds(self) -> str:
        """The bounds in words, such as ``at least 20 %``."""
        if self.most == 100.0:
            return f"at least {self.least:g} %"
        return f"at most {self.most:g} %" if self.least == 0.0 else f"{self.least:g} to {self.most:g} %"


class Portrait(Struct, frozen=True, forbid_unknown_fields=True):
    """A line about a level, and the claims that are behind it."""

    line: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    claims: Annotated[tuple[Claim, ...], Meta(min_length=1)]


FILES = DataFile(dict[str, Portrait])


@functools.cache
def portraits_of(game: Game) -> dict[str, Portrait]:
    """The portraits of ``game`` by level, weakest first; none where it has no such file. Raises
    :class:`BrokenGame` for a file that says something else, a level that is none, a habit that ``traits.py``
    does not count, and bounds that say nothing."""
    found = FILES.read(game.folder / FILE)
    if found is None:
        return {}
    habits = {trait.words for trait in game.traits.TRAITS}
    for level, portrait in found.items():
        if level not in LEVELS:
            raise BrokenGame(FILE, f"{level!r} is no level; levels are {', '.join(LEVELS)}")
        for claim in portrait.claims:
            if claim.habit not in habits:
                raise BrokenGame(FILE, f"{level}: traits.py counts no habit {claim.habit!r}")
            if not 0 < claim.most - claim.least < 100:
                raise BrokenGame(FILE, f"{level}: {claim.least:g} to {claim.most:g} % says nothing")
    return {level: found[level] for level in LEVELS if level in found}
