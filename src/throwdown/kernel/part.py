"""What all files of a game's folder have in common as :mod:`throwdown.kernel.parts` describes them."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

F = TypeVar("F")


def required(function: F) -> F:
    """Marks a member that every file of its kind must have."""
    target: Any = function
    getattr(target, "__func__", target).is_required = True
    return function


class Part:
    """One file of a game's folder. Members are static: functions and constants of a module."""

    file: ClassVar[str]
    is_needed: ClassVar[bool] = False
    has_one: bool = False  # whether the folder has the file
