"""Observations: the record as a seat may know it, as one row of whole numbers with named slices."""

from __future__ import annotations

import hashlib
from math import prod
from typing import Any, NamedTuple

import numpy as np

from throwdown.kernel.folder import GameFolder

Numbers = np.ndarray[Any, Any]
OWN = "own_seat"


class Layout:
    """Where the fields of a game's record lie in an observation.

    The first number, ``own_seat``, is the seat that observes (9: a watcher); the fields of the record follow
    in its order, those of several numbers row by row. What the seat may not know is blanked by ``hide`` of
    the rules. Fields are described where the game's STATE is written; many are counts, some are sets of
    seats or cards with a bit for each.
    """

    def __init__(self, game: GameFolder) -> None:
        state = game.rules.STATE
        self.shapes: dict[str, tuple[int, ...]] = {OWN: ()}
        self.slices: dict[str, slice] = {OWN: slice(0, 1)}
        for name in state.names:
            first = self.size
            self.shapes[name] = state[name].shape
            self.slices[name] = slice(first, first + prod(state[name].shape))
        self._runs = _runs(state, self.slices)

    @property
    def size(self) -> int:
        """Numbers in an observation."""
        return max(part.stop for part in self.slices.values())

    @property
    def digest(self) -> str:
        """A hash of the names and shapes of the fields, in their order."""
        return hashlib.sha256(repr(self.shapes).encode()).hexdigest()[:16]

    def write(self, seats: Numbers, seen: Numbers, into: Numbers) -> None:
        """Put ``seen`` (records ``[many]``, each hidden from ``seats[k]``) into the rows of ``into``
        (int32 ``[many, size]``)."""
        into[:, 0] = seats
        wide: dict[str, Numbers] = {}
        for run in self._runs:
            if run.kind not in wide:
                wide[run.kind] = seen.view(run.kind).reshape(len(seen), -1)
            into[:, run.columns] = wide[run.kind][:, run.places]

    def read(self, observation: Numbers) -> dict[str, Numbers]:
        """The fields of an observation ``[size]``, or of rows of them ``[many, size]``, by name, each in its
        own shape.

        Raises ValueError for another number of columns than ``size``.
        """
        if observation.shape[-1] != self.size:
            raise ValueError(f"an observation has {self.size} numbers, not {observation.shape[-1]}")
        lead = observation.shape[:-1]
        return {
            name: observation[..., part].reshape(lead + self.shapes[name])
            for name, part in self.slices.items()
        }


class _Run(NamedTuple):
    """Numbers of one ``kind`` that lie side by side in a record, at ``places`` counted in numbers of that
    kind, and in an observation, at ``columns``."""

    kind: str
    places: slice
    columns: slice


def _runs(state: np.dtype[Any], slices: dict[str, slice]) -> list[_Run]:
    """The fewest runs of which ``state`` consists: each is copied at once, where a field after the other
    would take one copy for each."""
    runs: list[_Run] = []
    fields: Any = state.fields
    for name in state.names or ():
        base, offset = state[name].base, int(fields[name][1])
        first, columns = offset // base.itemsize, slices[name]
        places = slice(first, first + columns.stop - columns.start)
        before = runs[-1] if runs else None
        if before and before.kind == base.str and before.places.stop == places.start:
            places, columns = (
                slice(before.places.start, places.stop),
                slice(before.columns.start, columns.stop),
            )
            runs.pop()
        runs.append(_Run(base.str, places, columns))
    return runs
