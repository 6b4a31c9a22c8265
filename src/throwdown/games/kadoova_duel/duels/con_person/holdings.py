"""Hands of Con-Person (KD-D4): the dice of a seat, as counts of each number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from throwdown.kernel.whole import Numbers

from .whole import FACES

__all__ = ["falling", "hands_of", "namings_of", "numbers_of"]


def hands_of(dice: int) -> tuple[Numbers, Numbers]:
    """All that a seat with so many dice may hold, int32[hands, 6] dice of each number, and how likely each
    is, float64[hands]."""
    rolls = list(combinations_with_replacement(range(FACES), dice))
    counts: Numbers = np.array([[roll.count(face) for face in range(FACES)] for roll in rolls], np.int32)
    ways = [factorial(dice) / np.prod([factorial(k) for k in Counter(roll).values()]) for roll in rolls]
    return counts, np.array(ways) / FACES**dice


def namings_of(hands: Numbers) -> Numbers:
    """The namings of edges: row 1 + 6 a + b has what each of ``hands``, int32[hands, 6], is called where the
    numbers a and b are exchanged, int32[37, hands]."""
    numbers = numbers_of(hands)
    found = [[*range(len(hands))]]
    for one in range(FACES):
        for other in range(FACES):
            order = list(range(FACES))
            order[one], order[other] = other, one
            found.append([numbers[tuple(row)] for row in hands[:, order].tolist()])
    return np.array(found, np.int32)


def numbers_of(hands: Numbers) -> dict[tuple[int, ...], int]:
    """The number of each of ``hands``, int32[hands, 6], by its counts."""
    return {tuple(counts): number for number, counts in enumerate(hands.tolist())}


def falling(counts: Sequence[int], named: int) -> list[int]:
    """The numbers of a die in the order in which those from ``named`` on, which have not been bid, fall by
    ``counts``; those before keep their places."""
    return [*range(named), *sorted(range(named, FACES), key=lambda face: -counts[face])]
