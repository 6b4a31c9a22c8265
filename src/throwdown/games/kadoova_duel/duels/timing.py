"""What a live race asks of a clock (KD-21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....kernel.timing import Heat, Window
from .table import BANG, GATE, LIVE, PRESS, QUICK_DRAW, TIE, is_race
from .words import seats_of


def live(values: Mapping[str, Any]) -> bool:
    """Whether races are judged by who was first."""
    return values.get("timing") == "live"


def heat(view: Any) -> Heat | None:
    """The live race that is on at the gate, None where none is."""
    if view.stage != GATE or view.timing != LIVE or not (is_race(view.duel) or view.breaking):
        return None
    racers = seats_of(view.racers)
    slapped = bool(view.breaking) or view.duel == QUICK_DRAW
    matched = seats_of(view.matched)
    level = not slapped and not any(view.covered[seat] for seat in racers)
    return Heat(
        key=f"{view.duel} {view.breaking} {view.target} {view.racers}",
        presses={seat: BANG if seat in matched else PRESS for seat in racers},
        together=TIE if level or len(matched) > 1 else -1,
        dice={seat: 1 if view.breaking else view.count[seat] for seat in racers},
        covered=tuple(seat for seat in racers if view.covered[seat]),
        slaps=tuple(matched),
    )


def window(view: Any, seat: int, legal: list[int]) -> Window | None:
    """A duel alone has no windows."""
    return None


def cover(values: dict[str, Any]) -> float:
    """Seconds that a card laid on dice stays there."""
    return 0.0
