"""Types of views: ``view.py`` of a game is written from the fields of its ``STATE``.

A view is made while a game runs (:attr:`throwdown.kernel.game.Game.view_of`), from the record of its rules;
type checkers do not see that. ``python -m throwdown.conformance.views KEY`` writes a class with the same
attributes into the game's folder, so that ``view.waiting`` is checked in words and scenes. Without a key it
renews those of all games that have one, and with ``--check`` says whether one is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import all_games

FILE = "view.py"
TEXT = '''"""The view of a match. Written by ``python -m throwdown.conformance.views`` from ``STATE``."""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: the fields of ``STATE`` as plain numbers and lists."""

'''


class NoType(ThrowdownError):
    """A field of a record has a type that a view cannot have."""


def source(state: np.dtype[Any]) -> str:
    """The text of ``view.py`` for records of dtype ``state``.

    Raises :class:`NoType`, with its name, for a field that is neither a number nor an array of numbers.
    """
    return TEXT + "".join(f"    {name}: {annotation(name, state[name])}\n" for name in state.names or ())


def annotation(name: str, kind: np.dtype[Any]) -> str:
    """The type of a field in a view: a number, or lists of numbers as deep as the field's shape is long."""
    base, depth = (kind.subdtype[0], len(kind.subdtype[1])) if kind.subdtype else (kind, 0)
    if base.kind not in "iufb":
        raise NoType(f"field {name!r} is of type {base}, not a number")
    return "list[" * depth + ("float" if base.kind == "f" else "int") + "]" * depth


def files(keys: Collection[str] = ()) -> dict[Path, str]:
    """What each ``view.py`` has to say, by its path: of the games ``keys``, and of all that have one."""
    games = [game for game in all_games() if game.key in keys or (game.folder / FILE).exists()]
    return {game.folder / FILE: source(game.rules.STATE) for game in games}


def main(keys: Collection[str], is_check: bool) -> int:
    """Write the files that are missing or out of date; with ``is_check`` only name them and return 1."""
    stale = {
        path: text
        for path, text in files(keys).items()
        if not path.exists() or path.read_text("utf-8") != text
    }
    for path, text in stale.items():
        if is_check:
            print(f"{path} is out of date: run python -m throwdown.conformance.views", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
    return int(is_check and bool(stale))


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word != "--check"], "--check" in sys.argv))
