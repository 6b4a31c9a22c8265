"""What the arena must know of a dexterity duel (KD-22): the mat, whose die, what lies there.

The arena throws and reports; which event a report is, is said here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ....kernel.throwing import Drawn, Due, Mat, Tag
from . import mats
from .table import (
    AXE,
    BEACH,
    CHICKEN,
    DICE,
    DONE,
    FACE,
    GATE,
    HORSE,
    KNOCK,
    KNOCKED,
    NO_BOUNCE,
    PINEAPPLE,
    PRESS,
    RESULT,
    RINGS,
    ROLL,
    SPOT,
    STILL,
    THROW,
)
from .throws import LIFTED, OFF_HORSE, bust

MATS = {AXE: mats.AXE, CHICKEN: mats.CHICKEN, HORSE: mats.POST, BEACH: mats.BARE, PINEAPPLE: mats.POST}
THROWN = "thrown"
STAGES = (GATE, THROW, KNOCK, SPOT, ROLL, DONE)
STEP = 0.04  # metres that each step sets the mat further away (KD-D2)

Readings = Mapping[Tag, tuple[int, int]]


def mat_of(view: Any) -> Mat:
    """The mat of the duel."""
    return mats.chicken(view.band_count) if view.duel == CHICKEN else MATS[view.duel]


def drawn() -> tuple[Drawn, ...]:
    """What the tables of duels that are drawn are computed from."""
    return mats.DRAWN


def is_thrown(values: Mapping[str, Any]) -> bool:
    return values.get("throws") == THROWN


def steadiness(values: Mapping[str, Any]) -> str:
    """KD-22: how steady the hands of bots are."""
    return str(values.get("steadiness", "steady"))


def mat(view: Any, duel: int = 0) -> Due | None:
    """The mat that lies there now, with what is thrown or placed next; None where nothing is thrown."""
    if view.breaking or view.duel not in MATS or view.stage not in STAGES:
        return None
    seat = view.thrower
    covered = view.covered[seat] > 0
    lies = mat_of(view)
    if view.duel in (BEACH, PINEAPPLE):
        card = view.duel == BEACH and view.up > view.cards_up
        kind = "" if view.falling else "c" if card else "d"
        tag = (int(card), view.cards_up if card else view.up)
        return Due(lies, duel, _builder(view), tag, kind, True, covered)
    return Due(
        lies,
        duel,
        seat,
        (seat, view.thrown[seat]),
        "d",
        False,
        covered,
        _labels(view),
        STEP * view.far,
        numbered=view.duel == HORSE,  # KD-D7: a target number; elsewhere only the place counts
    )


def asks(view: Any) -> bool:
    """Whether the arena says what happens next: a throw, or how a die lies after one."""
    if view.breaking or view.duel not in MATS:
        return False
    return view.stage in (THROW, KNOCK, SPOT) or (view.stage == ROLL and view.duel == HORSE)


def due(view: Any, mat: Due | None) -> Due | None:
    """What CHANCE has to throw now."""
    return mat if view.stage == THROW else None


def due_alone(view: Any) -> Due | None:
    """The same in a duel that is a game of its own."""
    return due(view, mat(view))


def press(view: Any) -> tuple[int, int]:
    """Whoever throws or places next, and the event; (-1, -1) where nobody does now."""
    return (view.thrower, PRESS) if view.stage == GATE else (-1, -1)


def lying(view: Any) -> set[Tag] | None:
    """The tags of dice that still lie on the mat; None for a tower, of which nothing is lifted.

    KD-D1 and KD-D2: the mat is cleared for the second thrower, and a bust lifts all.
    """
    if view.duel in (BEACH, PINEAPPLE):
        return None
    seats = range(view.seats) if view.duel == HORSE else (view.thrower,)
    gone = (LIFTED, bust(view) + 1) if view.duel == CHICKEN else (LIFTED,)
    return {(seat, k) for seat in seats for k in range(view.thrown[seat]) if view.spot[seat][k] not in gone}


def landed(view: Any, off: int) -> int:
    """Whether fewer dice of the tower have been told as fallen than lie ``off`` the mat."""
    return int(view.up + 1 - view.falling < off)


def event(view: Any, outcome: int, version: int | None = None) -> int:
    """The event of a throw's outcome. Version 1 told a die that did not bounce as off the mat."""
    if outcome == NO_BOUNCE and version == 1:
        outcome = {AXE: RINGS, CHICKEN: 0, HORSE: OFF_HORSE}[view.duel]
    return RESULT + outcome


def reading(view: Any, found: Readings, events: Collection[int]) -> int:
    """Which of the ``events`` of CHANCE says how a die lies after the throw, given where each is ``found``:
    its place on the mat and the number that it shows. -1 where the arena knows no such die."""
    if view.stage == KNOCK:
        moved = (KNOCKED + DICE * seat + k for seat, k in sorted(found) if _has_moved(view, seat, k, found))
        return next((event for event in moved if event in events), STILL)
    die = divmod(view.knocked, DICE)
    if die not in found:
        return -1
    place, number = found[die]
    return RESULT + place if view.stage == SPOT else FACE + number - 1


def _has_moved(view: Any, seat: int, k: int, found: Readings) -> bool:
    """Whether a die lies elsewhere, or shows another number, than the rules know."""
    place, number = found[seat, k]
    turned = view.duel == HORSE and place != OFF_HORSE and view.die[seat][k] != number
    return place != view.spot[seat][k] - 1 or turned


def _labels(view: Any) -> tuple[str, ...]:
    if view.duel == AXE:
        return tuple(str(ring) for ring in view.axe_rings)
    return (
        (*(str(band) for band in view.chicken_bands[: view.band_count]), "Bust")
        if view.duel == CHICKEN
        else ()
    )


def _builder(view: Any) -> int:
    """Whose colour a piece of a tower has; the cards of Day at the Beach are nobody's (KD-D5)."""
    if view.duel != BEACH:
        return view.thrower
    if view.up > view.cards_up:
        return -1
    return view.challenger if view.up < 6 else view.opponent
