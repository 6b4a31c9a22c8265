"""Events by their numbers: these games are played by programs."""

from __future__ import annotations

from typing import Any

__all__ = ["heading", "notation"]


def notation(view: Any, seat: int, event: int) -> str:
    return str(event)


def heading(view: Any) -> str:
    return "The hand"
