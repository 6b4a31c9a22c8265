"""Dice, cards and swords of Command Dice in words and in notation."""

from __future__ import annotations

from collections.abc import Iterable

from ...kernel.english import listed

COLOURS: tuple[str, ...] = ("red", "white", "blue")
LETTERS = "RWB"
SUITS = "cdhs"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


def colour_name(colour: int) -> str:
    return COLOURS[colour]


def card_text(card: int) -> str:
    """``4h`` for the 4 of hearts; an ace is the 1 (CD-3)."""
    return f"{card % 6 + 1}{SUITS[card // 6]}"


def card_name(card: int) -> str:
    return f"{card % 6 + 1} of {SUIT_NAMES[card // 6]}"


def dice_words(counts: Iterable[int]) -> str:
    """``2 red and 1 white``."""
    parts = [f"{n} {colour}" for n, colour in zip(counts, COLOURS, strict=True) if n]
    return listed(parts)


def dice_text(counts: Iterable[int]) -> str:
    """``R2 W1``."""
    return " ".join(f"{letter}{n}" for letter, n in zip(LETTERS, counts, strict=True) if n)
