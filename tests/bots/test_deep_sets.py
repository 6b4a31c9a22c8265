"""The network over things that are alike: its slopes are right, and names of things mean nothing to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from throwdown.bots.deep_sets import (
    Weights,
    chances_of,
    new_weights,
    numbers_of,
    slopes_of_numbers,
    slopes_of_worth,
    through,
    worth_of,
)
from throwdown.kernel.self_play import Seen

MANY, THINGS, SIGNS, AROUND, HIDDEN, STEPS = 7, 4, 5, 3, 6, 2
BIT = 1e-6


def normal(draw: np.random.Generator, *shape: int) -> Any:
    """Normal numbers, float64[shape]."""
    return draw.standard_normal(shape)


def some(steps: int) -> tuple[Weights, Seen, np.random.Generator]:
    """Weights and positions in float64, so that differences can be taken."""
    draw = np.random.default_rng(3)
    weights = new_weights(draw, SIGNS, AROUND, HIDDEN, steps)
    weights = {name: each + 0.1 * normal(draw, *each.shape) for name, each in weights.items()}
    named = np.array([-1, 0, 1, 2, 3, 0, 1])
    legal = np.ones((MANY, 1 + THINGS * STEPS), bool)
    things, around = normal(draw, MANY, THINGS, SIGNS), normal(draw, MANY, AROUND)
    return weights, Seen(things, around, named, legal), draw


def compare(weights: Weights, slopes: Weights, total: Callable[[], float]) -> None:
    """Every slope beside the difference that a small change of its weight makes."""
    assert slopes.keys() == weights.keys()
    for name, each in weights.items():
        for place in np.ndindex(each.shape):
            before = each[place]
            each[place] = before + BIT
            above = total()
            each[place] = before - BIT
            below = total()
            each[place] = before
            assert slopes[name][place] == pytest.approx((above - below) / (2 * BIT), abs=1e-5)


def test_the_slopes_of_numbers_are_those_of_differences() -> None:
    weights, seen, draw = some(STEPS)
    pull = normal(draw, *seen.legal.shape)
    slopes = slopes_of_numbers(weights, seen, through(weights, seen), pull)
    compare(weights, slopes, lambda: float((numbers_of(weights, seen, through(weights, seen)) * pull).sum()))


def test_the_slopes_of_worth_are_those_of_differences() -> None:
    weights, seen, draw = some(0)
    pull = normal(draw, MANY)
    squeezed = worth_of(weights, through(weights, seen))
    slopes = slopes_of_worth(weights, seen, through(weights, seen), pull * (1 - squeezed**2))
    compare(weights, slopes, lambda: float((worth_of(weights, through(weights, seen)) * pull).sum()))


def test_things_in_another_order_have_their_numbers_in_that_order() -> None:
    weights, seen, _ = some(STEPS)
    order = np.array([2, 0, 3, 1])
    named = np.where(seen.named < 0, -1, np.argsort(order)[seen.named])
    other = seen._replace(things=seen.things[:, order], named=named)
    here = numbers_of(weights, seen, through(weights, seen))
    there = numbers_of(weights, other, through(weights, other))
    ends = seen.named >= 0
    assert there[ends, 0] == pytest.approx(here[ends, 0])
    steps = here[:, 1:].reshape(MANY, THINGS, STEPS)[:, order]
    assert there[:, 1:] == pytest.approx(steps.reshape(MANY, -1))


def test_what_is_not_legal_has_no_chance() -> None:
    legal = np.array([[True, False, True]])
    chances = chances_of(np.array([[0.0, 50.0, 0.0]]), legal)
    assert chances.tolist() == [[0.5, 0.0, 0.5]]
