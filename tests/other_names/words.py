"""Dash and Hurl in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .rules import DASH, HURL, INNER, SPEND

__all__ = ["heading", "notation", "tell"]

NAMES = ("dash", "decline", "spend", "hurl", "inner", "outer", "past")
TOLD = {DASH: "was off first", SPEND: "spent a coin"}


def notation(view: Any, seat: int, event: int) -> str:
    return NAMES[event]


def heading(view: Any) -> str:
    return ("The dash", "The haggle", "The hurl", "The hurl", "Settled")[view.act]


def tell(before: Any, seat: int, event: int | None, after: Any) -> Iterator[tuple[int, str]]:
    if event is None or event == HURL:
        return
    if event >= INNER:
        yield before.holder, f"hit the {NAMES[event]} circle." if event < INNER + 2 else "missed the slab."
    elif event in (DASH, SPEND):
        yield seat, f"{TOLD[event]}."
