"""What the aims of a round have told of a target: how many of each value there can still be."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.english import listed
from .names import COUNTS, dice_words
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


def asked_note(view: View, hunter: int, counts: Sequence[int]) -> str:
    """What dice that ask bring: ``2 and 5 may still be found. Three dice are used.``"""
    right, many = view.right[hunter], sum(counts)
    span = spans(view, hunter)
    may = [v + 1 for v in range(VALUES) if counts[v] and span[v][1] > right[v]]
    found = f"{listed(may)} may still be found" if may else "None of them can be found any more"
    return f"{found}. {dice_words(many).capitalize()} {'is' if many == 1 else 'are'} used."


def shot_note(view: View, hunter: int, counts: Sequence[int]) -> str:
    """How many of the named dice are known: ``Three of the five are known, the others are guessed.``"""
    known = sum(map(min, counts, view.right[hunter]))
    guessed = sum(counts) - known
    if not guessed:
        return "All of them are known."
    if not known:
        return "All of them are guessed."
    return f"Known: {COUNTS[known]}. Guessed: {COUNTS[guessed]}."


def reroll_note(view: View, hunter: int, counts: Sequence[int]) -> str:
    """How many of the dice could ask nothing any more: ``Two of them ask nothing any more.``"""
    settled = sum(
        many for many, (least, most) in zip(counts, spans(view, hunter), strict=True) if least == most
    )
    if not settled:
        return "All of them could still ask."
    return f"{COUNTS[settled].capitalize()} of them can ask nothing any more."


def _either(values: Sequence[str]) -> str:
    return listed(values, "or")
