"""Information-set tree search over one game; loaded once per game, like the kernel's loops.

A simulation fills in what the thinking seat cannot know by ``guess``, walks down the tree, plays on to
the end, or to a point that the game calls ``settled``, and credits every choice on its way. A node of the tree is what the
seat that chooses there may know: the bytes of its own hidden copy. So no choice, whoever's it is, is
made on more than that seat knows, the order in which a position came about does not matter, and what
was learnt for one move serves the next.

Where seats choose together, or in secret, choices are mixed by regret matching with the mean results
as baselines (Lanctot, Lisy and Winands 2014; Schmid and others 2019); elsewhere they are picked by
upper confidence with the game's ``worth`` as the prior (Rosin 2011).

``tree`` is (slots, nodes, edges, used): an open-addressing index of node numbers, the nodes, their edges,
and how many nodes and edges are used.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel.contract import CHANCE, MAX_SEATS, record, rule, wrapping
from ..kernel.loops import draw, next_seat
from ..kernel.rng import below, unit

rules: Any = globals().get("rules")  # the loader puts the game's rules here
heuristics: Any = globals().get("heuristics")

DEPTH = 64  # choices of one simulation that are kept in the tree
NOWHERE = -1

NODE = record(
    ("key", "u8"),
    ("visits", "i4"),
    ("first", "i4"),  # its edges are first .. first+count-1, by falling prior
    ("count", "i4"),
    ("mixed", "i4"),
)
EDGE = record(
    ("event", "i4"),
    ("visits", "i4"),
    ("total", "f8"),  # of the results for the seat that chooses
    ("prior", "f8"),
    ("regret", "f8"),
    ("share", "f8"),  # of the average mixture, times visits
)

# The numbers of ``tuning``
EXPLORE, SHARPNESS, GUIDED, LOOKS, MIXING = range(5)


@rule
def at_the_end(s):
    """Where the game names no earlier point, a match is judged when it is over."""
    return False


@rule
def even(s, seats, values):
    """Nobody is ahead."""
    values[:seats] = 1.0 / seats


settled = getattr(heuristics, "settled", at_the_end)
outlook = getattr(heuristics, "outlook", even)


@wrapping
def fingerprint(words):
    """64 bits of the hidden record whose bytes are ``words`` (uint32)."""
    odd = np.uint64(0x9E3779B97F4A7C15)
    even = np.uint64(0xD1342543DE82EF95)
    a, b = odd, even
    for k in range(0, words.shape[0] - 1, 2):
        a = (a ^ np.uint64(words[k])) * odd
        a ^= a >> np.uint64(29)
        b = (b ^ np.uint64(words[k + 1])) * even
        b ^= b >> np.uint64(31)
    if words.shape[0] & 1:
        a = (a ^ np.uint64(words[-1])) * odd
    mixed = (a ^ (a >> np.uint64(32))) * even + (b ^ (b >> np.uint64(32))) * odd
    return mixed ^ (mixed >> np.uint64(29))


@rule
def place_of(slots, nodes, key):
    """The slot of ``key``: it holds the node's number + 1, or 0 where the key is new."""
    last = slots.shape[0] - 1
    at = np.int64(key & np.uint64(last))
    while slots[at] and nodes[slots[at] - 1].key != key:
        at = (at + 1) & last
    return at


@rule
def grow(s, seat, mixed, n, events, slot, key, tree, tuning):
    """A new node for the hidden copy ``s``, where ``events[:n]`` are legal; NOWHERE when the tree is full."""
    slots, nodes, edges, used = tree
    if used[0] == nodes.shape[0] or used[1] + n > edges.shape[0]:
        return NOWHERE
    number, first = used[0], used[1]
    used[0] += 1
    used[1] += n
    slots[slot] = number + 1
    node = nodes[number]
    node.key, node.visits, node.first, node.count, node.mixed = key, 0, first, n, mixed
    for k in range(n):
        edge = edges[first + k]
        edge.event, edge.visits, edge.total, edge.regret, edge.share = events[k], 0, 0.0, 0.0, 0.0
        edge.prior = heuristics.worth(s, seat, events[k])
    sort_edges(edges[first : first + n])
    set_priors(edges[first : first + n], tuning[SHARPNESS])
    return number


