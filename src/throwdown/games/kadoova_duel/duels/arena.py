"""What the arena must know of a duel that is thrown (KD-22): the mat, whose die, what lies there.

The arena throws and reports; which event a report is, is said here. What a duel has of its own is in the
``throws.py`` of its folder.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from throwdown.kernel.sources import every

from ....kernel.tables import Plain
from ....kernel.throwing import Drawn, Due, Reading, Tag
from .own_throws import DuelThrows
from .table import (
    DICE,
    DONE,
    FACE,
    GATE,
    KNOCK,
    KNOCKED,
    MEASURE,
    NO_BOUNCE,
    PRESS,
    RESULT,
    ROLL,
    SPOT,
    STILL,
    THROW,
)
from .view import View

OWN: dict[int, DuelThrows] = {
    module.THROWS.facts.number: module.THROWS for module in every(str(__package__), "throws")
}
THROWN = "thrown"
STAGES = (GATE, THROW, KNOCK, SPOT, ROLL, MEASURE, DONE)

Readings = Mapping[Tag, Reading]


def drawn() -> tuple[Drawn, ...]:
    """What the tables of duels that are drawn are computed from."""
    return tuple(own.drawn for _, own in sorted(OWN.items()))


def is_thrown(values: Mapping[str, Plain]) -> bool:
    return values.get("throws") == THROWN


def steadiness(values: Mapping[str, Plain]) -> str:
    """KD-22: how steady the hands of bots are."""
    return str(values.get("steadiness", "steady"))


def mat(view: View, duel: int = 0) -> Due | None:
    """The mat that lies there now, with what is thrown or placed next; None where nothing is thrown."""
    if view.breaking or view.duel not in OWN or view.stage not in STAGES:
        return None
    return OWN[view.duel].due(view, duel)


def asks(view: View) -> bool:
    """Whether the arena says what happens next: a throw, how a die lies after one, which is the closest."""
    if view.breaking or view.duel not in OWN:
        return False
    return view.stage in (THROW, KNOCK, SPOT, MEASURE) or (view.stage == ROLL and OWN[view.duel].is_numbered)


def due(view: View, mat: Due | None) -> Due | None:
    """What CHANCE has to throw now."""
    return mat if view.stage == THROW else None


def press(view: View) -> tuple[int, int]:
    """Whoever throws or places next, and the event; (-1, -1) where nobody does now, as while others may
    still lay a Viking Invasion before a throw that was pressed for (KD-18)."""
    is_due = view.stage == GATE and view.thrower >= 0 and view.pressers & ~view.waited & 1 << view.thrower
    return (view.thrower, PRESS) if is_due else (-1, -1)


def lying(view: View) -> set[Tag] | None:
    """The tags of dice that still lie on the mat; None for a tower, of which nothing is lifted."""
    return OWN[view.duel].lying(view)


def landed(view: View, off: int) -> int:
    """Whether fewer dice of the tower have been told as fallen than lie ``off`` the mat."""
    return int(view.up + 1 - view.falling < off)


def event(view: View, outcome: int, version: int | None = None) -> int:
    """The event of a throw's outcome. Version 1 told a die that did not bounce as off the mat."""
    if outcome == NO_BOUNCE and version == 1:
        outcome = OWN[view.duel].off
    return RESULT + outcome


def reading(view: View, found: Readings, events: Collection[int]) -> int:
    """Which of the ``events`` of CHANCE says how a die lies after the throw, or which lies closest, as they
    are ``found``. -1 where the arena knows no such die."""
    if view.stage == MEASURE:
        return _closest(found, events)
    if view.stage == KNOCK:
        moved = (KNOCKED + DICE * seat + k for seat, k in sorted(found) if _has_moved(view, seat, k, found))
        return next((event for event in moved if event in events), STILL)
    die = divmod(view.knocked, DICE)
    if die not in found:
        return -1
    lies = found[die]
    return RESULT + lies.place if view.stage == SPOT else FACE + lies.number - 1


def _closest(found: Readings, events: Collection[int]) -> int:
    """KD-D7: the event of the die with the smallest gap, or that none alone has it."""
    dice = {event: divmod(event - KNOCKED, DICE) for event in events if event >= KNOCKED}
    if not found.keys() >= set(dice.values()):
        return -1
    least = min(found[die].gap for die in dice.values())
    closest = [event for event, die in dice.items() if found[die].gap == least]
    return closest[0] if len(closest) == 1 else STILL


def _has_moved(view: View, seat: int, k: int, found: Readings) -> bool:
    """Whether a die lies elsewhere, or shows another number, than the rules know."""
    lies = found[seat, k]
    own = OWN[view.duel]
    is_turned = own.is_numbered and lies.place != own.off and view.die[seat][k] != lies.number
    return lies.place != view.spot[seat][k] - 1 or is_turned
