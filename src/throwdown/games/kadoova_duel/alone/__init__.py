"""Every duel as a game of its own.

A folder of :mod:`.duels` that holds a ``tables.toml`` besides is such a game. Its ``made_by`` names this
package, whose files are those of all these games.

The rules of duels are written for all of them together. For a duel that is played alone they are imported
once more, under a name of its own, and there it is the only one: its record has no fields of others, no verb
asks which duel is on, and it is compiled from its own files and those that all share. What is said, laid out
and thrown is told of views; the files for that are imported once for all.
"""

from __future__ import annotations

import functools
import importlib
from types import ModuleType

from throwdown.kernel.sources import open_for

COMPILED = ("rules", "heuristics")
SHARED = ("words", "scene", "result", "odds")
WHOLE = str(__package__).rpartition(".")[0]


def make(package: str, name: str) -> ModuleType | None:
    """The file ``name`` of the game that is the duel ``package``; None for one that it does not have.

    It races against a clock if its tables have ``timing``, and is thrown by hand if they have ``throws``.
    Raises ValueError where a duel names a function in ``__all__`` that answers no verb.
    """
    rules = _rules(package)
    if name in COMPILED:
        return importlib.import_module(f".{name}", rules.__package__)
    has = {**dict.fromkeys(SHARED, True), "timing": rules.HAS_TIME, "arena": rules.HAS_THROWS}
    return importlib.import_module(f".{name}", __package__) if has.get(name) else None


@functools.cache
def _rules(package: str) -> ModuleType:
    """The rules of the duel ``package``, imported where it is the only one."""
    home = open_for(package.rpartition(".")[2], WHOLE, ("duels", "alone"), apart="duels")
    rules = importlib.import_module(f"{home}.alone.rules")
    importlib.import_module(f"{home}.alone.heuristics")
    refuse_strangers(home)
    return rules


def refuse_strangers(home: str) -> None:
    """Raise ValueError where a duel of the package ``home`` names a function that answers no verb."""
    unasked = importlib.import_module(f"{home}.duels.verbs").strangers()
    if unasked:
        raise ValueError(f"{' and '.join(unasked)} in __all__ answers no verb")
