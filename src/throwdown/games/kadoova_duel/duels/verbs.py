"""What differs from duel to duel: a function marked with :func:`verb` is answered by the duel that is on.

A duel answers a verb with a function of that name in its own file, which names it in ``__all__``; what the
marked function does is for the others. Among several duels the choice is a chain of comparisons that is
written out once, so that it compiles like one written by hand; of a duel that is played alone the answer
itself is the verb.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from throwdown.kernel.sources import every

from ....kernel.contract import rule
from .quick_draw import rules as draw
from .register import ONLY

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
    own = _answers(function, files)
    if ONLY:
        return next(iter(own.values()), rule(function))
    return _written(function, own, _choice(function, own))


def draw_verb(function: F) -> F:
    """The rule ``function``, answered by the duel that is on, or by Quick Draw while one breaks its tie
    (KD-11)."""
    own = _answers(function, RULES)
    drawn = _answer(function, draw)
    if ONLY and next(iter(own.values()), None) is drawn:
        return rule(function) if drawn is None else drawn
    other = "otherwise" if drawn is None else "drawn"
    lines = [f"if s.breaking: return {other}({_arguments(function)})", *_choice(function, own)]
    return _written(function, own, lines, drawn=drawn)


def foresight(function: F) -> F:
    """The rule ``function`` of players that are programs, answered by the ``foresight.py`` of the duel that
    is on."""
    return verb(function, FORESIGHT)


def has_answer(name: str) -> bool:
    """Whether some duel here has rules that answer the verb of that ``name``. A rule that asks for it by a
    constant of its file is compiled without what no duel here needs."""
    return any(name in module.__all__ for module in RULES)


def every_duel(function: F) -> F:
    """The rule ``function``, answered by all duels one after the other."""
    own = _answers(function, RULES)
    if ONLY:
        return next(iter(own.values()), rule(function))
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
    found = {NUMBERS[module]: _answer(function, module) for module in files}
    for module in files:
        _verbs.setdefault(module, set()).add(function.__name__)
    return {number: found[number] for number in sorted(found) if found[number] is not None}


def _answer(function: Callable[..., Any], module: ModuleType) -> Any:
    """The function of that name in ``module``, or None. Raises TypeError for other arguments."""
    name = function.__name__
    if name not in module.__all__:
        return None
    answer = getattr(module, name)
    theirs = ", ".join(inspect.signature(getattr(answer, "py_func", answer)).parameters)
    if theirs != _arguments(function):
        raise TypeError(f"{module.__name__}: {name}({theirs}) should be {name}({_arguments(function)})")
    return answer


def _arguments(function: Callable[..., Any]) -> str:
    return ", ".join(inspect.signature(function).parameters)


def _choice(function: Callable[..., Any], own: dict[int, Any]) -> list[str]:
    """Lines that ask the duel that is on; a duel that is played alone is not compared."""
    arguments = _arguments(function)
    if ONLY:
        return [f"return {next((f'own_{number}' for number in own), 'otherwise')}({arguments})"]
    lines = [f"if s.duel == {number}: return own_{number}({arguments})" for number in own]
    return [*lines, f"return otherwise({arguments})"]


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
