"""Games, found by their folders."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import numpy as np

from throwdown.kernel import inspection, parts, rng, tables
from throwdown.kernel.chance import Chance, Fair, Seeded
from throwdown.kernel.compilation import PACKAGE, Compilation, State
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.errors import BadValue, BrokenGame, UnknownGame
from throwdown.kernel.match import Match

GAMES = PACKAGE / "games"
ENTRY_POINTS = "throwdown.games"  # the group under which a package names the module that is a game


class Game:
    """One game: its data, and the files of its folder (:mod:`throwdown.kernel.parts`). Made by :func:`load`.

    ``folder`` may lie anywhere. One that is given by its path needs ``rules.py`` and ``tables.toml`` to be
    played by programs; :func:`load` holds games to the whole contract.
    """

    def __init__(self, folder: Path, key: str = "") -> None:
        self.folder = folder
        self.key = key or folder.name.replace("_", "-")
        self.compilation = Compilation(folder, self.key, self._try_out)
        self.package = self.compilation.package
        self.about, self.values = tables.read(folder / "tables.toml")

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    @property
    def title(self) -> str:
        return self.about.title

    @property
    def line(self) -> str:
        return self.about.line

    @property
    def seats(self) -> tuple[int, int]:
        """Least and most seats."""
        return self.about.seats

    @property
    def seats_in_words(self) -> str:
        """``2``, or ``2 to 8``."""
        least, most = self.seats
        return str(least) if least == most else f"{least} to {most}"

    @property
    def minutes(self) -> tuple[int, int]:
        return self.about.minutes

    @property
    def version(self) -> int:
        return self.about.version

    @property
    def size(self) -> int:
        """Bytes of its rules: what it takes to compile them grows with that."""
        return sum(path.stat().st_size for path in self.folder.glob("*.py"))

    @functools.cached_property
    def rules(self) -> ModuleType:
        """The module itself, whose functions are plain Python."""
        return self.compilation.rules()

    @functools.cached_property
    def words(self) -> parts.Words:
        return parts.bind(self.package, parts.Words)

    @functools.cached_property
    def scene(self) -> parts.Scenes:
        return parts.bind(self.package, parts.Scenes)

    @functools.cached_property
    def result(self) -> parts.Results:
        return parts.bind(self.package, parts.Results)

    @functools.cached_property
    def timing(self) -> parts.Timing:
        return parts.bind(self.package, parts.Timing)

    @functools.cached_property
    def arena(self) -> parts.Arena:
        return parts.bind(self.package, parts.Arena)

    @functools.cached_property
    def between(self) -> parts.Between:
        return parts.bind(self.package, parts.Between)

    @property
    def rules_text(self) -> str:
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    @property
    def engine(self) -> ModuleType:
        """The loops over the rules: interpreted until :meth:`compile` has been called."""
        return self.compilation.loops()

    def loops(self, is_compiled: bool) -> ModuleType:
        """The loops, interpreted or compiled, whichever the game's matches use."""
        return self.compilation.loops(is_compiled)

    @property
    def is_compiled(self) -> bool:
        """Whether the matches of this game use compiled rules."""
        return self.compilation.state >= State.COMPILED

    def part(self, template: Path, is_compiled: bool | None = None) -> ModuleType:
        """Another file of loops over this game, by default compiled when the game is."""
        return self.compilation.part(template, is_compiled)

    def compile(self, *, players: bool = False) -> Game:
        """Switch all matches of this game to compiled rules; returns when they are ready.

        With ``players`` its players use compiled loops too, each of which is compiled when it is first
        called; :func:`throwdown.bots.warm` does that before.
        """
        self.compilation.reach(State.PLAYERS_READY if players else State.COMPILED)
        return self

    def _try_out(self, engine: ModuleType) -> None:
        """Ask ``engine`` once whatever a match asks, so that none of it is left to be compiled later."""
        match = self.match(seats=self.seats[0], seed=0, engine=engine)
        seat = match.awaited[0]
        event = match.legal_events(seat)[0]
        engine.witnesses(match.state, seat, event)
        engine.guess(match.seen(seat), seat, rng.generator(0))
        match.play(seat, event)
        engine.standing(match.state, np.zeros(MAX_SEATS, np.int64))
        match.play_at_random()

    @functools.cached_property
    def view_of(self) -> Callable[[np.ndarray], Any]:
        """Turns a one-element record array into a struct of plain Python numbers and lists."""
        names = self.rules.STATE.names
        view: Any = msgspec.defstruct("View", names, frozen=True)
        nested = [k for k, name in enumerate(names) if self.rules.STATE[name].subdtype]

        def convert(state: np.ndarray) -> Any:
            fields = list(state[0].item())
            for k in nested:
                fields[k] = fields[k].tolist()
            return view(*fields)

        return convert

    def check(
        self,
        chosen: Mapping[str, tables.Plain],
        seats: int | None = None,
        version: int | None = None,
    ) -> dict[str, tables.Plain]:
        """All values with ``chosen`` put in; raises :class:`BadValue`, also for what ``seats`` lack.

        What is not chosen is as in ``version`` of the rules, by default the present one.
        """
        known = {value.key: value for value in self.values}
        for key in chosen:
            if key not in known:
                raise BadValue(f"unknown option {key!r} of {self.key}; known are {', '.join(known)}")
        rules = self.version if version is None else version
        checked = {k: value.check(chosen.get(k, value.of_version(rules))) for k, value in known.items()}
        if seats is not None:
            tables.check_seats(self.values, checked, seats)
        return checked

    def read_values(self, text: str, name: str = "tables file") -> dict[str, tables.Plain]:
        """The values that an edited file sets; raises :class:`BadValue` with line and reason."""
        return tables.read_changes(text, self.values, name, self.title, self.version)

    def write_values(self, chosen: Mapping[str, tables.Plain], name: str = "") -> str:
        """A file of ``chosen`` that :meth:`read_values` reads back."""
        return tables.write_changes(self.about, self.values, self.check(chosen), name)

    def match(
        self,
        seats: int | None = None,
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        values: Mapping[str, tables.Plain] | None = None,
        tables_file: str | Path | None = None,
        names: Sequence[str] = (),
        engine: ModuleType | None = None,
        version: int | None = None,
    ) -> Match:
        """A new match. Chance is ``chance``, else seeded by ``seed``, else fair.

        The match follows the present rules; with ``version``, values that are not given are as that
        version of the rules had them, so that a match begun under it goes on as it was agreed.
        Raises :class:`BadValue` for a number of seats or a value that the game refuses.
        """
        least, most = self.seats
        count = least if seats is None else seats
        if not least <= count <= most:
            raise BadValue(f"{self.title} is for {self.seats_in_words} seats, not {seats}")
        changes: dict[str, tables.Plain] = {}
        if tables_file is not None:
            changes = self.read_values(read_file(Path(tables_file)), Path(tables_file).name)
        chosen = self.check({**changes, **(values or {})}, count, version)
        source = chance or (Fair() if seed is None else Seeded(seed))
        return Match(self, count, chosen, source, tuple(names), engine)


def read_file(path: Path) -> str:
    """The text of a file of values; raises :class:`BadValue` for one that cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadValue(f"cannot read {str(path)!r}: {error}") from None


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
    return inspection.inspect(Game(folder, key))


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
        raise UnknownGame(f"unknown game {key!r}; known are {', '.join(known_keys())}")
    return _game(key)
