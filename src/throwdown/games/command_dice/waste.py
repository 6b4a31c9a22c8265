"""How few swords of a roll take a set of cards (CD-10), for what is said about waste."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product


@cache
def cheapest(swords: tuple[int, ...], values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each of ``values`` the dice, by their places in ``swords``, that take all of them with the fewest
    swords; empty where the roll does not reach them together."""
    best: tuple[tuple[int, ...], ...] = ()
    for places in product(range(len(values) + 1), repeat=len(swords)):
        sets = tuple(tuple(d for d, at in enumerate(places) if at == k + 1) for k in range(len(values)))
        useless = any(at and not swords[die] for die, at in enumerate(places))
        if useless or not _reach(swords, values, sets):
            continue
        if not best or spent(swords, sets) < spent(swords, best):
            best = sets
    return best


def _reach(swords: Sequence[int], values: Sequence[int], sets: Sequence[Sequence[int]]) -> bool:
    return all(sum(swords[die] for die in dice) >= value for value, dice in zip(values, sets, strict=True))


def spent(swords: Sequence[int], sets: Sequence[Sequence[int]]) -> int:
    """The swords on all dice of ``sets``."""
    return sum(swords[die] for dice in sets for die in dice)
