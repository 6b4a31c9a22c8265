"""Sets of dice: subsets of a stock, the sets that a shot can name, and targets that fit the notes."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from ...kernel.contract import rule
from ...kernel.rng import below
from .record import TARGET, VALUES

CHOOSE = np.array([[1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 2, 1, 0, 0, 0], [1, 3, 3, 1, 0, 0],
                   [1, 4, 6, 4, 1, 0], [1, 5, 10, 10, 5, 1]], np.int32)  # fmt: skip

_ALL_NAMES = [
    [
        tuple(dice.count(value) for value in range(VALUES))
        for dice in combinations_with_replacement(range(VALUES), n)
    ]
    for n in range(TARGET + 1)
]
NAMES = np.array([counts for of_size in _ALL_NAMES for counts in of_size], np.int32)  # sets, smallest first
SETS_OF = np.array([len(of_size) for of_size in _ALL_NAMES], np.int32)  # how many sets of n dice there are
FIRST_OF = np.array([sum(SETS_OF[:n]) for n in range(TARGET + 1)], np.int32)  # where they begin in NAMES


@rule
def subsets(counts):
    """How many different sets of dice can be taken from ``counts``, the empty one included."""
    ways = 1
    for value in range(VALUES):
        ways *= counts[value] + 1
    return ways


@rule
def take_subset(k, source, into):
    """Move the k-th subset of ``source`` to ``into``; returns the number of dice."""
    moved = 0
    for value in range(VALUES):
        size = source[value] + 1
        many = k % size
        k //= size
        source[value] -= many
        into[value] += many
        moved += many
    return moved


@rule
def tails(right, wrong, n, ways):
    """``ways[v, m]``: the rolls of m dice that show only values v and up, and fit the notes (DU-5).

    A right die says there is one more of its value at least; a wrong one, that there are no more.
    """
    ways[:] = 0
    ways[VALUES, 0] = 1
    for value in range(VALUES - 1, -1, -1):
        for m in range(n + 1):
            most = right[value] if wrong[value] else m
            for many in range(right[value], min(most, m) + 1):
                ways[value, m] += CHOOSE[m, many] * ways[value + 1, m - many]


@rule
def sample(right, wrong, n, rng, into):
    """Fill ``into`` with a roll of ``n`` dice that fits the notes, each such roll equally likely."""
    ways = np.zeros((VALUES + 1, TARGET + 1), np.int32)
    tails(right, wrong, n, ways)
    left = n
    for value in range(VALUES):
        ticket = below(rng, ways[value, left])
        many = right[value]
        while True:
            here = CHOOSE[left, many] * ways[value + 1, left - many]
            if ticket < here:
                break
            ticket -= here
            many += 1
        into[value] = many
        left -= many
