"""Counterfactual regret over a tree unfolded for two seats, and how far a strategy is from perfect.

Regrets are matched with the last regret as a forecast of the next (predictive CFR+: Farina, Kroer and
Sandholm 2021), the seats take turns, and later strategies weigh more in the mean, by their number squared.

Numbers of a decision lie at ``first .. first + count - 1`` of arrays over all choices of all decisions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernel.contract import CHANCE, record, rule
from .matching import match, plus

NODE = record(
    ("seat", "i4"),  # who chooses; -1 at an end
    ("decision", "i4"),
    ("first", "i4"),  # its children
    ("count", "i4"),
    ("event", "i4"),  # that led here
    ("chance", "f8"),  # of being drawn, under a chance node
    ("payoff", "f8"),  # for seat 0, at an end
)
DECISION = record(("key", "u8"), ("seat", "i4"), ("first", "i4"), ("count", "i4"))


class Learning(NamedTuple):
    """What regret minimisation has learnt so far, each float64[choices]."""

    regrets: Any  # sums, kept at 0 or above
    last: Any  # regrets of the last iteration alone, the forecast of the next
    strategy: Any  # of the next iteration
    mean: Any  # sums of all strategies, later ones weighing more


@rule
def match_predicted(learning, first, count):
    """Predictive regret matching: fill the strategy of a decision, whose ``count`` choices begin at
    ``first``, by its regrets plus their forecast. ``learning`` is :class:`Learning` over float64[choices]."""
    strategy = learning.strategy
    for k in range(first, first + count):
        strategy[k] = learning.regrets[k] + learning.last[k]
    match(strategy, strategy, first, count, 1)


@rule
def match_all(decisions, seat, learning):
    """Predictive regret matching at every decision of ``seat``. ``decisions`` is DECISION[d], ``learning`` is
    :class:`Learning` over float64[choices]."""
    for d in range(decisions.shape[0]):
        if decisions[d].seat == seat:
            match_predicted(learning, decisions[d].first, decisions[d].count)


@rule
def reaches(nodes, decisions, strategy, seat, mine, theirs):
    """The reach probability of each node by the choices of ``seat`` (``mine``) and by those of everybody
    else (``theirs``), both float64[nodes]."""
    mine[0] = theirs[0] = 1.0
    for at in range(nodes.shape[0]):
        node = nodes[at]
        for k in range(node.count):
            child = node.first + k
            mine[child], theirs[child] = mine[at], theirs[at]
            if node.seat == CHANCE:
                theirs[child] *= nodes[child].chance
            elif node.seat == seat:
                mine[child] *= strategy[decisions[node.decision].first + k]
            else:
                theirs[child] *= strategy[decisions[node.decision].first + k]


@rule
def values_of(nodes, decisions, strategy, seat, theirs, values, gains):
    """Counterfactual values: fill ``values``, float64[nodes], with the expected payoff of each node for
    ``seat``, and add to ``gains``, float64[choices], what its choices bring, weighted by the reach of
    others, ``theirs``, float64[nodes]."""
    sign = 1.0 if seat == 0 else -1.0
    for at in range(nodes.shape[0] - 1, -1, -1):
        node = nodes[at]
        if node.count == 0:
            values[at] = sign * node.payoff
            continue
        total = 0.0
        if node.seat == CHANCE:
            for k in range(node.first, node.first + node.count):
                total += nodes[k].chance * values[k]
        else:
            first = decisions[node.decision].first
            for k in range(node.count):
                value = values[node.first + k]
                total += strategy[first + k] * value
                if node.seat == seat:
                    gains[first + k] += theirs[at] * value
        values[at] = total


@rule
def add_to_mean(nodes, decisions, learning, seat, mine, weight, seen):
    """Add the strategy of ``seat`` to its sums in ``learning``, over float64[choices], times ``weight`` and
    its own reach ``mine``, float64[nodes]; ``seen``, bool[decisions], is False at first."""
    for at in range(nodes.shape[0]):
        d = nodes[at].decision
        if d >= 0 and nodes[at].seat == seat and not seen[d]:
            seen[d] = True
            for k in range(decisions[d].first, decisions[d].first + decisions[d].count):
                learning.mean[k] += weight * mine[at] * learning.strategy[k]


@rule
def improve(decisions, seat, gains, learning):
    """Update the regrets of ``seat`` by ``gains``, float64[choices], what each choice would have brought:
    ``last`` becomes how much that is more than the strategy brought, and ``regrets`` their sum (CFR+).
    ``learning`` is :class:`Learning` over float64[choices]."""
    for d in range(decisions.shape[0]):
        if decisions[d].seat != seat:
            continue
        first, count = decisions[d].first, decisions[d].count
        value = 0.0
        for k in range(first, first + count):
            value += learning.strategy[k] * gains[k]
        for k in range(first, first + count):
            learning.last[k] = gains[k] - value
            learning.regrets[k] = plus(learning.regrets[k], learning.last[k])


@rule
def iterate(nodes, decisions, learning, began, many):
    """Run ``many`` iterations for both seats, the first of them number ``began`` (from 0). ``learning`` is
    :class:`Learning` over float64[choices]; ``nodes`` is NODE[n], ``decisions`` DECISION[d]."""
    size = nodes.shape[0]
    mine, theirs, values = np.empty(size), np.empty(size), np.empty(size)
    gains = np.empty(learning.regrets.shape[0])
    seen = np.empty(decisions.shape[0], np.bool_)
    strategy = learning.strategy
    for seat in range(2):
        match_all(decisions, seat, learning)
    for t in range(began, began + many):
        for seat in range(2):
            gains[:] = 0.0
            seen[:] = False
            reaches(nodes, decisions, strategy, seat, mine, theirs)
            values_of(nodes, decisions, strategy, seat, theirs, values, gains)
            add_to_mean(nodes, decisions, learning, seat, mine, (t + 1.0) ** 2, seen)
            improve(decisions, seat, gains, learning)
            match_all(decisions, seat, learning)


@rule
def normalize(decisions, mean, strategy):
    """Turn the sums in ``mean`` into the average strategy ``strategy``, both float64[choices]; uniform
    where a decision is never reached."""
    for d in range(decisions.shape[0]):
        first, count = decisions[d].first, decisions[d].count
        match(mean, strategy, first, count, 1)


@rule
def value_for_first(nodes, decisions, strategy):
    """The expected payoff of seat 0 where both play ``strategy``, float64[choices]."""
    size = nodes.shape[0]
    values, theirs, gains = np.empty(size), np.zeros(size), np.zeros(strategy.shape[0])
    values_of(nodes, decisions, strategy, 0, theirs, values, gains)
    return values[0]


@rule
def best_answer(nodes, decisions, strategy, seat):
    """The expected payoff of ``seat`` for its best response to ``strategy``, float64[choices].

    All nodes of a decision lie at one depth, so that what follows any of them is known when the first is
    met.
    """
    size = nodes.shape[0]
    mine, theirs, values = np.empty(size), np.empty(size), np.empty(size)
    reaches(nodes, decisions, strategy, seat, mine, theirs)
    after, head = np.full(size, -1, np.int32), np.full(decisions.shape[0], -1, np.int32)
    for at in range(size):
        d = nodes[at].decision
        if d >= 0:
            after[at], head[d] = head[d], at
    choice = np.full(decisions.shape[0], -1, np.int32)
    sign = 1.0 if seat == 0 else -1.0
    for at in range(size - 1, -1, -1):
        node = nodes[at]
        if node.count == 0:
            values[at] = sign * node.payoff
        elif node.seat == seat:
            if choice[node.decision] < 0:
                choice[node.decision] = best_choice(nodes, head[node.decision], after, theirs, values)
            values[at] = values[node.first + choice[node.decision]]
        else:
            values[at] = mean_of(nodes, decisions, strategy, node, values)
    return values[0]


@rule
def best_choice(nodes, at, after, theirs, values):
    """The choice that brings most over all nodes of a decision, weighted by ``theirs``, float64[nodes].
    ``at`` is the first of the nodes, ``after``, int32[nodes], the next of each; ``values`` is
    float64[nodes]."""
    count, start = nodes[at].count, at
    best, choice = -1e300, 0
    for k in range(count):
        total, at = 0.0, start
        while at >= 0:
            total += theirs[at] * values[nodes[at].first + k]
            at = after[at]
        if total > best:
            best, choice = total, k
    return choice


@rule
def mean_of(nodes, decisions, strategy, node, values):
    """The expected value of a node over chance, or over the choices of ``strategy``, float64[choices];
    ``values`` is float64[nodes]."""
    total = 0.0
    for k in range(node.count):
        child = node.first + k
        if node.seat == CHANCE:
            total += nodes[child].chance * values[child]
        else:
            total += strategy[decisions[node.decision].first + k] * values[child]
    return total
