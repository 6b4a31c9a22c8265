"""The library of throws that every table plays: one file for each number of dice."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from throwdown.arena.attitude import generator
from throwdown.arena.materials import FRAMES_A_SECOND
from throwdown.arena.poses import pack
from throwdown.arena.trays import MOST, roll

LONGEST = int(0.9 * FRAMES_A_SECOND)  # frames of a throw that a table has time for
VARIANTS = {1: 24, 2: 16, 3: 12}  # of so many dice; of more dice:
OTHERWISE = 8


def compute(folder: Path, seed: int) -> list[tuple[int, int, int]]:
    """Write the throws that tables play for ordinary rolls, a file for each number of dice, into
    ``folder``. Returns (dice, throws, bytes) of each file. The same ``seed`` gives the same library."""
    folder.mkdir(parents=True, exist_ok=True)
    made = list[tuple[int, int, int]]()
    for dice in range(1, MOST + 1):
        rng = generator(seed * 100 + dice)
        throws = [_short(dice, rng) for _ in range(VARIANTS.get(dice, OTHERWISE))]
        packed = pack(throws)
        (folder / f"{dice}.bin").write_bytes(packed)
        made.append((dice, len(throws), len(packed)))
    return made


def _short(dice: int, rng: np.random.Generator) -> np.ndarray:
    """A roll that lies within the time."""
    while True:
        frames = roll(dice, rng)
        if len(frames) <= LONGEST:
            return frames
