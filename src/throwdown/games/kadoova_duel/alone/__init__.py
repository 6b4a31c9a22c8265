"""Every duel as a game of its own.

A folder of :mod:`.duels` that holds a ``tables.toml`` besides is such a game. Its ``made_by`` names this
package, whose files are those of all these games; :func:`make` says what differs.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from throwdown.kernel import tables

from ..duels.verbs import strangers
from . import heuristics, rules

SHARED = ("words", "scene", "result", "odds")


@functools.cache
def make(package: str) -> Mapping[str, ModuleType]:
    """The files of the game that is the duel ``package``, by their names.

    It races against a clock if its tables have ``timing``, and is thrown by hand if they have ``throws``.
    Raises ValueError where a duel names a function in ``__all__`` that answers no verb.
    """
    unasked = strangers()
    if unasked:
        raise ValueError(f"{' and '.join(unasked)} in __all__ answers no verb")
    own = importlib.import_module(f"{package}.rules")
    facts = importlib.import_module(f"{package}.facts").FACTS
    _, values = tables.read(Path(str(own.__file__)).with_name("tables.toml"))
    keys = {value.key for value in values}
    names = [*SHARED, *(["timing"] if "timing" in keys else []), *(["arena"] if "throws" in keys else [])]
    parts = {name: importlib.import_module(f".{name}", __package__) for name in names}
    parts["rules"] = _with(rules, package, rules.made(facts, own, list(values)))
    parts["heuristics"] = _with(heuristics, package, _solved(package))
    return parts


def _solved(package: str) -> dict[str, object]:
    """What the duel's ``foresight.py`` has of an equilibrium."""
    if importlib.util.find_spec(f"{package}.foresight") is None:
        return {}
    own = importlib.import_module(f"{package}.foresight")
    return {name: getattr(own, name) for name in ("is_solvable", "solve") if name in own.__all__}


def _with(shared: ModuleType, package: str, more: Mapping[str, object]) -> ModuleType:
    """A file of the game: what all have alike, and ``more``."""
    made = ModuleType(f"{package}.{shared.__name__.rpartition('.')[2]}", shared.__doc__)
    members = {name: getattr(shared, name) for name in shared.__all__}
    vars(made).update(members, **more, __all__=[*members, *more])
    return made
