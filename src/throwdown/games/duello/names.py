"""Dice, counts and chips in words, for the log, the table and refusals."""

from __future__ import annotations

from collections.abc import Iterable

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def faces(counts: Iterable[int]) -> list[int]:
    """The faces 1 to 6 of dice counted by value, in order."""
    return [value + 1 for value, many in enumerate(counts) for _ in range(many)]


def row(counts: Iterable[int]) -> str:
    """``2 2 5``."""
    return " ".join(map(str, faces(counts)))


def dice_words(many: int, kind: str = "") -> str:
    """``three stock dice``."""
    return f"{COUNTS[many]} {kind + ' ' if kind else ''}{'die' if many == 1 else 'dice'}"
