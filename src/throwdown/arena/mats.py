"""Where on a mat a die lies. Metres; the near edge is y = 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from throwdown.arena.materials import EDGE
from throwdown.kernel.throwing import Mat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
else:
    Numbers = Any

OFF = -1


PLAIN = Mat("plain", 0.28, 0.2)  # nothing is written on it: for measuring dice


def ring(mat: Mat, outline: Numbers) -> int:
    """The innermost ring that a die touches whose outline is ``outline``, float64[8, 2] in metres; 0 is the
    middle, OFF lies beyond all rings."""
    reach = nearness(outline, mat.middle)
    return next((ring for ring, radius in enumerate(mat.rings) if reach <= radius), OFF)


def band(mat: Mat, outline: Numbers) -> int:
    """The highest band that a die touches whose outline is ``outline``, float64[8, 2] in metres. 0 is
    nearest to the thrower, one more than the last band lies past the last line, OFF before the first."""
    highest = float(outline[:, 1].max())
    return sum(highest >= line for line in mat.bands) - 1


def outline(place: Numbers, turned: Numbers) -> Numbers:
    """The eight corners of a die seen from above, float64[8, 2] in metres; ``place`` is its centre,
    float64[3] in metres, and ``turned`` its rotation, float64[3, 3]."""
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (EDGE / 2)
    return (corners @ turned.T)[:, :2] + place[:2]


def nearness(corners: Numbers, point: tuple[float, float]) -> float:
    """The distance in metres of a point from an outline, float64[8, 2]; 0 where the outline covers it."""
    hull = corners - np.array(point)
    ring = _convex(hull)
    if all(_cross(a, b) >= 0 for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True)):
        return 0.0
    return min(_to_segment(a, b) for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True))


def _convex(points: Numbers) -> Numbers:
    """The convex hull of a few points, anticlockwise (Andrew's way)."""
    rows = sorted({(float(x), float(y)) for x, y in points})
    half: list[list[tuple[float, float]]] = []
    for line in (rows, rows[::-1]):
        chain: list[tuple[float, float]] = []
        for point in line:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        half.append(chain[:-1])
    return np.array(half[0] + half[1])


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Numbers, b: Numbers) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _to_segment(a: Numbers, b: Numbers) -> float:
    """The distance of the origin from a segment."""
    along = b - a
    share = min(1.0, max(0.0, -float(a @ along) / float(along @ along)))
    return float(np.hypot(*(a + share * along)))
