"""How a die is held when it is let go: every attitude equally likely.

A die thrown from one attitude, however hard, is not fair; one thrown from an attitude drawn evenly over
all rotations is, whatever the hand does, for the physics of a cube cannot tell its faces apart.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
else:
    Numbers = Any

# The sides of a die by axis and sign: 1 opposite 6, 2 opposite 5, 3 opposite 4.
NUMBERS = ((4, 3), (5, 2), (6, 1))


def lots(seed: int) -> np.random.Generator:
    """The same lots for the same seed, on any machine."""
    return np.random.Generator(np.random.PCG64(seed))


def attitude(lot: np.random.Generator) -> tuple[float, float, float, float]:
    """A quaternion (w, x, y, z) drawn evenly from all rotations (Shoemake's way)."""
    height, turn, other = lot.random(3)
    low, high = sqrt(1 - height), sqrt(height)
    return (
        low * sin(2 * pi * turn),
        low * cos(2 * pi * turn),
        high * sin(2 * pi * other),
        high * cos(2 * pi * other),
    )


def upness(quaternion: Numbers) -> Numbers:
    """How far each axis of a die points up: the third row of its rotation, -1 to 1."""
    w, x, y, z = quaternion
    return np.array((2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))


def number_up(quaternion: Numbers) -> int:
    """The number on the side that is most nearly up."""
    up = upness(quaternion)
    axis = int(np.argmax(np.abs(up)))
    return NUMBERS[axis][int(up[axis] < 0)]


def is_flat(quaternion: Numbers) -> bool:
    """Whether a die lies on a side, to within some five degrees."""
    return bool(np.max(np.abs(upness(quaternion))) > 0.996)
