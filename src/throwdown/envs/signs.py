"""Which signs of an observation a network is told, found out by random play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from throwdown.bots.trained import Signs
from throwdown.envs.batch import Batch
from throwdown.kernel.errors import BadValue

MOST = 1024  # signs
SMALL = 256  # a column with more values than that is told as a number alone
FEW = 4  # a column with more values than that is told as a number, too
RARE = 0.001  # the part of the rows that a value is seen in at least


def signs_of(batch: Batch, leave_out: Sequence[str] = (), *, steps: int = 60, most: int = MOST) -> Signs:
    """Signs for the game of ``batch``, which plays ``steps`` random choices in each match and begins anew.

    Fields named in ``leave_out``, and columns that stay the same, are left out. Of the others each value that
    is seen often enough has a sign of its own, and those with many values are told as numbers too, between -1
    and 1. The ``most`` frequent stay.
    Raises :class:`BadValue` for a field that there is not.
    """
    unknown = [name for name in leave_out if name not in batch.layout.slices]
    if unknown:
        fields = ", ".join(batch.layout.slices)
        raise BadValue(f"there is no field {unknown[0]!r} in an observation; there are {fields}")
    left_out = {
        column for name in leave_out for column in range(batch.layout.size)[batch.layout.slices[name]]
    }
    batch.reset(batch.seed)
    rows = np.concatenate([batch.step(batch.sample())[0][:: max(1, batch.many // 256)] for _ in range(steps)])
    batch.reset(batch.seed)
    found: list[tuple[float, int, int, float]] = []
    for column in range(rows.shape[1]):
        values, counts = np.unique(rows[:, column], return_counts=True)
        if len(values) == 1 or column in left_out:
            continue
        if len(values) > FEW:
            found.append((2.0, column, 0, 1 / float(np.abs(values).max())))
        if len(values) <= SMALL:
            parts = counts / len(rows)
            found += [
                (float(part), column, int(value), 0.0)
                for value, part in zip(values, parts, strict=True)
                if part >= RARE
            ]
    found.sort(key=lambda sign: (-sign[0], *sign[1:]))
    kept = sorted(found[:most], key=lambda sign: sign[1:])
    return Signs(
        np.array([sign[1] for sign in kept], np.int32),
        np.array([sign[2] for sign in kept], np.int32),
        np.array([sign[3] for sign in kept], np.float32),
    )
