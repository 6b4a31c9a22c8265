"""Habits of players that the laboratory counts: what a game's ``traits.py`` asks of the choices made in it
(:class:`throwdown.kernel.parts.Traits`).

A question counts occasions, and at how many of them something was done. What is asked is put together from
the functions here and the game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Chosen(NamedTuple):
    """A choice that was made: the record before it as a struct of plain numbers and lists, nothing hidden;
    who made it; the Now line of that seat; the words and the notation of what was chosen, and the notations
    of all that could be."""

    truth: Any
    seat: int
    situation: str
    name: str
    text: str
    legal: tuple[str, ...]


Test = Callable[[Chosen], bool]


class Trait(NamedTuple):
    """``words`` say of a player what is counted: at how many of the choices that give ``occasion`` it was
    ``shown``."""

    words: str
    occasion: Test
    shown: Test


def chose(text: str) -> Test:
    """Tests whether the notation of the choice is ``text``."""
    return lambda chosen: chosen.text == text


def begins(start: str) -> Test:
    """Tests whether the notation of the choice begins with ``start``."""
    return lambda chosen: chosen.text.startswith(start)


def offers(text: str) -> Test:
    """Tests whether a choice with the notation ``text`` could be made."""
    return lambda chosen: text in chosen.legal


def offers_any(mark: str) -> Test:
    """Tests whether the notation of a choice that could be made has ``mark`` in it."""
    return lambda chosen: any(mark in text for text in chosen.legal)


def ends(words: str) -> Test:
    """Tests whether the words on the button of the choice end with ``words``."""
    return lambda chosen: chosen.name.endswith(words)


def tells(words: str) -> Test:
    """Tests whether the words on the button of the choice have ``words`` in them."""
    return lambda chosen: words in chosen.name
