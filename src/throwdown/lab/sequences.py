"""Confidence sequences: intervals for a mean that hold at every look, however often and whenever one looks.

An interval of 95 % for a fixed number of pairs is wrong for a series that ends when the interval looks good:
luck is then looked for until it comes. A confidence sequence covers the true mean at all times at once with
95 %, so a series may end when it is clear. This one bets against each mean (Waudby-Smith and Ramdas 2024):
whoever bets a fixed part of his capital that scores are higher, or lower, than the true mean wins nothing on
average, and multiplies his capital by 40 with a chance of 1 in 40 at most (Ville 1939). A mean against which
one of the two has grown by that much is left out. The capital is spread evenly over several parts, since the
right one is not known; what it comes to depends on how often each score came, and not on their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

Numbers = np.ndarray[Any, Any]
RATE = 0.05  # how often the true mean lies outside at some look, at most
BETS: Numbers = np.geomspace(0.02, 0.9, 12)  # parts of the capital that are bet
TIGHTEST = 200  # numbers at which an asymptotic sequence is as narrow as it can be
STEPS = 40  # halvings until a limit is known


class Interval(NamedTuple):
    """An interval for a mean of scores from 0 to 1, by its lower and upper limit."""

    low: float
    high: float


def interval(counts: Mapping[float, int], rate: float = RATE) -> Interval:
    """The interval for the mean of scores from 0 to 1; ``counts`` says how often each score came."""
    scores: Numbers = np.array(list(counts), float)
    many: Numbers = np.array(list(counts.values()), float)
    low = _limit(scores, many, rate)
    return Interval(low, 1.0 - _limit(1.0 - scores, many, rate))


def capital(scores: Numbers, many: Numbers, mean: float) -> Numbers:
    """The logarithm of what 1 has grown to by betting that scores lie above ``mean``, float64[...].

    ``scores`` are float64[n], ``many`` says how often each came, float64[..., n].
    """
    growth: Numbers = np.log1p(BETS[:, None] * (scores / mean - 1.0))
    grown: Numbers = many @ growth.T
    most: Numbers = grown.max(axis=-1, keepdims=True)
    return np.log(np.exp(grown - most).mean(axis=-1)) + most[..., 0]


def asymptotic(many: int, mean: float, variance: float, rate: float = RATE) -> Interval:
    """The interval for a mean of ``many`` numbers that may lie beyond 0 and 1, by their mean and variance; it
    holds at every look once they are many, as an interval of the normal distribution does at one (an
    asymptotic confidence sequence: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024)."""
    tight = (-2 * np.log(rate) + np.log(-2 * np.log(rate)) + 1) / TIGHTEST
    grown = many * tight + 1
    half = float(np.sqrt(variance * 2 * grown / (many * many * tight) * np.log(np.sqrt(grown) / rate)))
    return Interval(mean - half, mean + half)


def _limit(scores: Numbers, many: Numbers, rate: float) -> float:
    """The largest mean below which all are left out; 0 where none is."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if float(capital(scores, many, middle)) >= np.log(2.0 / rate):
            low = middle
        else:
            high = middle
    return low
