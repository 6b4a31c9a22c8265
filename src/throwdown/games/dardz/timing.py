"""What the call of ten cards asks of a clock, where the players announce them (DZ-17)."""

from __future__ import annotations

from collections.abc import Mapping

from ...kernel.tables import Plain
from ...kernel.timing import Heat, Window
from .scoring import callers  # pyright: ignore[reportUnknownVariableType]
from .state import CALL_TEN
from .view import View

__all__ = ["cover", "heat", "live", "window"]


def live(values: Mapping[str, Plain]) -> bool:
    """Whether calls are judged by who was first."""
    return values.get("announce-ten") == "by the players"


def heat(view: View) -> Heat | None:
    """The race for "ten": it is on, without a count and untold, as long as somebody may call."""
    mask = int(callers(view))
    seats = [seat for seat in range(view.seats) if mask >> seat & 1]
    return Heat(f"ten {view.rounds} {mask}", dict.fromkeys(seats, CALL_TEN), counted=False) if seats else None


def window(view: View, seat: int, legal: list[int]) -> Window | None:
    """DARDZ has no windows."""
    return None


def cover(values: Mapping[str, Plain]) -> float:
    """Nothing is laid on dice."""
    return 0.0
