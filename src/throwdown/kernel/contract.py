"""The few names that rules are written with; what ``rules.py`` must hold is :class:`.parts.Rules`.

The functions are decorated with :func:`rule` and use relative imports only, for the package is imported
twice: as ``throwdown``, where a rule is plain Python, and as ``throwdown_jit``, where Numba compiles it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from throwdown.kernel.records import record

__all__ = ["CHANCE", "COMPILED", "EVERYBODY", "MAX_SEATS", "SPECTATOR", "brief", "record", "rule", "wrapping"]

F = TypeVar("F", bound=Callable[..., Any])

MAX_SEATS = 8
CHANCE = 8
SPECTATOR = 9
EVERYBODY = (1 << 10) - 1

COMPILED = __name__.partition(".")[0] == "throwdown_jit"


def rule(function: F) -> F:
    """A function of the rules: compiled in ``throwdown_jit``, itself in ``throwdown``. Called from Python it
    lets other threads run meanwhile."""
    return _compiled(function, releases=True) if COMPILED else function


def brief(function: F) -> F:
    """A rule that takes a microsecond or two: called from Python it keeps Python's lock. To hand the lock to
    another thread and to wait for it then takes longer than that."""
    return _compiled(function, releases=False) if COMPILED else function


def _compiled(function: F, *, releases: bool) -> F:
    numba: Any = importlib.import_module("numba")
    # Without the wrapper for C, which nobody calls, it compiles faster.
    options = {"cache": True, "nogil": releases, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled = numba.njit(**options)(function)
    template = compiled.get_call_template

    def widened(args: Sequence[Any], kws: Any) -> Any:
        # Numba knows a function that calls itself by the types as they are.
        return template(args if compiled.is_compiling else [_widest(kind) for kind in args], kws)

    compiled.get_call_template = widened
    return compiled


def _widest(kind: Any) -> Any:
    """The Numba type that an argument of type ``kind`` is compiled for: one machine code serves constants and
    signed integers of every size, which arithmetic widens anyway."""
    types: Any = importlib.import_module("numba.core.types")
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def wrapping(function: F) -> F:
    """A rule whose unsigned arithmetic wraps on purpose, in silence."""
    return rule(function) if COMPILED else np.errstate(over="ignore")(function)
