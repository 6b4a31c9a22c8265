"""Dice, counts and chips in words, for the log, the table and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def faces(counts: Iterable[int]) -> list[int]:
    """The faces 1 to 6 of dice counted by value, in order."""
    return [value + 1 for value, many in enumerate(counts) for _ in range(many)]


def row(counts: Iterable[int]) -> str:
    """``2 2 5``."""
    return " ".join(map(str, faces(counts)))


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def dice_words(many: int, kind: str = "") -> str:
    """``three stock dice``."""
    return f"{COUNTS[many]} {kind + ' ' if kind else ''}{'die' if many == 1 else 'dice'}"


def chips_words(many: int) -> str:
    """``1 chip``, ``5 chips``."""
    return f"{many} chip{'' if many == 1 else 's'}"
