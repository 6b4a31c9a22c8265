"""What differs from duel to duel: a function marked with :func:`verb` is answered by the duel that is on.

A duel answers a verb with a function of that name in its own file, which names it in ``__all__``; what the
marked function does is for the others. The choice is a chain of comparisons that is written out once, so that
it compiles like one written by hand.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from throwdown.kernel.sources import every

from ....kernel.contract import rule
from .register import QUICK_DRAW

F = TypeVar("F", bound=Callable[..., Any])
RULES = every(str(__package__), "rules")
FORESIGHT = every(str(__package__), "foresight")
_verbs: dict[ModuleType, set[str]] = {}


def _number_of(module: ModuleType) -> int:
    """The number of the duel whose file ``module`` is."""
    facts = next(each for each in every(str(__package__), "facts") if each.__package__ == module.__package__)
    return facts.FACTS.number


NUMBERS = {module: _number_of(module) for module in (*RULES, *FORESIGHT)}


def verb(function: F, files: tuple[ModuleType, ...] = RULES) -> F:
    """The rule ``function``, answered by the duel that is on: ``s.duel``."""
    return _chosen(function, files, "")


def draw_verb(function: F) -> F:
    """The rule ``function``, answered by the duel that is on, or by Quick Draw while one breaks its tie
    (KD-11)."""
    return _chosen(function, RULES, "s.breaking")


def foresight(function: F) -> F:
    """The rule ``function`` of players that are programs, answered by the ``foresight.py`` of the duel that
    is on."""
    return verb(function, FORESIGHT)


def every_duel(function: F) -> F:
    """The rule ``function``, answered by all duels one after the other."""
    own = _answers(function, RULES)
    lines = [f"own_{number}({_arguments(function)})" for number in own]
    return _written(function, own, lines)


def spelled_out(function: F, lines: list[str], **names: Any) -> F:
    """The rule ``function`` with ``lines`` for its body, which call what ``names`` says."""
    return _written(function, {}, lines, **names)


def strangers() -> list[str]:
    """Functions that a duel names in ``__all__`` and nobody asks for, as ``chicken.rules.wroth``."""
    return [
        f"{module.__name__.split('.', 4)[-1]}.{name}"
        for module in NUMBERS
        for name in module.__all__
        if name not in _verbs.get(module, ())
    ]


def _answers(function: Callable[..., Any], files: tuple[ModuleType, ...]) -> dict[int, Any]:
    """The functions of that name, by the number of the duel. Raises TypeError for other arguments."""
    name, own = function.__name__, dict[int, Any]()
    for module in files:
        _verbs.setdefault(module, set()).add(name)
        if name in module.__all__:
            own[NUMBERS[module]] = answer = getattr(module, name)
            theirs = ", ".join(inspect.signature(getattr(answer, "py_func", answer)).parameters)
            if theirs != _arguments(function):
                raise TypeError(
                    f"{module.__name__}: {name}({theirs}) should be {name}({_arguments(function)})"
                )
    return dict(sorted(own.items()))


def _arguments(function: Callable[..., Any]) -> str:
    return ", ".join(inspect.signature(function).parameters)


def _chosen(function: F, files: tuple[ModuleType, ...], drawn: str) -> F:
    own = _answers(function, files)
    arguments = _arguments(function)
    lines = list[str]()
    if drawn:
        answer = f"own_{QUICK_DRAW}" if QUICK_DRAW in own else "otherwise"
        lines.append(f"if {drawn}: return {answer}({arguments})")
    lines += [f"if s.duel == {number}: return own_{number}({arguments})" for number in own]
    return _written(function, own, [*lines, f"return otherwise({arguments})"])


def _written(function: F, own: dict[int, Any], lines: list[str], **more: Any) -> F:
    """A rule of the name and place of ``function`` that does ``lines``."""
    code: Any = function.__code__
    body = "\n".join(f"    {line}" for line in lines or ["pass"])
    head = f"def {function.__name__}({_arguments(function)}):"
    # Numba names what it keeps by file and line: one line further on, it is told apart from ``function``.
    text = "\n" * code.co_firstlineno + f"{head}\n{body}\n"
    names: dict[str, Any] = {f"own_{number}": answer for number, answer in own.items()}
    names |= {"__name__": function.__module__, "otherwise": rule(function), **more}
    exec(compile(text, code.co_filename, "exec"), names)
    written: Any = names[function.__name__]
    written.__doc__ = function.__doc__
    return rule(written)
