"""What makes a seat win: a conditional logit (McFadden 1974), fitted by Newton's method."""

from __future__ import annotations

from typing import Any

import numpy as np

Numbers = np.ndarray[Any, Any]


def fit(signs: Numbers, shares: Numbers, ridge: float, steps: int = 12) -> Numbers:
    """Fit a conditional logit model: the chance of a seat is proportional to the exponential of its
    weighted signs.

    ``signs`` is float64[matches, seats, signs], ``shares`` float64[matches, seats] the share of the win;
    returns the weights, float64[signs]. ``ridge`` is the penalty that keeps at 0 the weights of which the
    data say nothing. Newton's method makes ``steps`` steps.
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
