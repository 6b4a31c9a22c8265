"""A network over things that are alike: what it says of each does not depend on their order or names.

Every thing goes through the same two hidden layers, and what all of them come to on average is told to each
(Zaheer et al. 2017, Deep Sets). Its last layer gives a number to every step of a thing and to the end, or one
number to the whole position. Where things change their names, so do the numbers, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from throwdown.kernel.self_play import Seen

Numbers = np.ndarray[Any, Any]
Weights = dict[str, Numbers]
Read = Mapping[str, Numbers]  # weights that nobody changes
Through = tuple[Numbers, Numbers]  # float32[n, things, hidden]: what the two hidden layers came to


def new_weights(draw: np.random.Generator, signs: int, around: int, hidden: int, steps: int) -> Weights:
    """Weights to begin with, for things of so many ``signs`` with ``around`` numbers beside them, two layers
    of ``hidden`` units and so many ``steps`` of a thing; 0 steps: one number for the whole position."""

    def layer(before: int, after: int, size: float) -> Numbers:
        return (draw.standard_normal((before, after)) * size / np.sqrt(before)).astype(np.float32)

    weights = {
        "first": layer(signs, hidden, 1.4),
        "first_floor": np.zeros(hidden, np.float32),
        "second": layer(hidden, hidden, 1.0),
        "together": layer(hidden, hidden, 1.0),
        "around": layer(around, hidden, 1.0),
        "second_floor": np.zeros(hidden, np.float32),
        "all": layer(hidden, 1, 0.1),
        "all_floor": np.zeros(1, np.float32),
    }
    if steps:
        weights |= {
            "steps": layer(hidden, steps, 0.1),
            "steps_floor": np.zeros(steps, np.float32),
            "named": layer(hidden, 1, 0.1),
        }
    return weights


def through(weights: Read, seen: Seen) -> Through:
    """What the hidden layers make of ``seen``."""
    first: Numbers = np.maximum(seen.things @ weights["first"] + weights["first_floor"], 0)
    beside: Numbers = first.mean(axis=1) @ weights["together"] + seen.around @ weights["around"]
    second = first @ weights["second"] + (beside + weights["second_floor"])[:, None]
    return first, np.maximum(second, 0)


def numbers_of(weights: Read, seen: Seen, layers: Through) -> Numbers:
    """A number for each action, float32[n, actions]."""
    second = layers[1]
    named = second[np.arange(len(second)), np.maximum(seen.named, 0)]
    end = named @ weights["named"] + second.mean(axis=1) @ weights["all"] + weights["all_floor"]
    steps = second @ weights["steps"] + weights["steps_floor"]
    return np.concatenate([end, steps.reshape(len(second), -1)], axis=1)


def worth_of(weights: Read, layers: Through) -> Numbers:
    """One number for each position, from -1 to 1: float32[n]."""
    return np.tanh(layers[1].mean(axis=1) @ weights["all"] + weights["all_floor"])[:, 0]


def chances_of(numbers: Numbers, legal: Numbers) -> Numbers:
    """The softmax of ``numbers``, float32[n, actions], over what is ``legal``, bool[n, actions]."""
    allowed: Numbers = np.where(legal, numbers, -np.inf)
    grown: Numbers = np.exp(allowed - allowed.max(axis=1, keepdims=True))
    return grown / grown.sum(axis=1, keepdims=True)


def slopes_of_numbers(weights: Read, seen: Seen, layers: Through, slope: Numbers) -> Weights:
    """How a sum changes with each weight that changes by ``slope``, float32[n, actions], with the numbers of
    the actions."""
    second = layers[1]
    many, things, hidden = (int(n) for n in second.shape)
    end, steps = slope[:, :1], slope[:, 1:].reshape(many * things, -1)
    rows: Numbers = np.arange(many)
    named: Numbers = np.maximum(seen.named, 0)
    found = {
        "steps": second.reshape(-1, hidden).T @ steps,
        "steps_floor": steps.sum(axis=0),
        "named": second[rows, named].T @ end,
        "all": second.mean(axis=1).T @ end,
        "all_floor": end.sum(axis=0),
    }
    into: Numbers = (steps @ weights["steps"].T).reshape(second.shape)
    into[rows, named] += end @ weights["named"].T
    into += (end @ weights["all"].T / things)[:, None]
    return found | _slopes_of_layers(weights, seen, layers, into)


def slopes_of_worth(weights: Read, seen: Seen, layers: Through, slope: Numbers) -> Weights:
    """The same where the sum changes by ``slope``, float32[n], with the worth before it is squeezed between
    -1 and 1."""
    second, end = layers[1], slope[:, None]
    into: Numbers = np.repeat((end @ weights["all"].T / second.shape[1])[:, None], second.shape[1], axis=1)
    found = {"all": second.mean(axis=1).T @ end, "all_floor": end.sum(axis=0)}
    return found | _slopes_of_layers(weights, seen, layers, into)


def _slopes_of_layers(weights: Read, seen: Seen, layers: Through, slope: Numbers) -> Weights:
    """Those of the weights of the hidden layers; ``slope`` is of the second, float32[n, things, hidden]."""
    first, second = layers
    hidden, things = second.shape[2], second.shape[1]
    second_slope: Numbers = slope * (second > 0)
    of_all: Numbers = second_slope.sum(axis=1)
    flat = second_slope.reshape(-1, hidden)
    into = (flat @ weights["second"].T).reshape(first.shape)
    into += (of_all @ weights["together"].T / things)[:, None]
    first_slope = (into * (first > 0)).reshape(-1, hidden)
    return {
        "first": seen.things.reshape(-1, seen.things.shape[2]).T @ first_slope,
        "first_floor": first_slope.sum(axis=0),
        "second": first.reshape(-1, hidden).T @ flat,
        "together": first.mean(axis=1).T @ of_all,
        "around": seen.around.T @ of_all,
        "second_floor": of_all.sum(axis=0),
    }
