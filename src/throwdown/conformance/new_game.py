"""A package with a small complete game, to begin a new one from."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import known_keys

HERE = Path(__file__).parent
TITLE = "Highest Roll"  # of the skeleton
FILES = {"pyproject.toml": "pyproject.toml", "README.md": "README.md", "test_game.py": "tests/test_game.py"}


def new_game(name: str, where: Path) -> Path:
    """Write a package of the game ``name`` (``lucky-seven``) under ``where``; returns its folder.

    Raises :class:`BadValue` for a name that is taken or cannot be a package, or a folder that is there
    already.
    """
    key = name.strip().lower().replace("_", "-")
    package = key.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key) or keyword.iskeyword(package):
        raise BadValue(f"a game cannot be called {name!r}: needs small letters and digits, joined by -")
    if key in known_keys():
        raise BadValue(f"there is a game {key!r} already")
    folder = where / key
    if folder.exists():
        raise BadValue(f"{str(folder)!r} is there already: nothing was written")
    title = " ".join(word.capitalize() for word in key.split("-"))
    for source, target in _files(package):
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace(TITLE, title)
        if source.parent.name == "package":
            text = text.replace("TITLE", title).replace("KEY", key).replace("PACKAGE", package)
        path.write_text(text, encoding="utf-8")
    return folder


def _files(package: str) -> list[tuple[Path, str]]:
    """Each file of the skeleton with where it goes."""
    game = sorted(path for path in (HERE / "skeleton").iterdir() if path.is_file())
    around = [(HERE / "package" / f"{name}.txt", target) for name, target in FILES.items()]
    return [(path, f"{package}/{path.name}") for path in game] + around
