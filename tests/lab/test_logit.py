"""The fit behind the tables that judge a match before its end."""

from __future__ import annotations

import numpy as np
import pytest

from throwdown.bots.logit import fit


def test_the_fit_finds_the_weights_that_made_the_shares():
    rng = np.random.default_rng(1)
    signs, weights = rng.normal(size=(20_000, 3, 2)), np.array([1.5, -0.5])
    odds = np.exp(signs @ weights)
    winners = (rng.random(20_000)[:, None] > np.cumsum(odds / odds.sum(1, keepdims=True), 1)).sum(1)
    assert fit(signs, np.eye(3)[winners], ridge=1.0) == pytest.approx(weights, abs=0.05)
