"""Counterfactual regret over public states: all hands of both seats at once, as vectors.

Where everything hidden is dealt before the first choice and every choice is seen by all, the tree after the
deal is the same for every deal. A public state then holds a vector over the hands of a seat: how likely
each is to have come here by its own choices (its range), or what it is worth. Ends are matrices of what
each pair of hands pays, times the chance of the pair.

Choices of hand i at a public state begin at ``origin + i * count`` of the arrays over all choices.
"""

from __future__ import annotations

import numpy as np

from ..kernel.contract import record, rule

PUBLIC = record(
    ("seat", "i4"),  # who chooses; -1 at an end
    ("first", "i4"),  # its children
    ("count", "i4"),
    ("origin", "i4"),  # its choices, or the number of its matrix
)


@rule
def line_up(nodes, deals, hands, public, places):
    """The public tree after ``deals`` (nodes of the flat one), ``places[state, deal]`` being the flat nodes.

    ``hands[seat]`` is how many there are. Returns how many public states, choices and ends there are.
    """
    used, choices, ends = 1, 0, 0
    places[0] = deals
    at = 0
    while at < used:
        node, state = nodes[places[at, 0]], public[at]
        state.seat, state.count, state.first = node.seat, node.count, used
        if node.count == 0:
            state.origin = ends
            ends += 1
        else:
            state.origin = choices
            choices += node.count * hands[node.seat]
        for k in range(node.count):
            for deal in range(deals.shape[0]):
                places[used + k, deal] = nodes[places[at, deal]].first + k
        used += node.count
        at += 1
    return used, choices, ends


@rule
def pay_out(nodes, public, places, pairs, chances, pays):
    """Fill ``pays[end, hand of seat 0, hand of seat 1]``; ``pairs[deal]`` are the two hands."""
    for at in range(public.shape[0]):
        if public[at].count == 0:
            for deal in range(pairs.shape[0]):
                pays[public[at].origin, pairs[deal, 0], pairs[deal, 1]] = (
                    chances[deal] * nodes[places[at, deal]].payoff
                )


@rule
def match_regrets(state, hands, regrets, last, strategy):
    """The strategy at a public state by regrets and their forecast."""
    count = state.count
    for hand in range(hands):
        first = state.origin + hand * count
        total = 0.0
        for k in range(first, first + count):
            strategy[k] = max(0.0, regrets[k] + last[k])
            total += strategy[k]
        for k in range(first, first + count):
            strategy[k] = strategy[k] / total if total > 0.0 else 1.0 / count


@rule
def reach(public, strategy, seat, ranges):
    """``ranges[state, hand]``: how likely the hands of ``seat`` come to a state by their own choices."""
    ranges[0] = 1.0
    hands = ranges.shape[1]
    for at in range(public.shape[0]):
        state = public[at]
        for k in range(state.count):
            child = state.first + k
            for hand in range(hands):
                likely = ranges[at, hand]
                if state.seat == seat:
                    likely *= strategy[state.origin + hand * state.count + k]
                ranges[child, hand] = likely


@rule
def end_values(pays, seat, theirs, values):
    """What an end is worth to each hand of ``seat`` against the other's range."""
    values[:] = 0.0
    if seat == 0:
        for hand in range(pays.shape[0]):
            for other in range(pays.shape[1]):
                values[hand] += pays[hand, other] * theirs[other]
    else:
        for other in range(pays.shape[0]):
            for hand in range(pays.shape[1]):
                values[hand] -= pays[other, hand] * theirs[other]


@rule
def back_up(state, at, seat, strategy, values, is_best):
    """The values of a state from those of its children: by strategy, or by the best choice of ``seat``."""
    first, count = state.first, state.count
    for hand in range(values.shape[1]):
        total = 0.0
        if state.seat == seat and is_best:
            total = values[first, hand]
            for k in range(1, count):
                total = max(total, values[first + k, hand])
        elif state.seat == seat:
            for k in range(count):
                total += strategy[state.origin + hand * count + k] * values[first + k, hand]
        else:
            for k in range(count):
                total += values[first + k, hand]
        values[at, hand] = total


@rule
def worth(public, pays, strategy, seat, theirs, values, is_best):
    """The value of every state to every hand of ``seat``; returns the whole."""
    for at in range(public.shape[0] - 1, -1, -1):
        if public[at].count == 0:
            end_values(pays[public[at].origin], seat, theirs[at], values[at])
        else:
            back_up(public[at], at, seat, strategy, values, is_best)
    return values[0].sum()


@rule
def improve(state, at, values, mine, weight, regrets, last, strategy, mean):
    """Add the strategy at a state to its mean, then enter regrets and match them."""
    count = state.count
    for hand in range(values.shape[1]):
        first = state.origin + hand * count
        for k in range(count):
            mean[first + k] += weight * mine[at, hand] * strategy[first + k]
            last[first + k] = values[state.first + k, hand] - values[at, hand]
            regrets[first + k] = max(0.0, regrets[first + k] + last[first + k])
    match_regrets(state, values.shape[1], regrets, last, strategy)


@rule
def iterate(public, pays, regrets, last, strategy, mean, began, many):
    """``many`` iterations of both seats, the first of them number ``began`` (from 0)."""
    size = public.shape[0]
    first, second = np.empty((size, pays.shape[1])), np.empty((size, pays.shape[2]))
    values = np.empty((size, pays.shape[1])), np.empty((size, pays.shape[2]))
    if began == 0:
        for at in range(size):
            if public[at].count:
                match_regrets(public[at], pays.shape[1 + public[at].seat], regrets, last, strategy)
    for t in range(began, began + many):
        for seat in range(2):
            reach(public, strategy, 0, first)
            reach(public, strategy, 1, second)
            mine, theirs = (first, second) if seat == 0 else (second, first)
            worth(public, pays, strategy, seat, theirs, values[seat], False)
            for at in range(size):
                if public[at].count and public[at].seat == seat:
                    improve(public[at], at, values[seat], mine, (t + 1.0) ** 2, regrets, last, strategy, mean)


@rule
def normalize(public, hands, mean, strategy):
    """The mean strategy; even chances where a hand never comes."""
    for at in range(public.shape[0]):
        state = public[at]
        for hand in range(hands[state.seat] if state.count else 0):
            first = state.origin + hand * state.count
            total = mean[first : first + state.count].sum()
            for k in range(first, first + state.count):
                strategy[k] = mean[k] / total if total > 0.0 else 1.0 / state.count


@rule
def result(public, pays, strategy, seat, is_best):
    """What ``seat`` wins by the strategy, or at best, when the other plays the strategy."""
    other = 1 - seat
    theirs = np.empty((public.shape[0], pays.shape[1 + other]))
    values = np.empty((public.shape[0], pays.shape[1 + seat]))
    reach(public, strategy, other, theirs)
    return worth(public, pays, strategy, seat, theirs, values, is_best)


@rule
def spread_out(nodes, decisions, public, places, pairs, strategy, flat):
    """Copy the strategy to the decisions of the flat tree."""
    for at in range(public.shape[0]):
        state = public[at]
        for deal in range(pairs.shape[0] if state.count else 0):
            to = decisions[nodes[places[at, deal]].decision].first
            first = state.origin + pairs[deal, state.seat] * state.count
            flat[to : to + state.count] = strategy[first : first + state.count]
