"""Events by their numbers: these games are played by programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["heading", "notation", "refuse", "tell"]


def notation(view: Any, seat: int, event: int) -> str:
    return str(event)


def heading(view: Any) -> str:
    return "The hand"


def refuse(view: Any, seat: int, event: int | str) -> str:
    return ""


def tell(before: Any, seat: int, event: int | None, after: Any) -> Iterator[tuple[int, str]]:
    if event is not None:
        yield seat, f"made event {event}."
