"""Counterfactual regret over public states: all hands of both seats at once, as vectors.

Where everything hidden is dealt before the first choice and every choice is seen by all, what can follow is
the same for every deal: a tree of public states. Each holds a vector over the hands of a seat: how likely
each is to have come here by its own choices (its range), or what it is worth. A game writes its tree out as
the arrays of a :class:`PublicTree`; the walks here are the same for all.

At a public state one seat chooses, or both together. An edge leads to the next state or to an end. What an
end pays is a matrix over pairs of hands, or a showdown, which costs as many steps as there are hands: it is
won where both hands together count enough of something.

A hand may be a class of hands that what was seen so far treats alike. What is seen then moves it to another
class with some probability: an edge has a shift for each seat. An end may be reached by chance, too: each
hand has some outcome with some probability, and pairs of outcomes are paid.

Every choice has a row of the arrays over all choices, float64[rows, hands].
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernel.contract import record, rule
from .matching import match_rows, plus
from .regret import Learning

__all__ = [
    "ALL",
    "EDGE",
    "END",
    "SHIFT",
    "STATE",
    "STEP",
    "Changes",
    "Learning",
    "Manner",
    "PublicTree",
    "iterate",
    "line_up",
    "normalize",
    "pay_out",
    "result",
    "spread_out",
    "unchanged",
]

END = -1  # where an edge leads that leads to no state
ALL = -1  # states of which the average strategy is kept

STATE = record(
    ("count", "i4", 2),  # choices of each seat; 0 where it has none
    ("origin", "i4", 2),  # the row of the first of them
    ("first", "i4"),  # its edges
    ("many", "i4"),
)
EDGE = record(
    ("choice", "i4", 2),  # of each seat, from 0; 0 where it has none
    ("to", "i4"),  # the state, a later one, or END
    ("naming", "i4"),  # the row of ``maps``; 0: the hands are the same there
    ("number", "i4"),  # at an end: of its matrix, or what is counted in a showdown
    ("shift", "i4", 2),  # of the hands of each seat; 0: they stay what they are
    ("outcomes", "i4", 2),  # at an end: rows of ``chances`` for the hands of each seat; 0: hands are paid
    ("need", "i4"),  # so much of it wins a showdown; 0: the end is a matrix
    ("stake", "f8"),  # what seat 0 is paid for a showdown that is won, and loses for another
    ("least", "f8"),  # the least chance that the choice is given, whatever the strategy says
)
SHIFT = record(("first", "i4"), ("many", "i4"))  # of ``steps``
STEP = record(("before", "i4"), ("after", "i4"), ("chance", "f8"))


class Changes(NamedTuple):
    """What hands become, by chance: the classes that hands are in, and outcomes at ends."""

    shifts: Any  # SHIFT[shifts]; the first is nobody's
    steps: Any  # STEP[steps]: from one class to another
    chances: Any  # float64[rows, hands, outcomes]; the first row is nobody's


class PublicTree(NamedTuple):
    """All public states that can follow the first, which come before those that follow them.

    Where states that differ in names alone are one, an edge with a ``naming`` leads to a state in which hand
    h is called ``maps[naming, h]``. The strategies of such choices are those of another that leads there
    under its own names, so that ranges are passed on by that one only.
    """

    states: Any  # STATE[states]
    edges: Any  # EDGE[edges]
    start: Any  # float64[2, hands]: how likely each hand is dealt; 1 where the matrices have that in them
    maps: Any  # int32[maps, hands]
    pays: Any  # float64[matrices, hands or outcomes of seat 0, those of seat 1]: for seat 0
    counts: Any  # int32[2, things, hands]: how many of each thing, which showdowns count, a hand has
    changes: Changes


class Manner(NamedTuple):
    """How regrets become a strategy, and strategies their average."""

    is_predictive: bool = True  # the last regret is a forecast (Farina, Kroer and Sandholm 2021)
    power: int = 2  # strategies weigh in the average by their number to the power
    least: float = 0.0  # added to the reach by which they weigh, so that a hand that never comes has one, too
    kept: int = ALL  # the state of which the average is kept


class Scratch(NamedTuple):
    """Room for the numbers of one public state."""

    gains: Any  # float64[most choices, hands]: what each choice of the seat under way brings
    weights: Any  # float64[hands]: how likely the other's hands are at an end
    at_least: Any  # float64[most + 2]: of hands that count so much or more
    totals: Any  # float64[hands]
    sums: Any  # float64[outcomes]: how likely the other's outcomes are


@rule
def unchanged():
    """For a tree in which all hands stay what they are."""
    return Changes(np.zeros(0, SHIFT), np.zeros(0, STEP), np.zeros((0, 0, 0)))


@rule
def scratch_of(tree):
    """Room for the walks over ``tree``."""
    most, counted, hands = 1, 0, tree.start.shape[1]
    for at in range(tree.states.shape[0]):
        most = max(most, tree.states[at].count[0], tree.states[at].count[1])
    if tree.counts.size:
        counted = tree.counts.max()
    outcomes = np.empty(tree.changes.chances.shape[2])
    return Scratch(np.empty((most, hands)), np.empty(hands), np.empty(counted + 2), np.empty(hands), outcomes)


@rule
def reach(tree, strategy, seat, ranges):
    """Fill ``ranges``, float64[states, hands], with the reach probability of each hand of ``seat``: of its
    deal and of its own choices by ``strategy``, float64[rows, hands]."""
    ranges[0] = tree.start[seat]
    for at in range(tree.states.shape[0]):
        state = tree.states[at]
        for e in range(state.first, state.first + state.many):
            edge = tree.edges[e]
            if edge.to == END or edge.naming:
                continue
            if edge.shift[seat]:
                shift_range(tree, edge, state, seat, strategy, ranges[at], ranges[edge.to])
                continue
            if state.count[seat] == 0:
                ranges[edge.to] = ranges[at]
                continue
            row, least = state.origin[seat] + edge.choice[seat], edge.least
            for hand in range(ranges.shape[1]):
                ranges[edge.to, hand] = ranges[at, hand] * max(least, strategy[row, hand])


@rule
def shift_range(tree, edge, state, seat, strategy, before, after):
    """Fill ``after``, float64[hands], with the reach probability of each class of hands of ``seat`` behind an
    edge that shifts them, by that of each before it."""
    after[:] = 0.0
    shift, row = tree.changes.shifts[edge.shift[seat]], state.origin[seat] + edge.choice[seat]
    for k in range(shift.first, shift.first + shift.many):
        step = tree.changes.steps[k]
        chosen = strategy[row, step.before] if state.count[seat] else 1.0
        after[step.after] += before[step.before] * chosen * step.chance


@rule
def showdown(tree, edge, seat, scratch, gains):
    """Add to ``gains``, float64[hands], what a showdown pays each hand of ``seat`` against the other's, which
    weigh ``scratch.weights``."""
    mine, theirs = tree.counts[seat, edge.number], tree.counts[1 - seat, edge.number]
    at_least, weights = scratch.at_least, scratch.weights
    size = at_least.shape[0]
    at_least[:] = 0.0
    for hand in range(weights.shape[0]):
        at_least[theirs[hand]] += weights[hand]
    for k in range(size - 2, -1, -1):
        at_least[k] += at_least[k + 1]
    stake = edge.stake if seat == 0 else -edge.stake
    for hand in range(weights.shape[0]):
        missing = max(0, edge.need - mine[hand])
        won = at_least[missing] if missing < size else 0.0
        gains[hand] += stake * (2.0 * won - at_least[0])


@rule
def pay(pays, seat, weights, gains):
    """Add to ``gains``, float64[hands], what the end ``pays``, float64[hands of seat 0, hands of seat 1],
    brings each hand of ``seat`` against the other's, which weigh ``weights``, float64[hands]."""
    for hand in range(weights.shape[0]):
        total = 0.0
        for other in range(weights.shape[0]):
            if seat == 0:
                total += pays[hand, other] * weights[other]
            else:
                total -= pays[other, hand] * weights[other]
        gains[hand] += total


