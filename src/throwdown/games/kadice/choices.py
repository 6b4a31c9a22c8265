"""What a player in turn may choose: change a die, eliminate cards, hold dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.contract import rule
from .cards import DICE, FACES, KADICE, TEN, THREE, TWENTY_FIVE, shown_by, takes_any
from .state import ALL_DICE, BONUS, CHANGE, ELIMINATE, HOLD, dice_of, how_many, matched_by, targets_of

if TYPE_CHECKING:
    import numpy as np

    from .view import View


@rule
def shift_down(s: View) -> bool:
    """Whether the player in turn may shift a die down (3 of a Kind, 10 or Under)."""
    card = s.active[s.turn] - 1
    return s.shifted[s.turn] == 0 and card in (THREE, TEN)


@rule
def shift_up(s: View) -> bool:
    """Whether the player in turn may shift a die up (3 of a Kind, 25 or Over)."""
    card = s.active[s.turn] - 1
    return s.shifted[s.turn] == 0 and card in (THREE, TWENTY_FIVE)


@rule
def legal_changes(s: View, events: np.ndarray, n: int) -> int:
    """KA-2: to any number for a wild die, by one for a shift; one event for dice that show alike."""
    down, up = shift_down(s), shift_up(s)
    if s.wild == 0 and not down and not up:
        return n
    free = (s.rolled | s.wild) & ~s.changed
    seen = 0
    for die in range(DICE):
        face = s.face[s.turn, die]
        if free >> die & 1 and not seen >> face & 1:
            if s.wild >> die & 1:
                n = legal_faces(face, 1, FACES, events, n)
                seen |= 1 << face
            elif down or up:
                n = legal_faces(face, max(1, face - int(down)), min(FACES, face + int(up)), events, n)
                seen |= 1 << face
    return n


@rule
def legal_faces(face: int, least: int, most: int, events: np.ndarray, n: int) -> int:
    for new in range(least, most + 1):
        if new != face:
            events[n] = CHANGE + (face - 1) * FACES + new - 1
            n += 1
    return n


@rule
def can_change(s: View) -> bool:
    """Whether :func:`legal_changes` has anything."""
    if s.wild & ~s.changed:
        return True
    down, up = shift_down(s), shift_up(s)
    if not down and not up:
        return False
    for die in range(DICE):
        if (s.rolled & ~s.changed) >> die & 1:
            face = s.face[s.turn, die]
            if (down and face > 1) or (up and face < FACES):
                return True
    return False


@rule
def legal_eliminations(s: View, events: np.ndarray, n: int) -> int:
    """Sets of cards that the dice match, with as many others as the ability takes (KA-2, KA-7)."""
    mine, shown, targets = s.active[s.turn] - 1, shown_by(dice_of(s, s.turn)), targets_of(s, s.turn)
    matched, others = matched_by(s, shown, targets), takes_any(mine, shown)
    pool = targets if others else matched
    if mine == KADICE and others:  # KA-0: all of them or none
        events[n] = ELIMINATE + pool
        return n + 1 if pool else n
    seats = pool
    while seats:
        if others == 0 or how_many(seats & ~matched) <= others:
            events[n] = ELIMINATE + seats
            n += 1
        seats = (seats - 1) & pool
    return n


@rule
def can_eliminate(s: View) -> bool:
    """Whether :func:`legal_eliminations` has anything."""
    shown, targets = shown_by(dice_of(s, s.turn)), targets_of(s, s.turn)
    if targets != 0 and takes_any(s.active[s.turn] - 1, shown) != 0:
        return True
    return matched_by(s, shown, targets) != 0


@rule
def legal_holds(s: View, events: np.ndarray, n: int) -> int:
    """KA-7: up to four dice, none where no turn follows; KA-0: or the bonus roll."""
    n = legal_sets(s, ALL_DICE if s.left[s.turn] > 1 else 0, HOLD, events, n)
    return legal_sets(s, ALL_DICE, BONUS, events, n) if s.bonus else n


@rule
def legal_sets(s: View, dice: int, code: int, events: np.ndarray, n: int) -> int:
    """Every subset of ``dice`` but all five; of dice that show alike the earlier are taken first."""
    first = n
    events[n] = code
    n += 1
    for die in range(DICE):
        if dice >> die & 1:
            twin = twin_before(s, dice, die)
            for k in range(first, n):
                if (events[k] - code) & twin == twin:
                    events[n] = events[k] + (1 << die)
                    n += 1
    return n - 1 if dice == ALL_DICE else n


@rule
def twin_before(s: View, dice: int, die: int) -> int:
    """The nearest earlier of ``dice`` that shows the same as ``die``, as a set; empty if none does."""
    for k in range(die - 1, -1, -1):
        if dice >> k & 1 and s.face[s.turn, k] == s.face[s.turn, die]:
            return 1 << k
    return 0
