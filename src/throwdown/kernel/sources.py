"""Which source files compiled code is made from, read from their imports.

It is kept under a hash of these, so that an edit of one game compiles that game alone, and an edit of what no
rule imports compiles nothing. Only relative imports lead to what is compiled: an absolute one names the
package itself, whose functions are plain Python. Files that are found by their folders are imported with
:func:`every`, which counts as importing each of them.
"""

from __future__ import annotations

import ast
import functools
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from throwdown.kernel.syntax import parsed

EACH = "*"  # in a dotted name: every folder that has the file
ONLY = "ONLY"  # in a package: the one folder whose files :func:`every` finds
Locate = Callable[[str], Path | None]


def every(package: str, file: str, *always: str) -> tuple[ModuleType, ...]:
    """The modules called ``file`` in the folders of ``package``, by the names of the folders; in a package
    that was opened for one folder (:func:`open_for`), those of that folder and of the folders ``always``.

    A rules file calls it with ``__package__`` and strings as they stand: :func:`files_of` reads them.
    """
    home = importlib.import_module(package)
    folders = sorted(path.parent.name for top in home.__path__ for path in Path(top).glob(f"*/{file}.py"))
    only = folder_of(package)
    return tuple(
        importlib.import_module(f"{package}.{folder}.{file}")
        for folder in folders
        if only in ("", folder) or folder in always
    )


def open_for(folder: str, package: str, parts: tuple[str, ...], apart: str) -> str:
    """Make the files of ``package`` importable once more, for ``folder`` alone; returns the name of the
    package that has them.

    In it :func:`every` finds nothing but the file of that folder in the package ``apart``, one of ``parts``,
    which are the names of the packages that it has. So rules that are written for several folders are made,
    and compiled, for one of them.
    """
    name = f"{package}_{folder}"
    for part in ("", *(f".{part}" for part in parts)):
        opened = ModuleType(name + part)
        opened.__path__ = list(importlib.import_module(package + part).__path__)
        sys.modules[name + part] = opened
    vars(sys.modules[f"{name}.{apart}"])[ONLY] = folder
    return name


def folder_of(package: str) -> str:
    """The folder that ``package`` was opened for; empty for one that has them all."""
    return getattr(sys.modules[package], ONLY, "")


def files_of(modules: list[str], locate: Locate, only: str = "") -> list[Path]:
    """The files of ``modules`` and of all that they import relatively, in the order of discovery.

    ``locate`` gives the file of a dotted name, or None for one that is not ours: such imports are left out.
    ``only`` is the one folder whose files :func:`every` finds; empty for all.
    """
    found: dict[Path, None] = {}
    waiting = list(reversed(modules))
    while waiting:
        name = waiting.pop()
        if EACH in name:
            waiting += reversed(_expanded(name, locate, only))
            continue
        path = locate(name)
        if path is None or path in found:
            continue
        found[path] = None
        is_package = path.name == "__init__.py"
        package = name if is_package else name.rpartition(".")[0]
        waiting += reversed([_absolute(package, *wanted) for wanted in _imports(path)])
    return list(found)


@functools.cache
def _imports(path: Path) -> tuple[tuple[int, str], ...]:
    """What a file imports relatively, as (level, dotted name); a name that is imported may be a module."""
    tree = parsed(path.read_text(encoding="utf-8"), str(path))
    return tuple(dict.fromkeys(wanted for node in ast.walk(tree) for wanted in _named(node)))


def _named(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.ImportFrom) and node.level:
        base = node.module or ""
        yield node.level, base
        yield from ((node.level, f"{base}.{alias.name}".lstrip(".")) for alias in node.names)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == every.__name__:
        file, *always = (each.value for each in node.args[1:] if isinstance(each, ast.Constant))
        yield from ((1, f"{folder}.{file}") for folder in (EACH, *always))


def _expanded(name: str, locate: Locate, only: str) -> list[str]:
    """The dotted names that one with a star stands for."""
    package, _, file = name.partition(f".{EACH}.")
    home = locate(package)
    folders = sorted(path.parent.name for path in home.parent.glob(f"*/{file}.py")) if home else []
    return [f"{package}.{folder}.{file}" for folder in folders if only in ("", folder)]


def _absolute(package: str, level: int, name: str) -> str:
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - level + 1], *([name] if name else [])])
