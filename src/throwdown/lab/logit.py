"""What makes a seat win: a conditional logit (McFadden 1974), fitted by Newton's method."""

from __future__ import annotations

from typing import Any

import numpy as np

Numbers = np.ndarray[Any, Any]


def fit(signs: Numbers, shares: Numbers, ridge: float, steps: int = 12) -> Numbers:
    """The weights by which ``signs[k, seat, sign]`` make ``shares[k, seat]`` of the win.

    The chance of a seat is the exponential of its weighted signs, as a part of the sum over the seats.
    ``ridge`` keeps weights at zero of which the signs say nothing, as where all seats have the same.
    """
    weights: Numbers = np.zeros(signs.shape[2])
    for _ in range(steps):
        odds: Numbers = np.exp(signs @ weights)
        chance: Numbers = odds / odds.sum(axis=1, keepdims=True)
        apart: Numbers = signs - np.einsum("ts,tsk->tk", chance, signs)[:, None]
        slope: Numbers = np.einsum("ts,tsk,tsl->kl", chance, apart, apart) + ridge * np.eye(len(weights))
        rise: Numbers = np.einsum("ts,tsk->k", shares - chance, signs)
        weights = weights + np.linalg.solve(slope, rise - ridge * weights)
    return weights
