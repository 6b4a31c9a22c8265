"""The header ``Hints`` of a transcript: when which seat asked for a hint."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from throwdown.kernel.english import listed
from throwdown.kernel.match import Match

MARK = re.compile(r"(\d{1,9}):(\d{1,2})$")


def hints_header(hints: Iterable[tuple[int, int]]) -> dict[str, str]:
    """``{"Hints": "12:0 17:1"}``: after event 12 seat 0 asked, after event 17 seat 1. Empty without hints."""
    text = " ".join(f"{n}:{seat}" for n, seat in hints)
    return {"Hints": text} if text else {}


def read_hints(text: str) -> list[tuple[int, int]]:
    """The hints that a header names; raises :class:`ValueError`, quoting what is none."""
    found: list[tuple[int, int]] = []
    for each in text.split():
        mark = MARK.match(each)
        if not mark:
            raise ValueError(f"{each[:20]!r} is no hint: one is written 'event:seat'")
        found.append((int(mark[1]), int(mark[2])))
    return found


def check_hints(match: Match, text: str) -> str:
    """A sentence on who asked how often; raises :class:`ValueError` where somebody had nothing to choose."""
    hints = read_hints(text)
    many: Counter[int] = Counter(seat for _, seat in hints)
    fresh = match.replay(0)
    for n, seat in sorted(hints):
        if n > len(match.log):
            raise ValueError(f"there is no event {n}, after which seat {seat} asked for a hint")
        fresh.extend(match.log[len(fresh.log) : n])
        if seat >= match.seats or seat not in fresh.awaited:
            raise ValueError(
                f"seat {seat} had nothing to choose after event {n}, and asked for no hint there"
            )
    return f"Played with hints: {told_hints(many, match.names)}."


def told_hints(many: Counter[int], names: Sequence[str]) -> str:
    """``Ada 2, Ben 1``, by how often each asked."""
    return listed(f"{names[seat]} asked {times(many[seat])}" for seat in sorted(many))


def times(many: int) -> str:
    """``once``, or ``3 times``."""
    return "once" if many == 1 else f"{many} times"
