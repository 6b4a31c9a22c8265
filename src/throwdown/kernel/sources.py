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
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from throwdown.kernel.syntax import parsed

EACH = "*"  # in a dotted name: every folder that has the file
Locate = Callable[[str], Path | None]


def every(package: str, file: str) -> tuple[ModuleType, ...]:
    """The modules called ``file`` in the folders of ``package``, by the names of the folders.

    A rules file calls it with ``__package__`` and a string as it stands: :func:`files_of` reads that.
    """
    homes = importlib.import_module(package).__path__
    folders = sorted(path.parent.name for home in homes for path in Path(home).glob(f"*/{file}.py"))
    return tuple(importlib.import_module(f"{package}.{folder}.{file}") for folder in folders)


def files_of(modules: list[str], locate: Locate) -> list[Path]:
    """The files of ``modules`` and of all that they import relatively, in the order of discovery.

    ``locate`` gives the file of a dotted name, or None for one that is not ours: such imports are left out.
    """
    found: dict[Path, None] = {}
    waiting = list(reversed(modules))
    while waiting:
        name = waiting.pop()
        if EACH in name:
            waiting += reversed(_expanded(name, locate))
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
        yield from ((1, f"{EACH}.{file.value}") for file in node.args[1:] if isinstance(file, ast.Constant))


def _expanded(name: str, locate: Locate) -> list[str]:
    """The dotted names that one with a star stands for."""
    package, _, file = name.partition(f".{EACH}.")
    home = locate(package)
    folders = sorted(path.parent.name for path in home.parent.glob(f"*/{file}.py")) if home else []
    return [f"{package}.{folder}.{file}" for folder in folders]


def _absolute(package: str, level: int, name: str) -> str:
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - level + 1], *([name] if name else [])])
