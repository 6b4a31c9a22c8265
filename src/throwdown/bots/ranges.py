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
from .matching import match, plus
from .regret import match_predicted

PUBLIC = record(
    ("seat", "i4"),  # who chooses; -1 at an end
    ("first", "i4"),  # its children
    ("count", "i4"),
    ("origin", "i4"),  # its choices, or the number of its matrix
)


@rule
def line_up(nodes, deals, hands, public, places):
    """Write the public tree after ``deals``, int32[deals], nodes of the whole tree, into ``public``,
    PUBLIC[n].

    ``places[state, deal]``, int32[n, deals], become the nodes of the whole tree; ``hands[seat]`` is how
    many hands a seat may have. Returns how many public states, choices and ends there are.
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
    """Fill ``pays``, float64[ends, hands of seat 0, hands of seat 1], with payoffs for seat 0 times the
    probability of the pair. ``pairs``, int32[deals, 2], are the two hands of a deal, ``chances``,
    float64[deals], its probability."""
    for at in range(public.shape[0]):
        if public[at].count == 0:
            for deal in range(pairs.shape[0]):
                pays[public[at].origin, pairs[deal, 0], pairs[deal, 1]] = (
                    chances[deal] * nodes[places[at, deal]].payoff
                )


@rule
def match_hands(state, hands, learning):
    """Predictive regret matching at a public state for each of ``hands`` hands; ``learning`` is
    :class:`.regret.Learning` over float64[choices]."""
    for hand in range(hands):
        match_predicted(learning, state.origin + hand * state.count, state.count)


@rule
def reach(public, strategy, seat, ranges):
    """Fill ``ranges``, float64[states, hands], with the reach probability of each hand of ``seat`` by its
    own choices."""
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
    """Fill ``values``, float64[hands], with what an end is worth to each hand of ``seat`` against the
    other's range ``theirs``, float64[hands]; ``pays`` is float64[hands of seat 0, hands of seat 1]."""
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
    """Fill row ``at`` of ``values``, float64[states, hands], from the rows of its children: by
    ``strategy``, or with ``is_best`` by the best choice of ``seat``."""
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
    """Fill ``values``, float64[states, hands], with the value of every state to every hand of ``seat``,
    against the ranges ``theirs``, float64[states, hands] of the other; returns the value of the whole
    game. With ``is_best`` it is that of the best response."""
    for at in range(public.shape[0] - 1, -1, -1):
        if public[at].count == 0:
            end_values(pays[public[at].origin], seat, theirs[at], values[at])
        else:
            back_up(public[at], at, seat, strategy, values, is_best)
    return values[0].sum()


@rule
def improve(state, at, values, mine, weight, learning):
    """Add the strategy at a state to its sums, times ``weight`` and the range ``mine``, float64[states,
    hands]; then update the regrets by ``values``, float64[states, hands], and match them. ``learning`` is
    :class:`.regret.Learning` over float64[choices]."""
    count, last = state.count, learning.last
    for hand in range(values.shape[1]):
        first = state.origin + hand * count
        for k in range(count):
            learning.mean[first + k] += weight * mine[at, hand] * learning.strategy[first + k]
            last[first + k] = values[state.first + k, hand] - values[at, hand]
            learning.regrets[first + k] = plus(learning.regrets[first + k], last[first + k])
    match_hands(state, values.shape[1], learning)


@rule
def iterate(public, pays, learning, began, many):
    """Run ``many`` iterations for both seats, the first of them number ``began`` (from 0). ``learning`` is
    :class:`.regret.Learning` over float64[choices], ``pays`` float64[ends, hands of seat 0, hands of
    seat 1]."""
    size, strategy = public.shape[0], learning.strategy
    first, second = np.empty((size, pays.shape[1])), np.empty((size, pays.shape[2]))
    values = np.empty((size, pays.shape[1])), np.empty((size, pays.shape[2]))
    if began == 0:
        for at in range(size):
            if public[at].count:
                match_hands(public[at], pays.shape[1 + public[at].seat], learning)
    for t in range(began, began + many):
        for seat in range(2):
            reach(public, strategy, 0, first)
            reach(public, strategy, 1, second)
            mine, theirs = (first, second) if seat == 0 else (second, first)
            worth(public, pays, strategy, seat, theirs, values[seat], False)
            for at in range(size):
                if public[at].count and public[at].seat == seat:
                    improve(public[at], at, values[seat], mine, (t + 1.0) ** 2, learning)


@rule
def normalize(public, hands, mean, strategy):
    """Turn the sums in ``mean`` into the average strategy ``strategy``, both float64[choices]; uniform
    where a hand never comes."""
    for at in range(public.shape[0]):
        state = public[at]
        for hand in range(hands[state.seat] if state.count else 0):
            first = state.origin + hand * state.count
            match(mean, strategy, first, state.count, 1)


@rule
def result(public, pays, strategy, seat, is_best):
    """The expected payoff of ``seat`` against ``strategy``, float64[choices], when it plays that too, or
    with ``is_best`` a best response."""
    other = 1 - seat
    theirs = np.empty((public.shape[0], pays.shape[1 + other]))
    values = np.empty((public.shape[0], pays.shape[1 + seat]))
    reach(public, strategy, other, theirs)
    return worth(public, pays, strategy, seat, theirs, values, is_best)


@rule
def spread_out(nodes, decisions, public, places, pairs, strategy, flat):
    """Copy ``strategy``, float64[choices] of the public tree, to ``flat``, float64[choices] of the
    decisions of the whole tree."""
    for at in range(public.shape[0]):
        state = public[at]
        for deal in range(pairs.shape[0] if state.count else 0):
            to = decisions[nodes[places[at, deal]].decision].first
            first = state.origin + pairs[deal, state.seat] * state.count
            flat[to : to + state.count] = strategy[first : first + state.count]
