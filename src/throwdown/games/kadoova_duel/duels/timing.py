"""What a live race asks of a clock (KD-21)."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.tables import Plain
from ....kernel.timing import Heat
from .phrases import roll_size, seats_of
from .register import (
    is_race,
    is_slapped_for,  # pyright: ignore[reportUnknownVariableType]
)
from .table import BANG, GATE, LIVE, PRESS, TIE
from .view import View


def live(values: Mapping[str, Plain]) -> bool:
    """Whether races are judged by who was first."""
    return values.get("timing") == "live"


def heat(view: View) -> Heat | None:
    """The live race that is on at the gate, None where none is."""
    if view.stage != GATE or view.timing != LIVE or not (is_race(view.duel) or view.breaking):
        return None
    racers = seats_of(view.racers)
    slapped = bool(view.breaking or is_slapped_for(view.duel))  # pyright: ignore[reportUnknownArgumentType]
    matched = seats_of(view.matched)
    level = not slapped and not any(view.covered[seat] for seat in racers)
    return Heat(
        key=f"{view.duel} {view.breaking} {view.target} {view.racers}",
        presses={seat: BANG if seat in matched else PRESS for seat in racers},
        together=TIE if level or len(matched) > 1 else -1,
        dice={seat: roll_size(view, seat) for seat in racers},
        covered=tuple(seat for seat in racers if view.covered[seat]),
        slaps=tuple(matched),
    )
