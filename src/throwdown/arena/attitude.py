"""How a die is held when it is let go: every attitude equally likely.

A die thrown from one attitude, however hard, is not fair; one thrown from an attitude drawn evenly over
all rotations is, whatever the hand does, for the physics of a cube cannot tell its faces apart.
"""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from throwdown.arena.materials import LEVEL, PROPPED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
else:
    Numbers = Any

# The sides of a die by axis and sign: 1 opposite 6, 2 opposite 5, 3 opposite 4.
NUMBERS = ((4, 3), (5, 2), (6, 1))


def generator(seed: int) -> np.random.Generator:
    """A random generator for throws; the same ``seed`` gives the same numbers on any machine."""
    return np.random.Generator(np.random.PCG64(seed))


def attitude(rng: np.random.Generator) -> tuple[float, float, float, float]:
    """A rotation drawn evenly from all rotations, by Shoemake's method, as a quaternion (w, x, y, z)."""
    height, turn, other = rng.random(3)
    low, high = sqrt(1 - height), sqrt(height)
    return (
        low * sin(2 * pi * turn),
        low * cos(2 * pi * turn),
        high * sin(2 * pi * other),
        high * cos(2 * pi * other),
    )


def upness(quaternion: Numbers) -> Numbers:
    """How far each axis of a die points up, float64[3] from -1 to 1: the third row of the rotation
    ``quaternion``, float64[4] as (w, x, y, z)."""
    w, x, y, z = quaternion
    return np.array((2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))


def number_up(quaternion: Numbers) -> int:
    """The number, 1 to 6, on the side of a die that is most nearly up; ``quaternion`` is float64[4] as (w,
    x, y, z)."""
    up = upness(quaternion)
    axis = int(np.argmax(np.abs(up)))
    return NUMBERS[axis][int(up[axis] < 0)]


def is_cocked(pose: Numbers) -> bool:
    """Whether a die must be thrown again, as at a table, because it is tilted or propped up on something.

    ``pose`` is float64[7]: place (x, y, z) in metres, then rotation (w, x, y, z). A die is tilted by more
    than :data:`LEVEL` degrees. One that lies level on another die is cocked too.
    """
    tilted = np.max(np.abs(upness(pose[3:]))) < cos(radians(LEVEL))
    return bool(tilted or pose[2] > PROPPED)


def turned_up(pose: Numbers, number: int) -> Numbers:
    """The pose, float64[7], of a die in the place of ``pose``, float64[7], with the side ``number`` on top.

    A cube fills the same space either way, so whatever it leans on bears it as before.
    """
    wanted, top = _side(number), _side(number_up(pose[3:]))
    turn = np.array((1 + wanted @ top, *np.cross(wanted, top)))
    if not turn.any():  # the side below: over any side between the two
        turn[1:] = np.roll(top, 1)
    w, v = pose[3], pose[4:]
    u, r = turn[0], turn[1:]
    turned = np.array((w * u - v @ r, *(w * r + u * v + np.cross(v, r))))
    return np.array((*pose[:3], *(turned / np.linalg.norm(turned))))


def _side(number: int) -> Numbers:
    """The direction of a side, in the frame of the die."""
    axis, sign = next((axis, pair.index(number)) for axis, pair in enumerate(NUMBERS) if number in pair)
    side = np.zeros(3)
    side[axis] = -1.0 if sign else 1.0
    return side
