"""Highest Roll in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .rules import KEEP, ROLL

__all__ = ["heading", "notation", "refuse", "tell"]


def notation(view: Any, seat: int, event: int) -> str:
    """``roll``, ``keep``, or the number that the die shows."""
    return {ROLL: "roll", KEEP: "keep"}.get(event, str(event + 1))


def heading(view: Any) -> str:
    return f"Turn {min(view.turn + 1, view.seats)} of {view.seats}"


def refuse(view: Any, seat: int, event: int | str) -> str:
    is_first = seat == view.turn and view.rolls == 0
    return "roll first (X-2)" if is_first and event in (KEEP, "keep") else ""


def tell(before: Any, seat: int, event: int | None, after: Any) -> Iterator[tuple[int, str]]:
    """A roll is told when the die lies, by the seat that rolled it."""
    if event == KEEP:
        yield seat, f"kept the {before.face[seat]}."
    elif event != ROLL:
        yield before.turn, f"rolled {after.face[before.turn]}."
