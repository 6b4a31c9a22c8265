"""Whether thrown dice are fair: faces counted over many throws, and held against the hand."""

from __future__ import annotations

from math import erfc, exp, pi, sqrt

import numpy as np
from msgspec import Struct

from throwdown.arena.attitude import attitude, generator, number_up
from throwdown.arena.errors import Restless
from throwdown.arena.hand import SPREAD, Steadiness, Throw, perturbed
from throwdown.arena.mats import PLAIN
from throwdown.arena.throwing import fling

MEANT = Throw(aim=0.0, strength=55.0)
LEVEL = 0.001
THIRDS = 3


class Fairness(Struct, frozen=True):
    """Chi-square and its probability: of the faces (5 degrees of freedom), of faces against the hand's
    strength and aim, and of aim against the side that was up when the die was let go (10 each)."""

    steadiness: str
    throws: int
    faces: tuple[int, ...]
    even: tuple[float, float]
    by_strength: tuple[float, float]
    by_aim: tuple[float, float]
    aim_by_attitude: tuple[float, float]

    @property
    def passes(self) -> bool:
        """Whether every test has a probability above the bound."""
        return all(p > LEVEL for _, p in (self.even, self.by_strength, self.by_aim, self.aim_by_attitude))


def measure(steadiness: Steadiness, throws: int, seed: int) -> Fairness:
    """Throw ``throws`` dice at a plain mat with a hand of that steadiness, and test the faces."""
    rng = generator(10 * seed + steadiness)
    rows = [_one(steadiness, rng) for _ in range(throws)]
    number, start, aim, strength = (np.array(column) for column in zip(*rows, strict=True))
    faces = np.bincount(number, minlength=7)[1:]
    return Fairness(
        steadiness=steadiness.name.lower(),
        throws=throws,
        faces=tuple(int(face) for face in faces),
        even=_chi_square(faces, np.full(6, throws / 6), 5),
        by_strength=independent(_third(strength), number - 1),
        by_aim=independent(_third(aim), number - 1),
        aim_by_attitude=independent(_third(aim), start - 1),
    )


def _one(steadiness: Steadiness, rng: np.random.Generator) -> tuple[int, int, float, float]:
    """Throw one die; gives the number up, the number that was up in the hand, the aim and the strength. A
    throw that does not come to rest is made again."""
    throw = perturbed(MEANT, SPREAD[steadiness], rng)
    try:
        thrown = fling(PLAIN, throw)
    except Restless:
        return _one(steadiness, rng)
    start = number_up(np.array(attitude(generator(throw.seed))))
    return thrown.report.dice[-1].number, start, throw.aim, throw.strength


def _third(values: np.ndarray) -> np.ndarray:
    return np.searchsorted(np.quantile(values, [1 / 3, 2 / 3]), values)


def independent(row: np.ndarray, column: np.ndarray) -> tuple[float, float]:
    """Chi-square of a table of counts, and the probability of one as high where its row and its column are
    independent. ``row`` and ``column`` are int64[throws], the third and the face of each throw."""
    table = np.zeros((THIRDS, 6))
    np.add.at(table, (row, column), 1)
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    return _chi_square(table, expected, (THIRDS - 1) * 5)


def _chi_square(seen: np.ndarray, expected: np.ndarray, freedom: int) -> tuple[float, float]:
    value = float(((seen - expected) ** 2 / expected).sum())
    return value, beyond(value, freedom)


def beyond(value: float, freedom: int) -> float:
    """The probability of a chi-square above ``value``, in closed form."""
    half = value / 2
    if freedom % 2 == 0:
        term, total = 1.0, 1.0
        for k in range(1, freedom // 2):
            term *= half / k
            total += term
        return exp(-half) * total
    term, total = sqrt(half) / (sqrt(pi) / 2), 0.0
    for k in range(freedom // 2):
        total += term
        term *= half / (k + 1.5)
    return erfc(sqrt(half)) + exp(-half) * total
