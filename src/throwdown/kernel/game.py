"""Games, found by their folders."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from throwdown.kernel import inspection, tables
from throwdown.kernel.chance import Chance, Fair, Seeded
from throwdown.kernel.compilation import PACKAGE
from throwdown.kernel.errors import BadValue, BrokenGame, ThrowdownError, UnknownGame, quoted
from throwdown.kernel.files import edited
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match

GAMES = PACKAGE / "games"
ENTRY_POINTS = "throwdown.games"  # the group under which a package names the module that is a game


class Game(GameFolder):
    """One game: the files of its folder (:mod:`throwdown.kernel.parts`), and its matches; see :func:`load`.

    A folder that is given by its path needs ``rules.py`` and ``tables.toml`` to be played by programs;
    :func:`load` holds games to the whole contract.
    """

    def __init__(self, folder: Path, key: str = "") -> None:
        super().__init__(folder, key, self._try_out)

    def _try_out(self, engine: ModuleType) -> None:
        """Ask ``engine`` once whatever a table asks, so that none of it is left to be compiled or loaded
        while people wait."""
        self.match(seats=self.seats[0], seed=0, engine=engine).try_out()

    def match(
        self,
        seats: int | None = None,
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        values: Mapping[str, tables.Plain] | None = None,
        names: Sequence[str] = (),
        engine: ModuleType | None = None,
        version: int | None = None,
    ) -> Match:
        """A new match. Chance is ``chance``, else seeded by ``seed``, else fair.

        The match follows the present rules; with ``version``, values that are not given are as that
        version of the rules had them, so that a match begun under it goes on as it was agreed.
        Raises :class:`BadValue` for a number of seats or a value that the game refuses.
        """
        count = self.seats[0] if seats is None else self.check_seats(seats)
        chosen = self.check(values or {}, count, version)
        source = chance or (Fair() if seed is None else Seeded(seed))
        return Match(self, count, chosen, source, tuple(names), engine)

    def check_seats(self, seats: int) -> int:
        """``seats`` if so many can play; raises :class:`BadValue`."""
        least, most = self.seats
        if not least <= seats <= most:
            raise BadValue(f"{self.title} is for {self.seats_in_words} seats, not {quoted(seats)}")
        return seats

    def values_in(self, file: Path | None) -> dict[str, tables.Plain]:
        """The values that an edited ``file`` sets, none without one. Raises :class:`BadValue` for a file that
        cannot be read or does not fit the game, with the line."""
        if file is None:
            return {}
        try:
            text = edited(file)
        except ThrowdownError as error:
            raise BadValue(str(error)) from None
        return self.read_values(text, file.name)


class Broken(NamedTuple):
    """A game that was found and cannot be played: its key, and what is wrong with which file."""

    key: str
    reason: str


@functools.cache
def _folders() -> dict[str, Path]:
    """The folders of all games by key: those that hold rules and tables, and those of installed packages."""
    own = (path.parent for path in GAMES.rglob("rules.py"))
    folders = {folder.name.replace("_", "-"): folder for folder in own if (folder / "tables.toml").exists()}
    for point in entry_points(group=ENTRY_POINTS):
        folders.setdefault(point.name, _folder_of(point.value))
    return folders


def _folder_of(module: str) -> Path:
    """The folder of an installed package; where there is none, one that does not exist, which is then
    told."""
    try:
        spec = importlib.util.find_spec(module)
    except ImportError:
        spec = None
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) if places else Path(*module.split("."))


@functools.cache
def _game(key: str) -> Game:
    """The game with that key, held to the contract; raises :class:`BrokenGame`."""
    folder = _folders()[key]
    if not folder.is_dir():
        raise BrokenGame(key, f"there is no package {'.'.join(folder.parts)!r}")
    return inspected(Game(folder, key))


def inspected(game: Game) -> Game:
    """``game``, held to the contract; raises :class:`BrokenGame` for the first fault found."""
    inspection.inspect(game, lambda: game.match(seed=0))
    return game


@functools.cache
def _found() -> tuple[tuple[Game, ...], tuple[Broken, ...]]:
    games: list[Game] = []
    broken: list[Broken] = []
    for key in sorted(_folders()):
        try:
            games.append(_game(key))
        except BrokenGame as error:
            broken.append(Broken(key, str(error)))
    return tuple(sorted(games, key=lambda game: game.title)), tuple(broken)


def add(folder: Path) -> Game:
    """The game in ``folder``, which this process knows by its key from now on.

    Raises :class:`BrokenGame` for one that does not keep to the contract, or has the key of another game.
    """
    key = folder.name.replace("_", "-")
    if _folders().setdefault(key, folder.resolve()) != folder.resolve():
        raise BrokenGame(folder.name, f"there is another game {key!r}")
    return _game(key)


def all_games() -> tuple[Game, ...]:
    """All games that can be played, by title."""
    return _found()[0]


def broken_games() -> tuple[Broken, ...]:
    """The games that were found and do not keep to the contract."""
    return _found()[1]


def known_keys() -> list[str]:
    """The keys of all games that were found, broken ones too."""
    return sorted(_folders())


def load(key: str) -> Game:
    """The game with that key, such as ``command-dice``.

    Raises :class:`UnknownGame`, and :class:`BrokenGame` for one that does not keep to the contract.
    """
    if key not in _folders():
        raise UnknownGame(f"unknown game {quoted(key)}; known are {', '.join(known_keys())}")
    return _game(key)