@rule
def sort_edges(edges):
    """By falling prior; equal ones stay in their order."""
    for k in range(1, edges.shape[0]):
        event, prior = edges[k].event, edges[k].prior
        at = k
        while at and edges[at - 1].prior < prior:
            edges[at].event, edges[at].prior = edges[at - 1].event, edges[at - 1].prior
            at -= 1
        edges[at].event, edges[at].prior = event, prior


@rule
def set_priors(edges, sharpness):
    """Turn worths into chances: a softmax in units of their spread."""
    n = edges.shape[0]
    mean = total = square = 0.0
    for k in range(n):
        mean += edges[k].prior / n
    for k in range(n):
        square += (edges[k].prior - mean) ** 2 / n
    spread = max(np.sqrt(square), 1e-9)
    best = edges[0].prior
    for k in range(n):
        edges[k].prior = np.exp(sharpness * (edges[k].prior - best) / spread)
        total += edges[k].prior
    for k in range(n):
        edges[k].prior /= total


@rule
def window(node):
    """How many of a mixed node's edges are in play so far."""
    return min(node.count, 3 + int(2.0 * np.sqrt(node.visits)))


@rule
def mixture(node, edges, mixing, chances):
    """``chances[:k]`` by regret matching over the window, with a share ``mixing`` left to the priors."""
    n = window(node)
    total = prior = 0.0
    for k in range(n):
        edge = edges[node.first + k]
        prior += edge.prior
        total += max(edge.regret, 0.0)
    for k in range(n):
        edge = edges[node.first + k]
        matched = max(edge.regret, 0.0) / total if total > 0.0 else edge.prior / prior
        chances[k] = (1.0 - mixing) * matched + mixing * edge.prior / prior
    return n


@rule
def by_confidence(node, edges, scale):
    """The edge with the highest upper confidence bound, whose prior weighs less with every visit."""
    mean = 0.0
    for k in range(node.count):
        mean += edges[node.first + k].total
    mean /= max(1, node.visits)
    reach = scale * np.sqrt(node.visits + 1.0)
    best, choice = -1e300, 0
    for k in range(node.count):
        edge = edges[node.first + k]
        value = edge.total / edge.visits if edge.visits else mean
        value += reach * edge.prior / (1.0 + edge.visits)
        if value > best:
            best, choice = value, k
    return choice


@rule
def by_chance(chances, n, rng):
    left = unit(rng)
    for k in range(n):
        left -= chances[k]
        if left < 0.0:
            return k
    return n - 1


@rule
def together(s, mask, seat, seats, a):
    """Whether others may choose at the same time, or without seeing this choice."""
    everyone = (1 << seats) - 1
    return mask & (mask - 1) != 0 or rules.witnesses(s, seat, a) & everyone != everyone


@rule
def descend(W, seats, H, words, tree, path, odds, events, weights, chances, rng, tuning, scale):
    """Walk down the tree, growing it by one node; returns how many choices ``path`` holds.

    ``path[k]`` is (node, edge of that node, seat), ``odds[k]`` the chance it had where it was mixed.
    """
    slots, nodes, edges, _ = tree
    s = W[0]
    depth = 0
    while depth < DEPTH:
        mask = rules.awaited(s)
        if mask == 0:
            return depth
        seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, seat, events, weights)
        if seat == CHANCE or n == 1:
            rules.apply(s, seat, events[draw(n, total, weights, rng)])
            if settled(s):
                return depth
            continue
        H[0] = s
        rules.hide(H[0], seat)
        key = fingerprint(words)
        slot = place_of(slots, nodes, key)
        number = slots[slot] - 1
        fresh = number == NOWHERE
        if fresh:
            mixed = int(together(s, mask, seat, seats, events[0]))
            number = grow(H[0], seat, mixed, n, events, slot, key, tree, tuning)
            if number == NOWHERE:
                return depth
        node = nodes[number]
        if node.mixed:
            k = by_chance(chances, mixture(node, edges, tuning[MIXING], chances), rng)
            odds[depth] = chances[k]
        else:
            k = by_confidence(node, edges, scale)
        path[depth, 0], path[depth, 1], path[depth, 2] = number, k, seat
        depth += 1
        rules.apply(s, seat, edges[node.first + k].event)
        if fresh or settled(s):
            return depth
    return depth


