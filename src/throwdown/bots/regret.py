"""Counterfactual regret over a tree unfolded for two seats, and how far a strategy is from perfect.

Regrets are matched with the last regret as a forecast of the next (predictive CFR+: Farina, Kroer and
Sandholm 2021), the seats take turns, and later strategies weigh more in the mean, by their number squared.

Numbers of a decision lie at ``first .. first + count - 1`` of arrays over all its choices.
"""

from __future__ import annotations

import numpy as np

from ..kernel.contract import CHANCE, record, rule

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


@rule
def match_regrets(decisions, seat, regrets, last, strategy):
    """The strategy of ``seat`` by its regrets and their forecast."""
    for d in range(decisions.shape[0]):
        if decisions[d].seat != seat:
            continue
        first, count = decisions[d].first, decisions[d].count
        total = 0.0
        for k in range(first, first + count):
            strategy[k] = max(0.0, regrets[k] + last[k])
            total += strategy[k]
        for k in range(first, first + count):
            strategy[k] = strategy[k] / total if total > 0.0 else 1.0 / count


@rule
def reaches(nodes, decisions, strategy, seat, mine, theirs):
    """How likely each node is by the choices of ``seat``, and by those of everybody else."""
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
    """The value of each node for ``seat``; in ``gains`` what its choices bring, by the reach of others."""
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
def add_to_mean(nodes, decisions, strategy, seat, mine, weight, mean, seen):
    """Add the strategy of ``seat`` to its mean, each decision once, by how likely ``seat`` gets there."""
    for at in range(nodes.shape[0]):
        d = nodes[at].decision
        if d >= 0 and nodes[at].seat == seat and not seen[d]:
            seen[d] = True
            for k in range(decisions[d].first, decisions[d].first + decisions[d].count):
                mean[k] += weight * mine[at] * strategy[k]


@rule
def improve(decisions, seat, strategy, gains, regrets, last):
    """Enter what every choice would have brought more than the strategy did."""
    for d in range(decisions.shape[0]):
        if decisions[d].seat != seat:
            continue
        first, count = decisions[d].first, decisions[d].count
        value = 0.0
        for k in range(first, first + count):
            value += strategy[k] * gains[k]
        for k in range(first, first + count):
            last[k] = gains[k] - value
            regrets[k] = max(0.0, regrets[k] + last[k])


@rule
def iterate(nodes, decisions, regrets, last, strategy, mean, began, many):
    """``many`` iterations of both seats, the first of them number ``began`` (from 0)."""
    size = nodes.shape[0]
    mine, theirs, values = np.empty(size), np.empty(size), np.empty(size)
    gains = np.empty(regrets.shape[0])
    seen = np.empty(decisions.shape[0], np.bool_)
    for seat in range(2):
        match_regrets(decisions, seat, regrets, last, strategy)
    for t in range(began, began + many):
        for seat in range(2):
            gains[:] = 0.0
            seen[:] = False
            reaches(nodes, decisions, strategy, seat, mine, theirs)
            values_of(nodes, decisions, strategy, seat, theirs, values, gains)
            add_to_mean(nodes, decisions, strategy, seat, mine, (t + 1.0) ** 2, mean, seen)
            improve(decisions, seat, strategy, gains, regrets, last)
            match_regrets(decisions, seat, regrets, last, strategy)


@rule
def normalize(decisions, mean, strategy):
    """The mean strategy; even chances where a decision is never reached."""
    for d in range(decisions.shape[0]):
        first, count = decisions[d].first, decisions[d].count
        total = mean[first : first + count].sum()
        for k in range(first, first + count):
            strategy[k] = mean[k] / total if total > 0.0 else 1.0 / count


@rule
def value_for_first(nodes, decisions, strategy):
    """What seat 0 wins when both play ``strategy``."""
    size = nodes.shape[0]
    values, theirs, gains = np.empty(size), np.zeros(size), np.zeros(strategy.shape[0])
    values_of(nodes, decisions, strategy, 0, theirs, values, gains)
    return values[0]


@rule
def best_answer(nodes, decisions, strategy, seat):
    """What ``seat`` wins at best against ``strategy``.

    All nodes of a decision lie at one depth, so that what follows any of them is known when the first is met.
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
    """The choice that brings most over all the nodes of a decision, the first of which is ``at``."""
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
    total = 0.0
    for k in range(node.count):
        child = node.first + k
        if node.seat == CHANCE:
            total += nodes[child].chance * values[child]
        else:
            total += strategy[decisions[node.decision].first + k] * values[child]
    return total
