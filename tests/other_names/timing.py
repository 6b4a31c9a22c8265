"""What Dash and Hurl asks of a clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.timing import Heat, Window
from .rules import DASH, DASHING, DECLINE, HAGGLING

__all__ = ["clock", "heat", "live", "window"]


def live(values: Mapping[str, Any]) -> bool:
    return values["starter"] == "stopwatch"


def heat(view: Any) -> Heat | None:
    return Heat("off", {0: DASH, 1: DASH}, slaps=(0, 1)) if view.act == DASHING else None


def window(view: Any, seat: int, legal: list[int]) -> Window | None:
    if view.act != HAGGLING or seat > 1:
        return None
    key = f"coins {sum(view.coins)}"
    return Window(DECLINE, fits=len(legal) > 1, key=key, span="deal", lasts="this deal")


def clock(values: Mapping[str, Any]) -> float | None:
    return float(values["haggling"])
