"""Habits of players that the laboratory counts: what a game's ``traits.py`` asks of the choices made in it
(:class:`throwdown.kernel.parts.Traits`).

A question counts occasions, and at how many of them something was done. What is asked is put together from
the functions here and the game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Moment(NamedTuple):
    """A choice that was made: the record before it as a struct of plain numbers and lists, nothing hidden;
    who made it; the Now line of that seat; the words and the notation of what was chosen, and the notations
    of all that could be."""

    truth: Any
    seat: int
    situation: str
    name: str
    text: str
    legal: tuple[str, ...]


Test = Callable[[Moment], bool]


class Trait(NamedTuple):
    """``words`` say of a player what is counted: at how many of the moments that give ``occasion`` it was
    ``shown``."""

    words: str
    occasion: Test
    shown: Test


def chose(text: str) -> Test:
    """Whether the notation of the choice is ``text``."""
    return lambda moment: moment.text == text


def begins(start: str) -> Test:
    """Whether the notation of the choice begins with ``start``."""
    return lambda moment: moment.text.startswith(start)


def offers(text: str) -> Test:
    """Whether a choice with the notation ``text`` could be made."""
    return lambda moment: text in moment.legal


def offers_any(mark: str) -> Test:
    """Whether the notation of a choice that could be made has ``mark`` in it."""
    return lambda moment: any(mark in text for text in moment.legal)


def ends(words: str) -> Test:
    """Whether the words on the button of the choice end with ``words``."""
    return lambda moment: moment.name.endswith(words)
