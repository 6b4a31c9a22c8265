"""Games, found by their folders."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from throwdown.kernel import compiled, rng, tables
from throwdown.kernel.chance import Chance, Fair, Seeded
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.errors import BadValue, UnknownGame

if TYPE_CHECKING:
    from throwdown.kernel.match import Match

GAMES = compiled.PACKAGE / "games"


class Game:
    """One game: its data, its rules, its words and its scene. Made by :func:`load`.

    ``folder`` may lie anywhere: a game outside the package needs ``rules.py`` and ``tables.toml`` to be
    played by programs, and the rest to be played at a table.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = folder.name.replace("_", "-")
        self.package = compiled.package_of(folder)
        self.about, self.values = tables.read(folder / "tables.toml")
        self._engine: ModuleType | None = None

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
        return compiled.load_rules(self.package, compiled=False)

    @functools.cached_property
    def words(self) -> ModuleType:
        return importlib.import_module(self.package + ".words")

    @functools.cached_property
    def scene(self) -> ModuleType:
        return importlib.import_module(self.package + ".scene")

    @functools.cached_property
    def result(self) -> ModuleType | None:
        """The module that explains how a match ended, where the game has one."""
        has_one = (self.folder / "result.py").exists()
        return importlib.import_module(self.package + ".result") if has_one else None

    @property
    def rules_text(self) -> str:
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    @property
    def engine(self) -> ModuleType:
        """The loops over the rules: interpreted until :meth:`compile` has been called."""
        if self._engine is None:
            self._engine = compiled.load_loops(self.package, compiled=False)
        return self._engine

    def loops(self, is_compiled: bool) -> ModuleType:
        """The loops, interpreted or compiled, whichever the game's matches use."""
        return compiled.load_loops(self.package, is_compiled)

    @property
    def is_compiled(self) -> bool:
        """Whether :meth:`compile` has been called and has finished."""
        return self._engine is not None and self._engine is not self.loops(False)

    def part(self, template: Path) -> ModuleType:
        """Another file of loops over this game, compiled when the game is."""
        return compiled.load_loops(self.package, self.is_compiled, template)

    def compile(self) -> Game:
        """Switch all matches of this game to compiled rules; returns when they are ready.

        Whatever a match asks of them is asked once, so that none of it is left to be compiled later.
        """
        engine = self.loops(True)
        match = self.match(seats=self.seats[0], seed=0, engine=engine)
        seat = match.awaited[0]
        event = match.legal_events(seat)[0]
        engine.witnesses(match.state, seat, event)
        engine.guess(match.seen(seat), seat, rng.generator(0))
        match.play(seat, event)
        engine.standing(match.state, np.zeros(MAX_SEATS, np.int64))
        match.play_at_random()
        self._engine = engine
        return self

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
        from throwdown.kernel.match import Match

        least, most = self.seats
        count = least if seats is None else seats
        if not least <= count <= most:
            raise BadValue(f"{self.title} is for {self.seats_in_words} seats, not {seats}")
        changes: dict[str, tables.Plain] = {}
        if tables_file is not None:
            changes = self.read_values(_read(Path(tables_file)), Path(tables_file).name)
        chosen = self.check({**changes, **(values or {})}, count, version)
        source = chance or (Fair() if seed is None else Seeded(seed))
        return Match(self, count, chosen, source, tuple(names), engine)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadValue(f"cannot read {str(path)!r}: {error}") from None


@functools.cache
def _folders() -> dict[str, Path]:
    """The folders of all games by key: those that hold rules and tables."""
    folders = (path.parent for path in GAMES.rglob("rules.py"))
    return {folder.name.replace("_", "-"): folder for folder in folders if (folder / "tables.toml").exists()}


@functools.cache
def _game(folder: Path) -> Game:
    return Game(folder)


def all_games() -> tuple[Game, ...]:
    """All games, by title."""
    return tuple(sorted(map(_game, _folders().values()), key=lambda game: game.title))


def load(key: str) -> Game:
    """The game with that key, such as ``command-dice``; raises :class:`UnknownGame`."""
    if key not in _folders():
        raise UnknownGame(f"unknown game {key!r}; known are {', '.join(sorted(_folders()))}")
    return _game(_folders()[key])
