"""What races and windows ask of a clock (KD-13, KD-18, KD-21)."""

from __future__ import annotations

from typing import Any

from ...kernel.timing import Heat, Window
from .cards import BUYING, DUELING, KEEP, WINDOW
from .duels import timing
from .duels.table import ASIDE, GATE, PASS

__all__ = ["clock", "cover", "heat", "live", "window"]


def live(values: dict[str, Any]) -> bool:
    """Whether races are judged by who was first."""
    return timing.live(values)


def heat(view: Any) -> Heat | None:
    """The live race that is on."""
    return timing.heat(view) if view.phase == DUELING else None


def window(view: Any, seat: int, legal: list[int]) -> Window | None:
    """The window that ``seat`` may let pass; None where it has to choose."""
    passing = KEEP if view.phase == BUYING else PASS
    if passing not in legal or not (view.phase in (WINDOW, BUYING) or view.stage == GATE):
        return None
    duel = f"{view.turns} {view.duel} {view.challenger} {view.opponent} {view.rematches}"
    moment = f"{view.phase} {view.window} {view.pending} {view.nopes} {sum(view.held)} {sum(view.rolls)}"
    return Window(
        passing,
        fits=any(event not in (passing, ASIDE) for event in legal),
        key=f"{duel} {moment}",
        span=duel,
        lasts="this duel",
        aside=ASIDE if ASIDE in legal else -1,
        brisk=view.phase == DUELING,
    )


def clock(values: dict[str, Any]) -> float | None:
    """KD-18: seconds that a window stays open, where the table says it."""
    return values.get("window-clock")


def cover(values: dict[str, Any]) -> float:
    """KD-18: seconds that a Viking Invasion lies on dice."""
    return values["viking-time"] / 100
