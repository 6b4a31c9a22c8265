"""Confidence sequences: right at every look, and narrow enough to be of use."""

from __future__ import annotations

import numpy as np
import pytest

from throwdown.lab.matchup import score_of
from throwdown.lab.sequences import RATE, capital, interval

SERIES, LOOKS, EVERY = 2000, 100, 20  # of 20 pairs each, up to 2,000 pairs


@pytest.mark.parametrize(
    "odds", [(0.2, 0.0, 0.6, 0.0, 0.2), (0.5, 0.0, 0.0, 0.0, 0.5), (0.05, 0.2, 0.5, 0.2, 0.05)]
)
def test_a_ladder_of_equal_players_is_called_clear_at_most_as_often_as_stated(odds):
    scores = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    drawn = np.random.default_rng(5).multinomial(EVERY, odds, (SERIES, LOOKS)).cumsum(axis=1)
    up, down = capital(scores, drawn, 0.5), capital(1 - scores, drawn, 0.5)
    false = (np.maximum(up, down) >= np.log(2 / RATE)).any(axis=1)
    assert 0 < false.sum() <= RATE * SERIES


def test_a_true_mean_lies_within_at_all_looks():
    rng = np.random.default_rng(3)
    missed = 0
    for _ in range(40):
        counts = np.zeros(3, int)
        limits = []
        for _ in range(20):
            counts += rng.multinomial(EVERY, (0.1, 0.3, 0.6))
            limits.append(interval(dict(zip((0.0, 0.5, 1.0), counts.tolist(), strict=True))))
        missed += not all(limit.low <= 0.75 <= limit.high for limit in limits)
    assert missed <= 5


def test_an_interval_depends_on_the_scores_and_not_on_their_order():
    shares = [0.5, 1.0, 0.0, 1.0, 0.5, 0.5, 1.0, 0.75]
    one, other = score_of(shares), score_of(shares[5:]).joined(score_of(shares[:5]))
    assert one.is_counted
    assert one.counts == other.counts
    assert one.interval() == other.interval()


def test_an_interval_is_mirrored_with_its_scores_and_narrows():
    few = interval({0.0: 10, 0.5: 20, 1.0: 20})
    back = interval({1.0: 10, 0.5: 20, 0.0: 20})
    many = interval({0.0: 100, 0.5: 200, 1.0: 200})
    assert (few.low, few.high) == pytest.approx((1 - back.high, 1 - back.low))
    assert few.low < many.low < 0.6 < many.high < few.high
    assert many.high - many.low < 0.12
    assert interval({}) == (0.0, 1.0)
