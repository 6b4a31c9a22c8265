"""What is hurled in Dash and Hurl, at a slab of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.throwing import Due, Mat
from .rules import AIRBORNE, HURL, HURLING, INNER, PAST

__all__ = ["asks", "due", "event", "is_thrown", "mat", "press", "steadiness"]

FOG = "Fog lies over the slab."
SLAB = Mat("slab", 0.3, 0.24, rings=(0.05, 0.11), strength=55.0)


def is_thrown(values: Mapping[str, Any]) -> bool:
    return values["hurling"] == "arm"


def steadiness(values: Mapping[str, Any]) -> str:
    return "sure"


def mat(view: Any) -> Due | None:
    if view.act not in (HURLING, AIRBORNE):
        return None
    return Due(SLAB, 0, view.holder, (view.holder, 0), "d", tower=False, covered=FOG, labels=("in", "out"))


def press(view: Any) -> tuple[int, int]:
    return (view.holder, HURL) if view.act == HURLING else (-1, -1)


def asks(view: Any) -> bool:
    return view.act == AIRBORNE


def due(view: Any) -> Due | None:
    return mat(view)


def event(view: Any, outcome: int, version: int | None) -> int:
    return min(INNER + outcome, PAST)
