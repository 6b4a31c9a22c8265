"""What the aims of a round have told of a target: how many of each value there can still be."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.english import listed
from .names import COUNTS
from .record import VALUES
from .view import View

EXACT = ("none", "one", "two", "three", "four", "five")


def spans(view: View, hunter: int) -> list[tuple[int, int]]:
    """Least and most dice of each value under the cup that ``hunter`` aims at (DU-5)."""
    right, wrong = view.right[hunter], view.wrong[hunter]
    unknown = view.targets[view.aims_at[hunter]] - sum(right)
    return [(right[v], right[v] + (0 if wrong[v] else unknown)) for v in range(VALUES)]


def span_text(least: int, most: int, many: int) -> str:
    """``?`` where nothing is known, ``none``, ``two``, or ``1-3``."""
    if least == most:
        return EXACT[least]
    return "?" if (least, most) == (0, many) else f"{least}–{most}"


def summary(view: View, hunter: int) -> str:
    """``You know four of the five. The last is a 1, a 3 or a 6.``, for the hunter to read."""
    many = view.targets[view.aims_at[hunter]]
    found = sum(view.right[hunter])
    if found == many:
        return "All are found."
    open_values = [f"a {v + 1}" for v, (least, most) in enumerate(spans(view, hunter)) if most > least]
    rest = "The last is" if many - found == 1 else "The others are among"
    known = f"{COUNTS[found].capitalize()} of {COUNTS[many]} found. " if found else ""
    return f"{known}{rest} {_either(open_values)}." if len(open_values) < VALUES else known.strip()


def _either(values: Sequence[str]) -> str:
    return listed(values, "or")
