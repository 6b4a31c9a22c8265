"""Towers of dice and cards: a piece is let go just above the top, and the tower stands or falls."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from msgspec import Struct

from throwdown.arena.materials import CARD, EDGE, FRAMES_A_SECOND, MAT_THICKNESS
from throwdown.arena.motion import Numbers, is_still, place, poses, settle
from throwdown.arena.things import Placing, Pose, checked_placing
from throwdown.arena.throwing import standing_post
from throwdown.arena.world import tower_world
from throwdown.kernel.throwing import Mat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Frames = NDArray[np.float32]
else:
    Frames = Any

DROP = 0.0006  # metres above the top at which a hand lets go
FALL = 36  # frames that a fall is watched
SINKS = 0.006  # a piece that comes to rest so far below its place has fallen


class Placed(Struct, frozen=True):
    """The result of a placing: whether the tower stands, the pose of every piece, the ``frames``,
    float32[frames, pieces, 7], and with ``off`` how many fallen dice left the mat."""

    stands: bool
    poses: tuple[Pose, ...]
    frames: Any
    off: int = 0


def base(mat: Mat) -> tuple[Pose, ...]:
    """What stands before the first piece: the stack in the middle of the mat, or nothing."""
    return tuple(standing_post(mat))


def put(mat: Mat, plan: str, standing: Sequence[Pose], placing: Placing) -> Placed:
    """Let go of the last piece of ``plan`` (``d`` a die, ``c`` a card) over those that stand.

    ``standing`` has a pose for every piece of ``plan`` but the last. Raises :class:`BadThrow` for a
    placing out of bounds and :class:`Restless` where nothing comes to rest.
    """
    checked_placing(placing)
    data = mujoco.MjData(tower_world(plan, mat))
    start = (*standing, above(mat, plan, standing, placing))
    for body, pose in enumerate(start):
        place(data, body, pose)
    frames = [poses(data)]
    settle(data.model, data, frames, lambda seen: has_fallen(np.array(start), seen[-1]))
    if has_fallen(np.array(start), frames[-1]):
        collapse(tower_world(plan, mat, falling=True), data, frames)
    end = frames[-1]
    return Placed(
        stands=not has_fallen(np.array(start), end),
        poses=tuple(tuple(float(part) for part in pose) for pose in end),
        frames=np.array(frames, np.float32),
        off=off_mat(mat, plan, end),
    )


def above(mat: Mat, plan: str, standing: Sequence[Pose], placing: Placing) -> Pose:
    """The pose in which the hand lets go of the last piece of ``plan``."""
    x, y, top = (*mat.middle, MAT_THICKNESS if mat.width else 0.0)
    if standing:
        x, y, z = standing[-1][:3]
        top = z + height(plan[-2]) / 2
    half = radians(placing.turn) / 2
    z = top + height(plan[-1]) / 2 + DROP
    return (x + placing.x, y + placing.y, z, cos(half), 0.0, 0.0, sin(half))


def height(piece: str) -> float:
    """The height of a piece in metres; ``piece`` is ``d`` for a die or ``c`` for a card."""
    return EDGE if piece == "d" else CARD[2]


def has_fallen(start: Numbers, end: Numbers) -> bool:
    """Whether a piece sank by more than :data:`SINKS` metres; ``start`` and ``end`` are poses,
    float64[pieces, 7]."""
    return bool((start[:, 2] - end[:, 2]).max() > SINKS)


def collapse(model: mujoco.MjModel, standing: mujoco.MjData, frames: list[Numbers]) -> None:
    """Simulate a fall for up to :data:`FALL` frames in ``model``, whose steps are longer, from the poses of
    ``standing``. Appends the poses, float64[pieces, 7], to ``frames``; what still rolls then is left to
    roll."""
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = standing.qpos, standing.qvel
    steps = round(1 / FRAMES_A_SECOND / model.opt.timestep)
    for _ in range(FALL):
        mujoco.mj_step(model, data, steps)
        frames.append(poses(data))
        if is_still(frames[-2], frames[-1]):
            return


def off_mat(mat: Mat, plan: str, end: Numbers) -> int:
    """How many dice above the base lie with their middle beyond the edge of the mat; ``end`` are poses,
    float64[pieces, 7]."""
    if not mat.width:
        return 0
    dice = [k for k, piece in enumerate(plan) if piece == "d" and k >= mat.post]
    beyond = (np.abs(end[:, 0]) > mat.width / 2) | (np.abs(end[:, 1] - mat.depth / 2) > mat.depth / 2)
    return int(sum(beyond[k] for k in dice))


def stands_for(mat: Mat, plan: str, seconds: float) -> bool:
    """Whether a tower that is built true stands for ``seconds`` without moving a tenth of a millimetre,
    once its pieces have sunk into each other in the first second."""
    data = mujoco.MjData(tower_world(plan, mat))
    standing: list[Pose] = []
    for k in range(len(plan)):
        pose = above(mat, plan[: k + 1], standing, Placing())
        standing.append((*pose[:2], pose[2] - DROP, *pose[3:]))
        place(data, k, standing[-1])
    mujoco.mj_step(data.model, data, round(1 / data.model.opt.timestep))
    before = poses(data)
    mujoco.mj_step(data.model, data, round((seconds - 1) / data.model.opt.timestep))
    return bool(np.abs(poses(data) - before)[:, :3].max() < 0.0001)
