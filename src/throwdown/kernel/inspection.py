"""A game held to the contract of :mod:`throwdown.kernel.parts`, once, when it is found.

Everything that can be told without playing is told here; ``throwdown check-game`` plays as well.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from throwdown.kernel import binding, looks, parts
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match

STEPS = 4  # choices of a first match that are made and drawn
FILES = ("tables.toml", "RULES.md")
READERS = ("rules", "words", "timing", "arena", "between")


def inspect(game: GameFolder, begin: Callable[[], Match]) -> None:
    """Raise :class:`BrokenGame` for the first fault found of ``game``; ``begin`` makes a match of it."""
    for name in FILES:
        if not (game.folder / name).is_file():
            raise BrokenGame(name, "the file is missing")
    for kind in parts.PARTS:
        binding.bind(game.package, kind)
    _check_options(game)
    _check_scenes(begin)


def _check_options(game: GameFolder) -> None:
    """Every field of OPTIONS has its value, and every value that the rules read its field."""
    fields = game.rules.OPTIONS.names or ()
    for value in game.values:
        if value.read_by not in READERS:
            raise BrokenGame(
                "tables.toml",
                f"read_by of {value.key} is {value.read_by!r}: needs one of {', '.join(READERS)}",
            )
        if value.read_by == "rules" and value.field not in fields:
            raise BrokenGame("rules.py", f"OPTIONS has no field {value.field!r} for the value {value.key!r}")
        if value.read_by != "rules" and value.field in fields:
            raise BrokenGame(
                "tables.toml", f"{value.key} is read by {value.read_by}, but OPTIONS has its field"
            )
    known = {value.field for value in game.values}
    for field in fields:
        if field not in known:
            raise BrokenGame("tables.toml", f"no value {field.replace('_', '-')!r} for the field of OPTIONS")


def _check_scenes(begin: Callable[[], Match]) -> None:
    """The table can be drawn at the opening and after a few events, with names that something draws."""
    with _blaming("rules.py"):
        match = begin()
    for _ in range(STEPS):
        for seat in range(match.seats):
            with _blaming("scene.py"):
                scene = match.scene(seat)
            for fault in looks.faults_of(scene):
                raise BrokenGame("scene.py", fault)
        if not match.over:
            with _blaming("rules.py"):
                match.play(match.awaited[0], match.legal_events(match.awaited[0])[0])


@contextmanager
def _blaming(file: str) -> Generator[None]:
    """Whatever goes wrong within is the fault of ``file``."""
    try:
        yield
    except Exception as error:  # the code of a game may raise anything
        raise BrokenGame(file, f"{type(error).__name__}: {error}") from error