@rule
def pay_outcomes(tree, edge, seat, scratch):
    """Add to ``scratch.gains`` what an end by outcomes brings each hand of ``seat`` by its choice, against
    the other's, which weigh ``scratch.weights``."""
    chances, weights, gains, sums = tree.changes.chances, scratch.weights, scratch.gains, scratch.sums
    mine, theirs, choice = edge.outcomes[seat], edge.outcomes[1 - seat], edge.choice[seat]
    sums[:] = 0.0
    for hand in range(weights.shape[0]):
        if weights[hand] > 0.0:
            for outcome in range(sums.shape[0]):
                sums[outcome] += weights[hand] * chances[theirs, hand, outcome]
    for outcome in range(sums.shape[0]):
        paid = 0.0
        for other in range(sums.shape[0]):
            if seat == 0:
                paid += sums[other] * tree.pays[edge.number, outcome, other]
            else:
                paid -= sums[other] * tree.pays[edge.number, other, outcome]
        if paid != 0.0:
            for hand in range(weights.shape[0]):
                gains[choice, hand] += paid * chances[mine, hand, outcome]


@rule
def gain(tree, at, seat, strategy, theirs, values, scratch):
    """Fill ``scratch.gains`` with what each choice of ``seat`` at state ``at`` brings each of its hands, or
    its first row with what the state brings where ``seat`` does not choose.

    ``strategy`` is float64[rows, hands]; ``theirs``, the other's ranges, and ``values``, which are filled for
    later states, are float64[states, hands].
    """
    state, rival, gains = tree.states[at], 1 - seat, scratch.gains
    gains[: max(1, state.count[seat])] = 0.0
    for e in range(state.first, state.first + state.many):
        edge = tree.edges[e]
        into = gains[edge.choice[seat]]
        if edge.to != END:
            found = values[edge.to]
            if edge.shift[seat]:
                shift = tree.changes.shifts[edge.shift[seat]]
                for k in range(shift.first, shift.first + shift.many):
                    step = tree.changes.steps[k]
                    into[step.before] += step.chance * found[step.after]
            elif edge.naming:
                names = tree.maps[edge.naming]
                for hand in range(into.shape[0]):
                    into[hand] += found[names[hand]]
            else:
                for hand in range(into.shape[0]):
                    into[hand] += found[hand]
            continue
        weights, row = scratch.weights, state.origin[rival] + edge.choice[rival]
        for hand in range(into.shape[0]):
            weights[hand] = theirs[at, hand]
        if state.count[rival]:
            for hand in range(into.shape[0]):
                weights[hand] *= strategy[row, hand]
        if edge.outcomes[seat]:
            pay_outcomes(tree, edge, seat, scratch)
        elif edge.need:
            showdown(tree, edge, seat, scratch, into)
        else:
            pay(tree.pays[edge.number], seat, weights, into)