@rule
def play_on(W, events, weights, rng, tuning):
    """Play on, at random or by the best of a few random looks, until the match can be judged."""
    s = W[0]
    while not settled(s):
        mask = rules.awaited(s)
        if mask == 0:
            return
        seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, seat, events, weights)
        k = draw(n, total, weights, rng)
        if seat != CHANCE and n > 1 and unit(rng) < tuning[GUIDED]:
            k = best_look(s, seat, n, events, int(tuning[LOOKS]), rng)
        rules.apply(s, seat, events[k])


@rule
def best_look(s, seat, n, events, looks, rng):
    """The best, by ``worth``, of so many random events; of all where there are no more."""
    every = n <= looks
    best, choice = -1e300, 0
    for look in range(n if every else looks):
        k = look if every else below(rng, n)
        worth = heuristics.worth(s, seat, events[k])
        if worth > best:
            best, choice = worth, k
    return choice


@rule
def judge(s, seats, points, values):
    """``values[seat]`` from 0 to 1: the share of the win, or how it looks where the match goes on."""
    rules.standing(s, points)
    best, winners = points[0], 0
    for seat in range(seats):
        best = max(best, points[seat])
    if rules.awaited(s):
        outlook(s, seats, values)
        return
    for seat in range(seats):
        winners += points[seat] == best
    for seat in range(seats):
        values[seat] = 1.0 / winners if points[seat] == best else 0.0


@rule
def credit(tree, path, odds, depth, values, chances, mixing):
    """Enter a simulation's result on every choice on its way."""
    _, nodes, edges, _ = tree
    for step in range(depth):
        node = nodes[path[step, 0]]
        k = path[step, 1]
        value = values[path[step, 2]]
        if node.mixed:
            regret(node, edges, k, odds[step], value, chances, mixing)
        edge = edges[node.first + k]
        edge.visits += 1
        edge.total += value
        node.visits += 1


@rule
def regret(node, edges, chosen, odds, value, chances, mixing):
    """Regrets by the chosen edge's result, every other edge standing in with its mean (RM+)."""
    n = mixture(node, edges, mixing, chances)
    mean = 0.0
    for k in range(node.count):
        mean += edges[node.first + k].total
    mean = mean / node.visits if node.visits else value
    expected = 0.0
    for k in range(n):
        edge = edges[node.first + k]
        guess = edge.total / edge.visits if edge.visits else mean
        if k == chosen:
            guess += (value - guess) / max(odds, 0.02)
        edge.share += chances[k] * (node.visits + 1)
        expected += chances[k] * guess
    for k in range(n):
        edge = edges[node.first + k]
        guess = edge.total / edge.visits if edge.visits else mean
        if k == chosen:
            guess += (value - guess) / max(odds, 0.02)
        edge.regret = max(0.0, edge.regret + guess - expected)


@rule
def think(S, seat, seats, W, H, words, tree, rng, sims, tuning, spread):
    """Run ``sims`` simulations for ``seat`` from the hidden match ``S``.

    ``W`` and ``H`` are scratch matches, ``words`` the bytes of ``H``; ``spread`` (count, sum, sum of squares)
    follows the results, for exploration is measured in their standard deviations.
    """
    events, weights = np.empty(rules.EVENTS, np.int32), np.empty(rules.EVENTS, np.int32)
    chances = np.empty(rules.EVENTS)
    path, odds = np.empty((DEPTH, 3), np.int32), np.empty(DEPTH)
    points, values = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS)
    for _ in range(sims):
        W[0] = S[0]
        rules.guess(W[0], seat, rng)
        scale = tuning[EXPLORE] * deviation(spread)
        depth = descend(W, seats, H, words, tree, path, odds, events, weights, chances, rng, tuning, scale)
        play_on(W, events, weights, rng, tuning)
        judge(W[0], seats, points, values)
        credit(tree, path, odds, depth, values, chances, tuning[MIXING])
        spread[0] += 1.0
        spread[1] += values[seat]
        spread[2] += values[seat] ** 2


@rule
def deviation(spread):
    if spread[0] < 8.0:
        return 0.5
    mean = spread[1] / spread[0]
    return max(0.01, np.sqrt(max(0.0, spread[2] / spread[0] - mean * mean)))


@rule
def root(S, words, H, seat, tree):
    """The number of the node that ``S`` is, or NOWHERE. ``S`` is hidden already."""
    slots, nodes, _, _ = tree
    H[0] = S[0]
    return slots[place_of(slots, nodes, fingerprint(words))] - 1
