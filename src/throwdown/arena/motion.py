"""Letting a world come to rest, frame by frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np

from throwdown.arena.errors import Restless
from throwdown.arena.materials import FRAMES_A_SECOND, STEPS_A_FRAME

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
else:
    Numbers = Any

LONGEST = 10 * FRAMES_A_SECOND  # frames until a throw is given up
STILL_PLACE, STILL_TURN = 1e-4, 2e-3  # metres, parts of a quaternion, from one frame to the next


def settle(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    frames: list[Numbers],
    enough: Callable[[list[Numbers]], bool] = lambda _: False,
) -> None:
    """Step the simulation until nothing moves, or until ``enough(frames)`` is true.

    The poses of every frame, float64[bodies, 7], are appended to ``frames``. Raises :class:`Restless` after
    ten simulated seconds.
    """
    before = poses(data)
    for _ in range(LONGEST):
        mujoco.mj_step(model, data, STEPS_A_FRAME)
        after = poses(data)
        frames.append(after)
        if (is_still(before, after) and not _falls(data)) or enough(frames):
            return
        before = after
    raise Restless(f"not at rest after {LONGEST // FRAMES_A_SECOND} seconds")


def poses(data: mujoco.MjData) -> Numbers:
    """Place and rotation of every body, float64[bodies, 7]: (x, y, z) in metres, then (w, x, y, z)."""
    return data.qpos.reshape(-1, 7).copy()


def is_still(before: Numbers, after: Numbers) -> bool:
    """Whether no body moved from one frame to the next; both are float64[bodies, 7]."""
    change = np.abs(after - before)
    return bool(change[:, :3].max() < STILL_PLACE and change[:, 3:].max() < STILL_TURN)


def _falls(data: mujoco.MjData) -> bool:
    """Whether something is only still because it turns round in the air."""
    return bool(np.abs(data.qvel.reshape(-1, 6)[:, 2]).max() > 0.1)


def place(data: mujoco.MjData, body: int, pose: Numbers | tuple[float, ...]) -> None:
    """Put ``body`` into ``pose``, float64[7]: (x, y, z) in metres, then (w, x, y, z)."""
    data.qpos[7 * body : 7 * body + 7] = pose


def set_going(data: mujoco.MjData, body: int, velocity: tuple[float, ...], turning: Numbers) -> None:
    """Give ``body`` a velocity in metres a second and a rotation ``turning``, float64[3] in radians a
    second, both in the frame of the table.

    MuJoCo keeps a free body's rotation in the frame of the body.
    """
    matrix = np.empty(9)
    mujoco.mju_quat2Mat(matrix, data.qpos[7 * body + 3 : 7 * body + 7])
    data.qvel[6 * body : 6 * body + 3] = velocity
    data.qvel[6 * body + 3 : 6 * body + 6] = matrix.reshape(3, 3).T @ np.asarray(turning)