@rule
def back_up(state, seat, strategy, gains, value):
    """Fill ``value``, float64[hands], with what a state is worth to each hand of ``seat`` by ``strategy``,
    float64[rows, hands], where its choices bring ``gains``, float64[choices, hands]."""
    if state.count[seat] == 0:
        value[:] = gains[0]
        return
    value[:] = 0.0
    for k in range(state.count[seat]):
        row = state.origin[seat] + k
        for hand in range(value.shape[0]):
            value[hand] += strategy[row, hand] * gains[k, hand]


@rule
def take_best(state, seat, strategy, gains, value):
    """Fill ``value``, float64[hands], with what the best choice of ``seat`` brings each of its hands, which
    replaces its ``strategy``, float64[rows, hands], there; ``gains`` is float64[choices, hands]."""
    for hand in range(value.shape[0]):
        best = 0
        for k in range(1, state.count[seat]):
            if gains[k, hand] > gains[best, hand]:
                best = k
        for k in range(state.count[seat]):
            strategy[state.origin[seat] + k, hand] = 1.0 if k == best else 0.0
        value[hand] = gains[best, hand]


@rule
def improve(state, seat, gains, value, learning, manner):
    """Update the regrets of ``seat`` at a state by what its choices bring, ``gains``, float64[choices,
    hands], beside what the state is worth, ``value``, float64[hands]. ``learning`` is
    :class:`.regret.Learning` over float64[rows, hands]."""
    for k in range(state.count[seat]):
        row = state.origin[seat] + k
        for hand in range(value.shape[0]):
            advantage = gains[k, hand] - value[hand]
            learning.regrets[row, hand] = plus(learning.regrets[row, hand], advantage)
            if manner.is_predictive:
                learning.last[row, hand] = advantage


@rule
def add_to_mean(state, seat, mine, weight, least, learning):
    """Add the strategy of ``seat`` at a state to its sums, times ``weight`` and how likely its hands come
    there, ``mine``, float64[hands], and ``least``."""
    for k in range(state.count[seat]):
        row = state.origin[seat] + k
        for hand in range(mine.shape[0]):
            learning.mean[row, hand] += weight * (mine[hand] + least) * learning.strategy[row, hand]


@rule
def match_state(state, seat, learning, manner, totals):
    """Regret matching for all hands of ``seat`` at a state; ``totals``, float64[hands], is room."""
    first, count = state.origin[seat], state.count[seat]
    regrets, strategy = learning.regrets, learning.strategy
    if not manner.is_predictive:
        match_rows(regrets, strategy, first, count, totals)
        return
    for row in range(first, first + count):
        for hand in range(totals.shape[0]):
            strategy[row, hand] = regrets[row, hand] + learning.last[row, hand]
    match_rows(strategy, strategy, first, count, totals)


