"""What a player in turn could match: with the dice as they lie, and after changes still to be had."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from ...kernel.english import members
from .cards import DICE, FACES, TEN, THREE, TWENTY_FIVE, one, shown_by, takes_any
from .view import View

Dice = tuple[int, ...]


def shown(faces: Dice) -> int:
    """The set of cards whose combination five dice show."""
    return shown_by(sum(map(one, faces)))


def shifts(view: View, is_next_turn: bool = False) -> tuple[int, ...]:
    """The steps that the player in turn may still shift a die by, or may in the next turn of the round.

    3 of a Kind shifts once a turn, 10 or Under and 25 or Over once a round (KA-1).
    """
    card = view.active[view.turn] - 1
    if view.shifted[view.turn] and not (is_next_turn and card == THREE):
        return ()
    return {THREE: (-1, 1), TEN: (-1,), TWENTY_FIVE: (1,)}.get(card, ())


def within_reach(view: View) -> dict[int, Dice]:
    """Cards that the dice of the player in turn would show after changes, each with dice that show it.

    The dice nearest to those that lie are found first: fewer changes before more.
    """
    best: dict[int, Dice] = {}
    for faces in _dice_in_reach(view):
        for card in members(shown(faces)):
            best.setdefault(card, faces)
    return best


def _dice_in_reach(view: View) -> Iterator[Dice]:
    faces: Dice = tuple(view.face[view.turn])
    yield faces
    free = members(view.wild & ~view.changed)
    for changes in range(1, len(free) + 1):
        yield from _with_wild(faces, free, changes)
    for die in members(view.rolled & ~view.changed & ~view.wild):
        for step in shifts(view):
            if 1 <= faces[die] + step <= FACES:
                yield (*faces[:die], faces[die] + step, *faces[die + 1 :])


def _with_wild(faces: Dice, free: list[int], changes: int) -> Iterator[Dice]:
    """Dice after so many of the wild ones, which all show alike, have become something else."""
    keep = [face for die, face in enumerate(faces) if die not in free[:changes]]
    for new in combinations_with_replacement(range(1, FACES + 1), changes):
        yield tuple(sorted(keep + list(new)))


def changes_to(view: View, faces: Dice) -> list[tuple[int, int]]:
    """The changes (old face, new face) that lead from the dice as they lie to ``faces``, as sets of dice."""
    old, new = sorted(view.face[view.turn]), sorted(faces)
    gone = _less(old, new)
    return list(zip(gone, _less(new, old), strict=True))


def _less(some: list[int], others: list[int]) -> list[int]:
    left = list(others)
    rest: list[int] = []
    for face in some:
        if face in left:
            left.remove(face)
        else:
            rest.append(face)
    return rest


@cache
def next_roll_chance(kept: Dice, cards: int, own: int, steps: Dice) -> float:
    """The chance that ``kept`` dice and a roll of the others can eliminate one of a set of cards.

    ``own`` is the active card of whoever rolls and ``steps`` what it may shift a die by: the dice that were
    rolled may be changed as KA-2 and KA-9 allow, and All Evens and its kin take any card (KA-1).
    """
    fresh = DICE - len(kept)
    hits = sum(ways for faces, ways in _rolls(fresh) if cards and _can_take(kept, faces, cards, own, steps))
    return hits / FACES**fresh


def _can_take(kept: Dice, rolled: Dice, cards: int, own: int, steps: Dice) -> bool:
    """Whether some change of these dice shows one of ``cards``, or lets ``own`` take any."""
    if len({*kept, *rolled}) == 1:
        return True  # KA-9: all wild, and every card can be shown
    for faces in _after_changes(kept, rolled, own, steps):
        cards_shown = _shown_sorted(tuple(sorted(faces)))
        if cards_shown & cards or takes_any(own, cards_shown):
            return True
    return False


def _after_changes(kept: Dice, rolled: Dice, own: int, steps: Dice) -> Iterator[Dice]:
    """The dice as they lie, and after the changes that ``own`` allows of those that were rolled."""
    yield (*kept, *rolled)
    wild = rolled.count(own + 1) if own < FACES else 0
    others = [*kept, *(face for face in rolled if face != own + 1)]
    for new in combinations_with_replacement(range(1, FACES + 1), wild):
        yield (*others, *new)
    for die, face in enumerate(rolled):
        for step in steps:
            if 1 <= face + step <= FACES:
                yield (*kept, *rolled[:die], face + step, *rolled[die + 1 :])


@cache
def _rolls(dice: int) -> list[tuple[Dice, int]]:
    """Every roll of so many dice, sorted, with how many ways it can fall."""
    return [
        (faces, factorial(dice) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(range(1, FACES + 1), dice)
    ]


@cache
def _shown_sorted(faces: Dice) -> int:
    return int(shown(faces))
