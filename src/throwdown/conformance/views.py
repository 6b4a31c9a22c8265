"""Types of views: ``view.py`` of a game is written from the fields of its ``STATE``.

A view is made while a game runs (:attr:`throwdown.kernel.game.Game.view_of`), from the record of its rules;
type checkers do not see that. ``python -m throwdown.conformance.views KEY`` writes a class with the same
attributes into the game's folder, so that ``view.waiting`` is checked in words and scenes. Without a key it
renews those of all games that have one, and with ``--check`` says whether one is out of date.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any, cast

import numpy as np

from throwdown.kernel.contract import record
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import all_games

FILE = "view.py"
FROM = re.compile(r"^Fields: ``([\w.]+):(\w+)``$", re.MULTILINE)
TEXT = '''"""The view of a match, written by ``python -m throwdown.conformance.views``.

Fields: ``{module}:{name}``
"""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: fields of its record as plain numbers and lists."""

'''


class NoType(ThrowdownError):
    """A field has a type that a view cannot have, or a file does not say whose view it is."""


def source(module: str, name: str = "STATE") -> str:
    """The text of a ``view.py`` for the record, or the tuple of fields of a record, ``name`` of ``module``.

    Raises :class:`NoType`, with its name, for a field that is neither a number nor an array of numbers.
    """
    found: Any = getattr(importlib.import_module(module), name)
    state: np.dtype[Any] = record(*cast("tuple[Any, ...]", found)) if isinstance(found, tuple) else found
    fields = (f"    {field}: {annotation(field, state[field])}\n" for field in state.names or ())
    return TEXT.format(module=module, name=name) + "".join(fields)


def annotation(name: str, kind: np.dtype[Any]) -> str:
    """The type of a field in a view: a number, or lists of numbers as deep as the field's shape is long."""
    base, depth = (kind.subdtype[0], len(kind.subdtype[1])) if kind.subdtype else (kind, 0)
    if base.kind not in "iufb":
        raise NoType(f"field {name!r} is of type {base}, not a number")
    return "list[" * depth + ("float" if base.kind == "f" else "int") + "]" * depth


def files(keys: Collection[str] = ()) -> dict[Path, str]:
    """What each ``view.py`` has to say, by its path: those of the games ``keys``, and all that are there.

    One that is there says itself where its fields come from.
    """
    wanted = {game.folder / FILE: source(f"{game.package}.rules") for game in all_games() if game.key in keys}
    for path in {path for game in all_games() for path in game.folder.rglob(FILE)} - set(wanted):
        found = FROM.search(path.read_text("utf-8"))
        if not found:
            raise NoType(f"{path} does not say where its fields come from")
        wanted[path] = source(*found.groups())
    return wanted


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
