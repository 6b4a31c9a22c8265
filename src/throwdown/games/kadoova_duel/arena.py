"""What the arena must know of a dexterity duel that is thrown (KD-22): the mat, whose die, what lies there.

The arena throws and reports; which event a report is, is said here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .cards import DUELING
from .duels.table import AXE, BEACH, CHICKEN, DONE, GATE, HORSE, PINEAPPLE, PRESS, RESULT, THROW
from .duels.throws import BUST, LIFTED

MATS = {AXE: "axe", CHICKEN: "chicken", HORSE: "post", BEACH: "bare", PINEAPPLE: "post"}
THROWN = "thrown"


class Due(NamedTuple):
    """A throw or a placing: ``key`` of the mat, ``duel`` to tell one duel from the next, ``tag`` of the
    thing, its owner, ``kind`` (``d`` a die, ``c`` a card, empty while fallen dice land), and what is written
    on the rings or bands of the mat."""

    key: str
    duel: int
    seat: int
    tag: tuple[int, int]
    kind: str
    tower: bool
    covered: bool
    labels: tuple[str, ...] = ()


def is_thrown(values: dict[str, Any]) -> bool:
    return values.get("throws") == THROWN


def mat(view: Any) -> Due | None:
    """The mat that lies there now, with what is thrown or placed next; None where nothing is thrown."""
    if view.phase != DUELING or view.breaking or view.duel not in MATS:
        return None
    if view.stage not in (GATE, THROW, DONE):
        return None
    seat = view.thrower
    covered = view.covered[seat] > 0
    key = MATS[view.duel]
    if view.duel in (BEACH, PINEAPPLE):
        card = view.duel == BEACH and view.up > view.cards_up
        kind = "" if view.falling else "c" if card else "d"
        tag = (int(card), view.cards_up if card else view.up)
        return Due(key, view.turns, _builder(view), tag, kind, True, covered)
    return Due(key, view.turns, seat, (seat, view.thrown[seat]), "d", False, covered, _labels(view))


def due(view: Any) -> Due | None:
    """What CHANCE has to throw now."""
    return mat(view) if view.stage == THROW else None


def press(view: Any) -> int:
    """The event of whoever throws or places next, -1 where nobody does now."""
    return PRESS if view.stage == GATE else -1


def lying(view: Any) -> set[tuple[int, int]] | None:
    """The tags of dice that still lie on the mat; None for a tower, of which nothing is lifted.

    KD-D1 and KD-D2: the mat is cleared for the second thrower, and a bust lifts all.
    """
    if view.duel in (BEACH, PINEAPPLE):
        return None
    seats = range(view.seats) if view.duel == HORSE else (view.thrower,)
    gone = (LIFTED, BUST + 1) if view.duel == CHICKEN else (LIFTED,)
    return {(seat, k) for seat in seats for k in range(view.thrown[seat]) if view.spot[seat][k] not in gone}


def event(outcome: int) -> int:
    return RESULT + outcome


def _labels(view: Any) -> tuple[str, ...]:
    if view.duel == AXE:
        return tuple(str(ring) for ring in view.axe_rings)
    return (*(str(band) for band in view.chicken_bands), "Bust") if view.duel == CHICKEN else ()


def _builder(view: Any) -> int:
    """Whose colour a piece of a tower has; the cards of Day at the Beach are nobody's (KD-D5)."""
    if view.duel != BEACH:
        return view.thrower
    if view.up > view.cards_up:
        return -1
    return view.challenger if view.up < 6 else view.opponent
