"""Ordinary rolls: a handful of dice thrown into a felt tray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np

from throwdown.arena.attitude import attitude, is_cocked
from throwdown.arena.errors import Restless
from throwdown.arena.materials import EDGE
from throwdown.arena.motion import place, poses, set_going, settle
from throwdown.arena.world import tray_world

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
else:
    Numbers = Any

HALF_WIDTH = 0.066  # of the tray, inside
MOST = 14
TRIES = 50


def roll(dice: int, rng: np.random.Generator) -> Numbers:
    """A roll of ``dice`` dice in the tray as poses, float64[frames, dice, 7], thirty frames a second, with
    no die cocked at the end.

    A roll with a cocked die is made again. Raises :class:`Restless` after :data:`TRIES` rolls.
    """
    model = tray_world(dice, HALF_WIDTH)
    for _ in range(TRIES):
        data = mujoco.MjData(model)
        let_go(data, dice, rng)
        frames = [poses(data)]
        try:
            settle(model, data, frames)
        except Restless:
            continue
        if lies_well(frames[-1]):
            return np.array(frames)
    raise Restless(f"{dice} dice never lay uncocked in {TRIES} throws")


def let_go(data: mujoco.MjData, dice: int, rng: np.random.Generator) -> None:
    """Place ``dice`` dice in a loose clump at the near side of the tray and throw them across it, each with
    its own spin."""
    columns = min(4, max(1, round(dice**0.5)))
    gap = EDGE * 1.8
    heading = rng.uniform(-0.35, 0.35)
    for die in range(dice):
        row, column = divmod(die, columns)
        layer, row = divmod(row, 2)
        x = (column - (columns - 1) / 2) * gap
        pose = (x, -0.045 + row * gap, 0.06 + layer * gap, *attitude(rng))
        place(data, die, pose)
        speed = rng.normal((heading, 1.0, 0.6), 0.15)
        set_going(data, die, tuple(speed), rng.normal((-20.0, 0.0, 0.0), 12.0))


def lies_well(end: Numbers) -> bool:
    """Whether none of the dice lies cocked; ``end`` are poses, float64[dice, 7]."""
    return not any(map(is_cocked, end))
