"""The folder of a game: its tables, its files, and how its rules run in this process."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import msgspec
import numpy as np

from throwdown.kernel import binding, parts, tables
from throwdown.kernel.compilation import Compilation, State
from throwdown.kernel.errors import BadValue, quoted


class GameFolder:
    """What the folder of a game holds: its data, its values, and its files. ``folder`` may lie anywhere.

    ``try_out`` asks compiled loops once whatever a match asks. What begins matches is
    :class:`throwdown.kernel.game.Game`.
    """

    def __init__(self, folder: Path, key: str, try_out: Callable[[ModuleType], None]) -> None:
        self.folder = folder
        self.key = key or folder.name.replace("_", "-")
        self.compilation = Compilation(folder, self.key, try_out)
        self.package = self.compilation.package
        self.about, self.values = tables.read(folder / "tables.toml")

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    @property
    def title(self) -> str:
        """The game's name."""
        return self.about.title

    @property
    def line(self) -> str:
        """The game described in one line, for lists."""
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
        """Least and most minutes that a match takes."""
        return self.about.minutes

    @property
    def version(self) -> int:
        """The version of its rules."""
        return self.about.version

    @property
    def own_values(self) -> dict[str, tables.Plain]:
        """Its values as they are where no table has changed any."""
        return {value.key: value.value for value in self.values}

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
        """Its ``words.py``; raises :class:`BrokenGame` for one that does not keep to the contract."""
        return binding.bind(self.package, parts.Words)

    @functools.cached_property
    def scene(self) -> parts.Scenes:
        """Its ``scene.py``; raises :class:`BrokenGame` for one that does not keep to the contract."""
        return binding.bind(self.package, parts.Scenes)

    @functools.cached_property
    def heuristics(self) -> parts.Heuristics:
        """Its ``heuristics.py``; raises :class:`BrokenGame` for one that does not keep to the contract."""
        return binding.bind(self.package, parts.Heuristics)

    @functools.cached_property
    def result(self) -> parts.Results:
        """Its ``result.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Results)

    @functools.cached_property
    def timing(self) -> parts.Timing:
        """Its ``timing.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Timing)

    @functools.cached_property
    def arena(self) -> parts.Arena:
        """Its ``arena.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Arena)

    @functools.cached_property
    def between(self) -> parts.Between:
        """Its ``between.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Between)

    @functools.cached_property
    def odds(self) -> parts.Odds:
        """Its ``odds.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Odds)

    @functools.cached_property
    def hands(self) -> parts.Hands:
        """Its ``hands.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Hands)

    @functools.cached_property
    def solving(self) -> parts.Solving:
        """Its ``solving.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Solving)

    @functools.cached_property
    def traits(self) -> parts.Traits:
        """Its ``traits.py``, or the defaults of one; raises :class:`BrokenGame` as :attr:`words` does."""
        return binding.bind(self.package, parts.Traits)

    @property
    def rules_text(self) -> str:
        """The text of its rulebook, Markdown."""
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
        return self.compilation.has_rules

    def part(self, template: Path, is_compiled: bool | None = None) -> ModuleType:
        """Another file of loops over this game, by default compiled when the game is."""
        return self.compilation.part(template, is_compiled)

    def compile(self, *, players: bool = False) -> Self:
        """Switch all matches of this game to compiled rules; returns when they are ready.

        With ``players`` its players use compiled loops too, each of which is compiled when it is first
        called; :func:`throwdown.bots.warm` does that before.
        """
        self.compilation.reach(State.PLAYERS_READY if players else State.COMPILED)
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
                raise BadValue(f"unknown option {quoted(key)} of {self.key}; known are {', '.join(known)}")
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
