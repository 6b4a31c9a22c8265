"""What is told of dice that are thrown and placed (KD-D1, KD-D2, KD-D5, KD-D7, KD-D8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .counts import many, points_text
from .table import AXE, BEACH, CHICKEN, DICE, HORSE, NO_BOUNCE, RINGS
from .throws import OFF_HORSE, TOUCHED

Said = Iterator[tuple[int, str]]


def is_bust(view: Any, outcome: int) -> bool:
    """Whether a die lies past the Bust line (KD-D2)."""
    return view.duel == CHICKEN and outcome == view.band_count + 1


def tell_throw(before: Any, outcome: int, after: Any) -> Said:
    if before.falling:
        if after.falling == 0:
            yield -1, f"{many(after.off, 'die').capitalize()} landed off the mat."
    else:
        yield before.thrower, _throw_words(before, outcome, after)


def _throw_words(before: Any, outcome: int, after: Any) -> str:
    if outcome == NO_BOUNCE:
        return "threw a die that did not bounce before the mat: it is lifted and counts nothing."
    if before.duel == HORSE and outcome <= TOUCHED:
        return _post_words(before, outcome, after)
    if before.duel == HORSE and outcome < OFF_HORSE:
        return f"threw a die: it lies {_place_words(before, outcome)}."
    if before.duel in (AXE, CHICKEN, HORSE):
        return f"threw a die {_place_words(before, outcome)}{_lifted_words(before, before.thrower, outcome)}."
    thing = "card" if before.duel == BEACH and before.up > before.cards_up else "die"
    return f"felled the tower with a {thing}." if outcome else f"placed a {thing}: it stands."


def _post_words(before: Any, outcome: int, after: Any) -> str:
    """KD-D7: what touching or felling the Post has brought at once."""
    points = after.score[before.thrower] - before.score[before.thrower]
    if outcome == TOUCHED:
        return f"touched the Post: {points_text(points)} at once."
    held = ", Thick Skin held the rest" if before.thick >> before.thrower & 1 else ""
    return f"felled the Post and lost {points_text(-points) if points else 'nothing'}{held}."


def tell_place(before: Any, outcome: int) -> Said:
    """Where a die lies that another has knocked, or that hit the Post."""
    seat, die = divmod(before.knocked, DICE)
    where = _place_words(before, outcome)
    if seat == before.thrower and die == before.thrown[seat] - 1:
        yield -1, f"The die came to rest {where}."
    elif before.duel == HORSE and outcome < OFF_HORSE:
        yield seat, f"had a die knocked: it lies {where}."
    else:
        yield seat, f"had a die knocked {where}{_lifted_words(before, seat, outcome)}."


def _place_words(view: Any, outcome: int) -> str:
    """``onto 300``, ``off the mat``, ``two thumbs from the Post``."""
    if view.duel == AXE and outcome < RINGS:
        return f"onto {points_text(view.axe_rings[outcome])}"
    if is_bust(view, outcome):
        return "past the Bust line"
    if view.duel == CHICKEN and outcome:
        return f"onto {points_text(view.chicken_bands[outcome - 1])}"
    if view.duel == HORSE and outcome < OFF_HORSE:
        return f"{many(outcome - 1, 'thumb')} from the Post"
    return "off the mat"


def _lifted_words(before: Any, seat: int, outcome: int) -> str:
    """What a die past the Bust line takes with it (KD-D2)."""
    if not is_bust(before, outcome):
        return ""
    lost = before.points[seat]
    return f": every die so far is lifted{f' and {points_text(lost)} lost' if lost else ''}"
