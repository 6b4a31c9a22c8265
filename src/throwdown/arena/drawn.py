"""The tables of drawn duels (KD-22): what many throws of each steadiness come to.

A hand throws as it means to, give or take its sway; what it means is the throw that serves it best, found
by trying a few. Towers are built true, give or take, until they fall.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from throwdown.arena.attitude import lots
from throwdown.arena.classes import COUNT, NO_BOUNCE, outcome
from throwdown.arena.errors import Restless
from throwdown.arena.hand import BLIND, SWAY, Steadiness, Throw, swayed
from throwdown.arena.mats import MATS
from throwdown.arena.session import Session
from throwdown.arena.things import Pose, swayed_placing
from throwdown.arena.throwing import fling
from throwdown.arena.towers import Placed, base, put

Sway = tuple[float, float, float]
ROWS: tuple[tuple[str, Sway], ...] = (
    *((steadiness.name.lower(), sway) for steadiness, sway in SWAY.items()),
    ("covered", BLIND),
)
NAMES = {"axe": "axe-throws", "chicken": "chicken-throws", "post": "horse-throws"}
WORTH = {  # of each outcome, to a thrower who chooses what to mean
    "axe": (500, 300, 100, 0),
    "chicken": (0, 100, 200, 300, 400, 500, -500),
    "post": (-500, 250, 350, 250, 180, 130, 90, 60, 40, 20, 0),
}
LIFTED = {"axe": 3, "chicken": 0, "post": 10}  # where a drawn throw counts that did not bounce: off the mat
STRENGTHS = range(30, 96, 5)
TRIALS = 40
BEACH, PINEAPPLE = "dc" * 12, "d" * 15
FEW = 12  # towers that must have come to a height for its chance to be their own
SUREST = 950  # of 1000


def tables(throws: int, towers: int, seed: int) -> Iterator[str]:
    """Lines for a data file, with how they came about."""
    yield f"# throwdown arena drawn --throws {throws} --towers {towers} --seed {seed}"
    for at, key in enumerate(NAMES):
        lot = lots(1000 * seed + at)
        meant = dict[str, Throw]()
        yield f"[{NAMES[key]}]"
        yield "value = ["
        for name, sway in ROWS:
            meant[name] = best(key, sway, lot)
            yield f"    {', '.join(map(str, row(key, meant[name], sway, throws, lot)))},  # {name}"
        yield "]"
        if MATS[key].post:
            yield from _felled(key, meant, throws // 5, lots(1000 * seed + 30))
    yield from _towers("beach-falls", "bare", BEACH, towers, 1000 * seed + 10)
    yield from _towers("pineapple-falls", "post", PINEAPPLE, towers, 1000 * seed + 20)


def row(key: str, meant: Throw, sway: Sway, throws: int, lot: np.random.Generator) -> list[int]:
    """Of 1000 throws, how many come to each outcome; none comes to none."""
    return shares(_counts(key, meant, sway, throws, lot))


def _felled(key: str, meant: dict[str, Throw], many: int, lot: np.random.Generator) -> Iterator[str]:
    """Where a die lies that has felled the Post, once that is stacked again: rows of 1000 by distance."""
    yield "[horse-felled]"
    yield "value = ["
    for name, sway in ROWS:
        yield f"    {', '.join(map(str, shares(_places(key, meant[name], sway, many, lot))))},  # {name}"
    yield "]"


def _places(key: str, meant: Throw, sway: Sway, many: int, lot: np.random.Generator) -> np.ndarray:
    """Counts of the places of dice that felled the Post: at 1 to 8, off the mat."""
    counts = np.zeros(COUNT[key] - 2, int)
    while counts.sum() < many:
        session = Session(key)
        try:
            flight = session.throw("die", 0, swayed(meant, sway, lot))
        except Restless:
            continue
        if flight.outcome == 0:
            counts[session.readings["die"][0] - 2] += 1
    return counts


def best(key: str, sway: Sway, lot: np.random.Generator) -> Throw:
    """What a hand of that sway had best mean, straight on."""
    tried = [Throw(aim=0.0, strength=float(strength)) for strength in STRENGTHS]
    return max(tried, key=lambda meant: float(_counts(key, meant, sway, TRIALS, lot) @ WORTH[key]))


def _counts(key: str, meant: Throw, sway: Sway, throws: int, lot: np.random.Generator) -> np.ndarray:
    counts = np.zeros(COUNT[key], int)
    for _ in range(throws):
        found = outcome(key, _thrown(key, meant, sway, lot).report)
        counts[LIFTED[key] if found == NO_BOUNCE else found] += 1
    return counts


def _thrown(key: str, meant: Throw, sway: Sway, lot: np.random.Generator):
    while True:
        try:
            return fling(key, swayed(meant, sway, lot))
        except Restless:
            continue


def shares(counts: np.ndarray) -> list[int]:
    """Counts in thousandths that sum to 1000, each at least one."""
    exact = counts / counts.sum() * 1000
    whole = np.maximum(1, np.floor(exact)).astype(int)
    while whole.sum() != 1000:
        step = 1 if whole.sum() < 1000 else -1
        gap = (exact - whole) * step
        gap[(whole <= 1) & (step < 0)] = -1e9
        whole[int(np.argmax(gap))] += step
    return [int(share) for share in whole]


def _towers(name: str, key: str, plan: str, towers: int, seed: int) -> Iterator[str]:
    start = len(base(key))
    off, landed = 0, 0
    yield f"[{name}]"
    yield "value = ["
    for steadiness in Steadiness:
        lot = lots(seed + steadiness)
        tried, fell = np.zeros(len(plan)), np.zeros(len(plan))
        for _ in range(towers):
            for k, placed in _built(key, plan, steadiness, lot):
                tried[k] += 1
                if not placed.stands:
                    fell[k] += 1
                    off, landed = off + placed.off, landed + k + 1 - start
        found = chances(tried[start:], fell[start:])
        yield f"    {', '.join(map(str, found))},  # {steadiness.name.lower()}"
    yield "]"
    if start:
        yield f"[off-mat]\nvalue = {round(1000 * off / max(1, landed))}"


def chances(tried: np.ndarray, fell: np.ndarray) -> list[int]:
    """Of 1000 placings, how many fell the tower; a height that too few towers reached is like the worst
    below it."""
    found = list[int]()
    for many, down in zip(tried, fell, strict=True):
        known = many >= FEW
        found.append(min(SUREST, max(1, round(1000 * down / many))) if known else max(found, default=1))
    return found


def _built(
    key: str, plan: str, steadiness: Steadiness, lot: np.random.Generator
) -> Iterator[tuple[int, Placed]]:
    """Every placing on the way up, with its place in the plan, to the top or to the fall."""
    standing = list(base(key))
    for k in range(len(standing), len(plan)):
        placed = _placed(key, plan[: k + 1], standing, steadiness, lot)
        yield k, placed
        if not placed.stands:
            return
        standing = list(placed.poses)


def _placed(
    key: str, plan: str, standing: list[Pose], steadiness: Steadiness, lot: np.random.Generator
) -> Placed:
    while True:
        try:
            return put(key, plan, standing, swayed_placing(steadiness, lot))
        except Restless:
            continue