@rule
def iterate(tree, learning, manner, began, many):
    """Run ``many`` iterations over ``tree``, a :class:`PublicTree`, the first of them number ``began`` (from
    0). The seats take turns. ``learning`` is :class:`.regret.Learning` over float64[rows, hands]."""
    size, hands, strategy = tree.states.shape[0], tree.start.shape[1], learning.strategy
    ranges, values, scratch = np.empty((2, size, hands)), np.empty((size, hands)), scratch_of(tree)
    for seat in range(2):
        for at in range(size if began == 0 else 0):
            match_state(tree.states[at], seat, learning, manner, scratch.totals)
    reach(tree, strategy, 0, ranges[0])
    for t in range(began, began + many):
        weight = (t + 1.0) ** manner.power
        for seat in range(2):
            reach(tree, strategy, 1 - seat, ranges[1 - seat])
            for at in range(size - 1, -1, -1):
                state = tree.states[at]
                gain(tree, at, seat, strategy, ranges[1 - seat], values, scratch)
                back_up(state, seat, strategy, scratch.gains, values[at])
                if state.count[seat] == 0:
                    continue
                if manner.kept in (ALL, at):
                    add_to_mean(state, seat, ranges[seat, at], weight, manner.least, learning)
                improve(state, seat, scratch.gains, values[at], learning, manner)
                match_state(state, seat, learning, manner, scratch.totals)


@rule
def normalize(tree, mean, strategy):
    """Turn the sums in ``mean`` into the average strategy ``strategy``, both float64[rows, hands]; uniform
    where a hand never comes."""
    totals = np.empty(tree.start.shape[1])
    for at in range(tree.states.shape[0]):
        state = tree.states[at]
        for seat in range(2):
            match_rows(mean, strategy, state.origin[seat], state.count[seat], totals)


@rule
def result(tree, strategy, seat, is_best):
    """The expected payoff of ``seat`` where both play ``strategy``, float64[rows, hands]; with ``is_best`` it
    plays a best response instead, which replaces its part of ``strategy``."""
    size, hands, scratch = tree.states.shape[0], tree.start.shape[1], scratch_of(tree)
    theirs, values = np.empty((size, hands)), np.empty((size, hands))
    reach(tree, strategy, 1 - seat, theirs)
    for at in range(size - 1, -1, -1):
        state = tree.states[at]
        gain(tree, at, seat, strategy, theirs, values, scratch)
        if is_best and state.count[seat]:
            take_best(state, seat, strategy, scratch.gains, values[at])
        else:
            back_up(state, seat, strategy, scratch.gains, values[at])
    return (values[0] * tree.start[seat]).sum()


# Games of which the tree of all positions has been written out (:mod:`.unfold`)


@rule
def line_up(nodes, deals, states, edges, places):
    """Write the public tree after ``deals``, int32[deals], nodes of the whole tree, into ``states``,
    STATE[n], and ``edges``, EDGE[2 * n]. Every end is a state of its own.

    ``places[state, deal]``, int32[n, deals], become the nodes of the whole tree. Returns how many states,
    edges, rows and ends there are.
    """
    used, drawn, rows, ends = 1, 0, 0, 0
    places[0] = deals
    at = 0
    while at < used:
        node, state = nodes[places[at, 0]], states[at]
        state.first, state.many = drawn, max(1, node.count)
        if node.count == 0:
            edges[drawn].to, edges[drawn].number = END, ends
            ends += 1
        else:
            state.count[node.seat], state.origin[node.seat] = node.count, rows
            rows += node.count
        for k in range(node.count):
            edges[drawn + k].to, edges[drawn + k].choice[node.seat] = used, k
            for deal in range(deals.shape[0]):
                places[used, deal] = nodes[places[at, deal]].first + k
            used += 1
        drawn += state.many
        at += 1
    return used, drawn, rows, ends


@rule
def pay_out(nodes, tree, places, pairs, chances):
    """Fill the matrices of ``tree`` with payoffs for seat 0 times the probability of the pair of hands.
    ``pairs``, int32[deals, 2], are the two hands of a deal, ``chances``, float64[deals], its probability."""
    for at in range(tree.states.shape[0]):
        edge = tree.edges[tree.states[at].first]
        if edge.to == END:
            for deal in range(pairs.shape[0]):
                payoff = nodes[places[at, deal]].payoff
                tree.pays[edge.number, pairs[deal, 0], pairs[deal, 1]] = chances[deal] * payoff


@rule
def spread_out(nodes, decisions, tree, places, pairs, strategy, flat):
    """Copy ``strategy``, float64[rows, hands] of the public tree, to ``flat``, float64[choices] of the
    decisions of the whole tree."""
    for at in range(tree.states.shape[0]):
        state = tree.states[at]
        for seat in range(2):
            for deal in range(pairs.shape[0] if state.count[seat] else 0):
                to = decisions[nodes[places[at, deal]].decision].first
                for k in range(state.count[seat]):
                    flat[to + k] = strategy[state.origin[seat] + k, pairs[deal, seat]]
