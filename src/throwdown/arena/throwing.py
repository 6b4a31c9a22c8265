"""A die thrown at a mat, from the hand to rest, and what is then reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from msgspec import Struct

from throwdown.arena.attitude import attitude, generator, is_cocked, number_up
from throwdown.arena.hand import RELEASE, Throw, checked
from throwdown.arena.materials import EDGE, MAT_THICKNESS, STEPS_A_FRAME
from throwdown.arena.mats import OFF, band, nearness, outline, ring
from throwdown.arena.motion import place, poses, set_going, settle
from throwdown.arena.world import GROUND, mat_world
from throwdown.kernel.throwing import Mat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
else:
    Numbers = Any

HALF = EDGE / 2
FLIGHT = 960  # steps in the air before a throw counts as lost
STRIDE, FALL = 8, 0.02  # steps at once while a die is so far, in metres, above all it could touch
HAND = 0.0005  # metres that a die of the Post may be moved without having been touched


class Lying(Struct, frozen=True):
    """One die at rest: ``ring`` and ``band`` as the mat counts them, ``gap`` metres to the Post's foot."""

    pose: tuple[float, ...]
    number: int
    cocked: bool
    on_mat: bool
    ring: int = OFF
    band: int = OFF
    gap: float = 0.0


class Report(Struct, frozen=True):
    """What a throw came to. ``dice`` are all that lie, the one thrown last; ``moved`` those it knocked."""

    bounced: bool
    dice: tuple[Lying, ...]
    moved: tuple[int, ...] = ()
    touched: bool = False
    felled: bool = False


class Thrown(Struct, frozen=True):
    """A throw with its poses: ``frames`` is (frames, dice, 7), thirty a second, the Post's dice first."""

    report: Report
    frames: Any


def standing_post(mat: Mat) -> list[tuple[float, ...]]:
    """The poses of the Post's dice, stacked in the middle of the mat."""
    x, y = mat.middle
    return [(x, y, MAT_THICKNESS + HALF + k * EDGE, 1.0, 0.0, 0.0, 0.0) for k in range(mat.post)]


def fling(mat: Mat, throw: Throw, lying: Sequence[tuple[float, ...]] = ()) -> Thrown:
    """Throw one die at a mat on which dice lie already, and let all come to rest.

    Raises :class:`BadThrow` for a throw out of bounds and :class:`Restless` where nothing comes to rest.
    """
    checked(throw)
    model = mat_world(mat, len(lying) + 1)
    data = mujoco.MjData(model)
    post = standing_post(mat)
    for body, pose in enumerate((*post, *lying)):
        place(data, body, pose)
    release(data, len(post) + len(lying), throw)
    start = poses(data)
    frames = [start]
    bounced = fly(model, data, frames)
    settle(model, data, frames)
    return Thrown(report(mat, model, data, start, bounced), np.array(frames, np.float32))


def release(data: mujoco.MjData, body: int, throw: Throw) -> None:
    """Let go of ``body`` at the hand's place, with the velocity, rotation and attitude of ``throw``."""
    y, z = RELEASE
    place(data, body, (throw.aside, y - throw.back, z, *attitude(generator(throw.seed))))
    set_going(data, body, throw.velocity(), np.array(throw.rotation()))


def fly(model: mujoco.MjModel, data: mujoco.MjData, frames: list[Numbers]) -> bool:
    """Step the simulation until the thrown die, which is the last body, first touches something. Appends
    the poses, float64[bodies, 7], of each frame to ``frames``; returns whether it is the table that it
    touched."""
    body = model.nbody - 1
    height = 7 * body - 5
    near = EDGE + max([0.0, *data.qpos[2:height:7] + HALF]) + FALL
    step, met = 0, set[int]()
    while not met and step < FLIGHT:
        many = STRIDE if data.qpos[height] > near and step % STRIDE == 0 else 1
        mujoco.mj_step(model, data, many)
        step += many
        if many == 1:
            met = _met(model, data, body)
            mujoco.mj_step(model, data, -step % STEPS_A_FRAME if met else 0)
        if met or step % STEPS_A_FRAME == 0:
            frames.append(poses(data))
    return met == {0}


def _met(model: mujoco.MjModel, data: mujoco.MjData, body: int) -> set[int]:
    """The geometries that a body touches; 0 is the table."""
    if not data.ncon:
        return set()
    own = int(model.body_geomadr[body])
    pairs = data.contact.geom[: data.ncon]
    return {int(geom) for pair in pairs if own in pair for geom in pair if geom != own}


def rest(mat: Mat, lying: Sequence[tuple[float, ...]]) -> tuple[Lying, ...]:
    """How the dice come to lie that are let go of where they are: one that leans on nothing falls.

    Raises :class:`Restless` where they do not come to rest.
    """
    if not lying:
        return ()
    data = mujoco.MjData(mat_world(mat, len(lying)))
    for body, pose in enumerate((*standing_post(mat), *lying)):
        place(data, body, pose)
    settle(data.model, data, [])
    return lies(mat, data.model, data)


def report(mat: Mat, model: mujoco.MjModel, data: mujoco.MjData, start: Numbers, bounced: bool) -> Report:
    """What a throw came to: how all dice lie now, and which of them it moved from ``start``,
    float64[bodies, 7]."""
    end = poses(data)
    moved = np.abs(end - start)[:, :3].max(axis=1) > HAND
    post = range(mat.post)
    felled = bool(mat.post and end[mat.post - 1, 2] < start[mat.post - 1, 2] - HALF)
    return Report(
        bounced=bounced,
        dice=lies(mat, model, data),
        moved=tuple(int(body) - mat.post for body in range(mat.post, len(end) - 1) if moved[body]),
        touched=bool(any(moved[body] for body in post)),
        felled=felled,
    )


def lies(mat: Mat, model: mujoco.MjModel, data: mujoco.MjData) -> tuple[Lying, ...]:
    """How each die lies, except those of the Post."""
    on_mat = _touching(model, data) if mat.width else set[int]()
    return tuple(lie(mat, model, data, body, body in on_mat) for body in range(mat.post, model.nbody - 1))


def lie(mat: Mat, model: mujoco.MjModel, data: mujoco.MjData, body: int, on_mat: bool) -> Lying:
    """How the die ``body`` lies; ``on_mat`` says whether the mat bears it."""
    pose = data.qpos[7 * body : 7 * body + 7]
    corners = outline(pose[:3], data.xmat[body + 1].reshape(3, 3))
    return Lying(
        pose=tuple(float(part) for part in pose),
        number=number_up(pose[3:]),
        cocked=is_cocked(pose),
        on_mat=on_mat,
        ring=ring(mat, corners) if on_mat and mat.rings else OFF,
        band=band(mat, corners) if on_mat and mat.bands else OFF,
        gap=max(0.0, nearness(corners, mat.middle) - HALF) if mat.post else 0.0,
    )


def _touching(model: mujoco.MjModel, data: mujoco.MjData) -> set[int]:
    """The bodies that rest on the mat, or on something that does."""
    mat = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, GROUND)
    pairs = [tuple(int(geom) for geom in pair) for pair in data.contact.geom[: data.ncon]]
    resting = {mat}
    while True:
        more = {b for a, b in (*pairs, *((b, a) for a, b in pairs)) if a in resting and b > mat} - resting
        if not more:
            return {int(model.geom_bodyid[geom]) - 1 for geom in resting - {mat}}
        resting |= more
