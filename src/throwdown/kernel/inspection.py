"""A game held to the contract of :mod:`throwdown.kernel.parts`, once, when it is found.

Everything that can be told without playing is told here; ``throwdown check-game`` plays as well.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from throwdown.kernel import binding, looks, parts
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match
from throwdown.kernel.syntax import parsed

STEPS = 4  # choices of a first match that are made and drawn
FILES = ("tables.toml", "RULES.md")
READERS = ("rules", "words", "timing", "arena", "between")


def inspect(game: GameFolder, begin: Callable[[], Match]) -> None:
    """Raise :class:`BrokenGame` for the first fault found of ``game``; ``begin`` makes a match of it."""
    for name in FILES:
        if not (game.folder / name).is_file():
            raise BrokenGame(name, "the file is missing")
    _check_names(game.folder)
    for path in sorted(game.folder.rglob("*.py")):
        _check_source(path, str(path.relative_to(game.folder)))
    for kind in parts.PARTS:
        binding.bind(game.package, kind)
    for kind in (parts.Rules, parts.Heuristics):
        _check_marks(game.folder / f"{kind.file}.py", kind)
    if game.rules.EVENTS < 1:
        raise BrokenGame("rules.py", f"EVENTS is {game.rules.EVENTS}, where 1 or more belong")
    _check_options(game)
    _check_scenes(begin)
    _check_values(game, begin)


def _check_names(folder: Path) -> None:
    """Nothing is called nearly like a file of the contract that the folder lacks: it would never be read."""
    names = {path.name for path in folder.iterdir()}
    known = {*(f"{kind.file}.py" for kind in parts.PARTS), *parts.DATA}
    for name in sorted(names - known):
        near = difflib.get_close_matches(name, known - names, 1, binding.CLOSE)
        if near:
            raise BrokenGame(name, f"is no file of the contract: did you mean {near[0]!r}?")


def _check_source(path: Path, name: str) -> None:
    """What would go wrong in the compiled twin alone."""
    with _blaming(name):
        tree = parsed(path.read_text("utf-8"), name)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="throwdown.kernel.contract") if any(
                each.name == "rule" for each in node.names
            ):  # by its full name it marks nothing there
                raise BrokenGame(
                    name, "imports 'rule' by its full name: write 'from ...kernel.contract import rule'"
                )
            case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="zeros" | "empty" | "copy"))):
                # Numba's record only points into its array, which is freed after its last use.
                raise BrokenGame(
                    name,
                    f"line {node.lineno} takes a record out of an array that nothing holds:"
                    f" name the array in {ast.unparse(node)!r}, and use it as long as the record",
                )
            case _:
                pass


def _check_marks(path: Path, kind: type[parts.Part]) -> None:
    """Every function of the contract that is to be compiled is marked so; files that are made have none."""
    tree = parsed(path.read_text("utf-8"), path.name) if path.is_file() else ast.Module([], [])
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in vars(kind) and not node.decorator_list:
            raise BrokenGame(
                path.name, f"{node.name}({ast.unparse(node.args)}) is not compiled: it lacks '@rule'"
            )


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
        if value.read_by == "rules" and isinstance(value.value, str) and not value.choices:
            raise BrokenGame(
                "tables.toml", f"{value.key} is a text, which rules cannot read: needs choices, or a number"
            )
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


def _check_values(game: GameFolder, begin: Callable[[], Match]) -> None:
    """What is asked with the values of a table alone is answered."""
    match = begin()
    with _blaming("timing.py"):
        for ask in (game.timing.live, game.timing.cover, game.timing.clock):
            ask(match.values)
    with _blaming("arena.py"):
        if game.arena.is_thrown(match.values):
            game.arena.steadiness(match.values)
    with _blaming("between.py"):
        game.between.first(match.values, match.seats)


@contextmanager
def _blaming(file: str) -> Generator[None]:
    """Whatever goes wrong within is the fault of ``file``."""
    try:
        yield
    except Exception as error:  # the code of a game may raise anything
        raise BrokenGame(file, f"{type(error).__name__}: {error}") from error
