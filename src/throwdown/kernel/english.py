"""Lists and counts in English, and the members of bit sets: what the words of every game need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def listed(words: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; nothing for no words. ``last`` stands before the last one."""
    *others, end = [str(word) for word in words] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def counted(many: int, noun: str) -> str:
    """A number with its noun, ``1 card``, ``0 cards``, ``-1 point``; the plural of ``noun`` ends in s."""
    return f"{many} {noun}{'' if abs(many) == 1 else 's'}"


def with_names(words: str, names: Sequence[str]) -> str:
    """``words`` with the names of the seats in place of ``{0}`` and ``{0's}``."""
    own = re.sub(r"\{(\d)'s\}", r"{\1}’s", words)
    return re.sub(r"\{(\d)\}", lambda found: names[int(found[1])], own)


def members(bits: int) -> list[int]:
    """The members of a bit set, lowest first: the numbers k whose bit k is 1. ``bits`` is not negative."""
    return [k for k in range(bits.bit_length()) if bits >> k & 1]
