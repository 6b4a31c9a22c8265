"""Small numbers, points and lists in prose."""

from __future__ import annotations

SMALL = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def number_word(n: int) -> str:
    return SMALL[n] if 0 <= n < len(SMALL) else str(n)


def many(n: int, thing: str, things: str = "") -> str:
    """``one die``, ``three dice``."""
    plural = things or ("dice" if thing == "die" else thing + "s")
    return f"{number_word(n)} {thing if n == 1 else plural}"


def dice_of(n: int, face: int) -> str:
    """``one 4``, ``three sixes``, ``26 twos``."""
    word = SMALL[face]
    return many(n, str(face), f"{word}es" if face == 6 else f"{word}s")


def points_text(n: int) -> str:
    """``1,500``."""
    return f"{n:,}".replace("-", "\N{MINUS SIGN}")


def to(mine: int, theirs: int) -> str:
    """``1,700–0``, or in words where one is below zero."""
    return f"{points_text(mine)}{'–' if min(mine, theirs) >= 0 else ' to '}{points_text(theirs)}"


def ended(words: str) -> str:
    """``words`` with a full stop, but for a name that ends in a mark of its own: ``played Rematch!``."""
    return words if words.endswith("!") else f"{words}."
