"""What races and windows ask of a clock (KD-13, KD-18, KD-21)."""

from __future__ import annotations

from collections.abc import Mapping

from ...kernel.tables import Plain, number_of
from ...kernel.timing import Heat, Window
from .cards import BUYING, DUELING, KEEP, WINDOW
from .duels import timing
from .duels.table import ASIDE, GATE, PASS
from .view import View

__all__ = ["clock", "cover", "heat", "live", "window"]


def live(values: Mapping[str, Plain]) -> bool:
    """Whether races are judged by who was first."""
    return timing.live(values)


def heat(view: View) -> Heat | None:
    """The live race that is on."""
    return timing.heat(view) if view.phase == DUELING else None


def window(view: View, seat: int, legal: list[int]) -> Window | None:
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


def clock(values: Mapping[str, Plain]) -> float | None:
    """KD-18: seconds that a window stays open, where the table says it."""
    return number_of(values, "window-clock") if "window-clock" in values else None


def cover(values: Mapping[str, Plain]) -> float:
    """KD-18: seconds that a Viking Invasion lies on dice."""
    return number_of(values, "viking-time") / 100
