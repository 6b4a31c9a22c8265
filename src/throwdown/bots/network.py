"""The network of a judge: one hidden layer, which makes a number of what a seat sees of a position.

The shares of the win are the softmax of the numbers of all seats. Sums run in a fixed order in float32, so
that the same position has the same shares on every machine of the same arithmetic.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernel.contract import rule


class Judge(NamedTuple):
    """What a judge has learned."""

    table: Any  # float32[TABLE]: what the game has worked out beforehand
    direct: Any  # float32[SIGNS]: weights from the signs to the number
    inner: Any  # float32[SIGNS, n]: weights from the signs to the hidden layer
    floor: Any  # float32[n]: its constants
    outer: Any  # float32[n]: weights from the hidden layer to the number


def empty_judge() -> Judge:
    """One that has learned nothing, for searches that go by ``outlook``: it has no signs."""
    none = np.zeros(0, np.float32)
    return Judge(none, none, np.zeros((0, 0), np.float32), none, none)


@rule
def number_of(judge, signs, hidden):
    """The number that ``judge`` makes of ``signs``, float32[SIGNS]; ``hidden``, float32[n], is scratch."""
    hidden[:] = judge.floor
    number = np.float32(0.0)
    for k in range(signs.shape[0]):
        sign = signs[k]
        if sign != np.float32(0.0):
            number += sign * judge.direct[k]
            for j in range(hidden.shape[0]):
                hidden[j] += sign * judge.inner[k, j]
    for j in range(hidden.shape[0]):
        if hidden[j] > np.float32(0.0):
            number += hidden[j] * judge.outer[j]
    return number


@rule
def share_out(seats, values):
    """Turn the numbers ``values[:seats]``, float64[8], into shares of the win."""
    most, total = -1e30, 0.0
    for seat in range(seats):
        most = max(most, values[seat])
    for seat in range(seats):
        values[seat] = np.exp(values[seat] - most)
        total += values[seat]
    for seat in range(seats):
        values[seat] /= total
