"""A file of a game's folder, held to the contract of :mod:`throwdown.kernel.parts` and given its defaults.

Every fault is a :class:`BrokenGame` that names the file, the member and what was expected.
"""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import Any, TypeVar, cast

import numpy as np

from throwdown.kernel import compiled
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.parts import LESSONS, Part

P = TypeVar("P", bound=Part)
CLOSE = 0.85  # how alike a name must be to a member that is missing, to be taken for it


def bind(package: str, kind: type[P]) -> P:
    """The file of ``kind`` in the game ``package``, checked, with the defaults of what it leaves out.

    Raises :class:`BrokenGame` for a file that is missing though needed, cannot be imported, or does not keep
    to ``kind``.
    """
    return cast("P", _bound(package, kind))


@functools.cache
def _bound(package: str, kind: type[Part]) -> Part:
    bound = kind()
    module = load(package, kind)
    if module is None:
        if kind.is_needed:
            raise BrokenGame(f"{kind.file}.py", "the file is missing")
        return bound
    for member, value in members(module, kind).items():
        setattr(bound, member, value)
    bound.has_one = True
    return bound


def load(package: str, kind: type[Part]) -> ModuleType | None:
    """The module of ``kind``, or None; raises :class:`BrokenGame` where it cannot be imported."""
    try:
        return compiled.part(package, kind.file)
    except Exception as error:  # the code of a game may raise anything
        raise BrokenGame(f"{kind.file}.py", f"cannot be imported: {type(error).__name__}: {error}") from error


def members(module: ModuleType, kind: type[Part]) -> dict[str, Any]:
    """The members of ``kind`` that ``module`` has; raises :class:`BrokenGame` for the first fault."""
    file = f"{kind.file}.py"
    known = names_of(kind)
    listed = _listed(module, file, known)
    for name in listed:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise BrokenGame(file, f"__all__ names {name!r}{hint}, known members are {', '.join(known)}")
        if not hasattr(module, name):
            raise BrokenGame(file, f"__all__ names {name!r}, which the file does not define")
    for name, is_required in known.items():
        if name not in listed and hasattr(module, name):
            raise BrokenGame(file, f"{name!r} is a member, but __all__ does not name it")
        if is_required and name not in listed:
            raise BrokenGame(file, f"{_signature(kind, name)} is missing")
    _check_strays(module, file, [name for name in known if name not in listed])
    found = {name: getattr(module, name) for name in listed}
    for name, value in found.items():
        _check_member(file, kind, name, value)
    return found


def names_of(kind: type[Part]) -> dict[str, bool]:
    """The members of a file, each with whether it is required."""
    own = vars(kind)
    constants = {name: name not in own for name in inspect.get_annotations(kind)}
    functions = {
        name: getattr(value.__func__, "is_required", False)
        for name, value in own.items()
        if isinstance(value, staticmethod)
    }
    return constants | functions


def _listed(module: ModuleType, file: str, known: Mapping[str, bool]) -> list[str]:
    listed = getattr(module, "__all__", None)
    if listed is None:
        has = [name for name in known if hasattr(module, name)]
        raise BrokenGame(file, f"has no __all__, which names its members: {', '.join(has) or 'none'}")
    return list(listed)


def _check_strays(module: ModuleType, file: str, missing: list[str]) -> None:
    """Refuse a public function that is nearly called like a member that the file lacks."""
    for name, value in vars(module).items():
        own = inspect.isfunction(value) and value.__module__ == module.__name__
        near = difflib.get_close_matches(name, missing, 1, CLOSE) if own and not name.startswith("_") else []
        if near:
            raise BrokenGame(file, f"{name!r} is no member: did you mean {near[0]!r}?")


def _check_member(file: str, kind: type[Part], name: str, value: Any) -> None:
    """Refuse a function with other arguments than the contract's, or a constant of another type."""
    if name in inspect.get_annotations(kind):
        _check_constant(file, name, value)
        return
    if not callable(value):
        raise BrokenGame(file, f"{name!r} is {value!r}, where {_signature(kind, name)} belongs")
    expected = list(inspect.signature(getattr(kind, name)).parameters.values())
    try:
        inspect.signature(value).bind(*expected)
    except TypeError:
        theirs = ", ".join(inspect.signature(value).parameters)
        raise BrokenGame(file, f"{name}({theirs}) should be {_signature(kind, name)}") from None


def _check_constant(file: str, name: str, value: Any) -> None:
    types: dict[str, tuple[type, ...]] = {
        "STATE": (np.dtype,),
        "OPTIONS": (np.dtype,),
        "EVENTS": (int,),
        "LOOKS": (int,),
        "TRUST": (int, float),
        "LOOKS_BEFORE": (int,),
        "TRUST_BEFORE": (int, float),
        "SIGNS": (int,),
        "TABLE": (int,),
        "TRAITS": (tuple,),
        "TAUGHT": (tuple,),
        "LOOKED_UP": (tuple,),
    }
    if name == "LEARNED_FROM" and value not in LESSONS:
        raise BrokenGame(file, f"{name} is {value!r}, where one of {', '.join(LESSONS)} belongs")
    if name in types and not isinstance(value, types[name]):
        wanted = " or ".join(each.__name__ for each in types[name])
        raise BrokenGame(file, f"{name} is {value!r}, where a {wanted} belongs")


def _signature(kind: type[Part], name: str) -> str:
    value = vars(kind).get(name)
    if value is None:
        return name
    return f"{name}({', '.join(inspect.signature(getattr(kind, name)).parameters)})"
