"""Public names of a package that are loaded on first use, so that importing the package costs nothing."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping


def loading(package: str, home: Mapping[str, str]) -> Callable[[str], object]:
    """A ``__getattr__`` for ``package``: ``home`` says for each name in which of its modules it is."""

    def find(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{home[name]}"), name)

    return find
