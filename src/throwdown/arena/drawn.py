"""The tables of throws that are drawn and not made: what many throws of each steadiness come to.

A hand throws as it means to, give or take its errors; what it means is the throw that serves it best, found
by trying a few. Towers are built true, give or take, until they fall.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from throwdown.arena.attitude import generator
from throwdown.arena.classes import BESIDE, FELLED, NO_BOUNCE, count, off, outcome
from throwdown.arena.errors import Restless
from throwdown.arena.hand import BLIND, SPREAD, Steadiness, Throw, perturbed
from throwdown.arena.session import Session
from throwdown.arena.things import Pose, perturbed_placing
from throwdown.arena.throwing import Thrown, fling
from throwdown.arena.towers import Placed, base, put
from throwdown.kernel.game import Game
from throwdown.kernel.throwing import DrawnThrows, DrawnTower, Mat

Spread = tuple[float, float, float]
ROWS: tuple[tuple[str, Spread], ...] = (
    *((steadiness.name.lower(), spread) for steadiness, spread in SPREAD.items()),
    ("covered", BLIND),
)
STRENGTHS = range(30, 96, 5)
TRIALS = 40
FEW = 12  # towers that must have come to a height for its chance to be their own
SUREST = 950  # of 1000


def tables(game: Game, throws: int, towers: int, seed: int) -> Iterator[str]:
    """Lines of a TOML data file with the tables of chances that ``game`` names in its ``arena.py``. The
    first line is the command that computes them. ``throws`` and ``towers`` are how many of each are made
    per row."""
    yield f"# throwdown arena drawn {game.key} --throws {throws} --towers {towers} --seed {seed}"
    drawn = game.arena.drawn()
    for at, each in enumerate(one for one in drawn if isinstance(one, DrawnThrows)):
        yield from _throws(each, throws, 1000 * seed + at)
    for at, each in enumerate((one for one in drawn if isinstance(one, DrawnTower)), 1):
        yield from _towers(each, towers, 1000 * seed + 10 * at)


def _throws(drawn: DrawnThrows, throws: int, seed: int) -> Iterator[str]:
    rng = generator(seed)
    meant = dict[str, Throw]()
    yield f"[{drawn.value}]"
    yield "value = ["
    for name, spread in ROWS:
        meant[name] = best(drawn, spread, rng)
        yield f"    {', '.join(map(str, row(drawn.mat, meant[name], spread, throws, rng)))},  # {name}"
    yield "]"
    if drawn.felled:
        yield from _felled(drawn, meant, throws // 5, generator(seed - seed % 1000 + 30))


def row(mat: Mat, meant: Throw, spread: Spread, throws: int, rng: np.random.Generator) -> list[int]:
    """Chances of the outcomes of ``throws`` throws at ``mat``, in thousandths that sum to 1000."""
    return shares(_counts(mat, meant, spread, throws, rng))


def _felled(
    drawn: DrawnThrows, meant: dict[str, Throw], many: int, rng: np.random.Generator
) -> Iterator[str]:
    """Where a die lies that has felled the Post, once that is stacked again: rows of 1000 by distance."""
    yield f"[{drawn.felled}]"
    yield "value = ["
    for name, spread in ROWS:
        places = shares(_places(drawn.mat, meant[name], spread, many, rng))
        yield f"    {', '.join(map(str, places))},  # {name}"
    yield "]"


def _places(mat: Mat, meant: Throw, spread: Spread, many: int, rng: np.random.Generator) -> np.ndarray:
    """Counts of the places of dice that felled the Post: at 1 to 8, off the mat."""
    counts = np.zeros(count(mat) - BESIDE, int)
    while counts.sum() < many:
        session = Session(mat)
        try:
            flight = session.throw("die", 0, perturbed(meant, spread, rng))
        except Restless:
            continue
        if flight.outcome == FELLED:
            counts[session.readings["die"].place - BESIDE] += 1
    return counts


def best(drawn: DrawnThrows, spread: Spread, rng: np.random.Generator) -> Throw:
    """The throw straight on that is worth most to a hand whose errors have the standard deviations
    ``spread``; found by trying each strength of :data:`STRENGTHS` :data:`TRIALS` times."""
    tried = [Throw(aim=0.0, strength=float(strength)) for strength in STRENGTHS]
    return max(tried, key=lambda meant: float(_counts(drawn.mat, meant, spread, TRIALS, rng) @ drawn.worth))


def _counts(mat: Mat, meant: Throw, spread: Spread, throws: int, rng: np.random.Generator) -> np.ndarray:
    counts = np.zeros(count(mat), int)
    for _ in range(throws):
        found = outcome(mat, _thrown(mat, meant, spread, rng).report)
        counts[off(mat) if found == NO_BOUNCE else found] += 1
    return counts


def _thrown(mat: Mat, meant: Throw, spread: Spread, rng: np.random.Generator) -> Thrown:
    while True:
        try:
            return fling(mat, perturbed(meant, spread, rng))
        except Restless:
            continue


def shares(counts: np.ndarray) -> list[int]:
    """Counts, int64[outcomes], in thousandths that sum to 1000 and are at least 1 each."""
    exact = counts / counts.sum() * 1000
    whole = np.maximum(1, np.floor(exact)).astype(int)
    while whole.sum() != 1000:
        step = 1 if whole.sum() < 1000 else -1
        gap = (exact - whole) * step
        gap[(whole <= 1) & (step < 0)] = -1e9
        whole[int(np.argmax(gap))] += step
    return [int(share) for share in whole]


def _towers(drawn: DrawnTower, towers: int, seed: int) -> Iterator[str]:
    start = len(base(drawn.mat))
    beyond, landed = 0, 0
    yield f"[{drawn.value}]"
    yield "value = ["
    for steadiness in Steadiness:
        rng = generator(seed + steadiness)
        tried, fell = np.zeros(len(drawn.plan)), np.zeros(len(drawn.plan))
        for _ in range(towers):
            for k, placed in _built(drawn, steadiness, rng):
                tried[k] += 1
                if not placed.stands:
                    fell[k] += 1
                    beyond, landed = beyond + placed.off, landed + k + 1 - start
        found = chances(tried[start:], fell[start:])
        yield f"    {', '.join(map(str, found))},  # {steadiness.name.lower()}"
    yield "]"
    if drawn.off:
        yield f"[{drawn.off}]\nvalue = {round(1000 * beyond / max(1, landed))}"


def chances(tried: np.ndarray, fell: np.ndarray) -> list[int]:
    """Of 1000 placings at each height, how many fell the tower.

    ``tried`` and ``fell`` are counts, float64[heights]. A height that fewer than :data:`FEW` towers reached
    has the highest chance of those below it.
    """
    found = list[int]()
    for many, down in zip(tried, fell, strict=True):
        known = many >= FEW
        found.append(min(SUREST, max(1, round(1000 * down / many))) if known else max(found, default=1))
    return found


def _built(
    drawn: DrawnTower, steadiness: Steadiness, rng: np.random.Generator
) -> Iterator[tuple[int, Placed]]:
    """Build a tower piece by piece until it is complete or falls; gives each placing with its place in the
    plan."""
    standing = list(base(drawn.mat))
    for k in range(len(standing), len(drawn.plan)):
        placed = _placed(drawn.mat, drawn.plan[: k + 1], standing, steadiness, rng)
        yield k, placed
        if not placed.stands:
            return
        standing = list(placed.poses)


def _placed(
    mat: Mat, plan: str, standing: list[Pose], steadiness: Steadiness, rng: np.random.Generator
) -> Placed:
    while True:
        try:
            return put(mat, plan, standing, perturbed_placing(steadiness, rng))
        except Restless:
            continue
