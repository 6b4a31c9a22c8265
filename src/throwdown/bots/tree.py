"""The tree of a search: nodes by what a seat may know, and how their choices are tried and credited.

A node's key is a fingerprint of the hidden copy of the seat that chooses there, and of the seat. So no
choice, whoever's it is, is made on more than that seat knows, the order in which a position came about does
not matter, and what was learnt for one move serves the next.

Where seats choose together, or in secret, choices are mixed by regret matching with the mean results
as baselines (Lanctot, Lisy and Winands 2014; Schmid and others 2019); elsewhere they are picked by
upper confidence with the game's ``worth`` as the prior (Rosin 2011).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernel.contract import record, rule, wrapping
from ..kernel.rng import splitmix, unit
from .matching import match, plus
from .network import Judge

NOWHERE = -1
LOWEST, HIGHEST = 0, 1  # of the seats that may choose at once is asked first
ALTERNATELY = 2  # in matches of even number the lowest, in those of odd number the highest
DEPTH = 64  # choices of one simulation that are kept in the tree
FIRST = 1 << 32  # the counter of the first factor of a fingerprint; those of the seats are smaller
LEAST_ODDS = 0.02  # a choice drawn with less chance is credited as if with this, which bounds the variance

NODE = record(
    ("key", "u8"),
    ("visits", "i4"),
    ("first", "i4"),  # its edges are first .. first+count-1, by falling prior
    ("count", "i4"),
    ("mixed", "i4"),
    ("rated", "i4"),  # whether its priors are by the full ``worth``
)
EDGE = record(
    ("event", "i4"),
    ("visits", "i4"),
    ("total", "f8"),  # of the results for the seat that chooses
    ("prior", "f8"),
    ("regret", "f8"),
    ("share", "f8"),  # of the average mixture, times visits
)


class Tree(NamedTuple):
    """The arrays of a tree."""

    slots: Any  # int32[2**k]: node numbers + 1 by key, with open addressing
    nodes: Any  # NODE[n]
    edges: Any  # EDGE[m]
    used: Any  # int64[2]: how many nodes and edges are used


class Words(NamedTuple):
    """The bytes of a record, as its fingerprint reads them."""

    numbers: Any  # uint32[n], or uint8[n] of a record whose size is no multiple of four; a view of it
    factors: Any  # uint64[n]: a random odd number for each of them


class Boards(NamedTuple):
    """Records that a search overwrites, each an array of one element."""

    played: Any  # the match of the simulation under way
    hidden: Any  # the same as one seat sees it
    words: Any  # :class:`Words` of ``hidden``


class Workspace(NamedTuple):
    """What the search of one seat works in; the tree and the results outlast a move."""

    boards: Boards
    tree: Tree
    spread: Any  # float64[3]: count, sum and sum of squares of the results
    judge: Judge  # of settled positions; one without signs where the game's ``outlook`` judges them


class Tuning(NamedTuple):
    """How a search explores."""

    explore: float  # exploration constant, in standard deviations of the results
    sharpness: float  # of the priors
    guided: float  # share of the choices of a rollout that are guided
    looks: int  # events of which a guided choice takes the best
    mixing: float  # share of a mixture that is left to the priors
    former: int  # whether it goes by the rule of thumb of former levels


class Policies(NamedTuple):
    """How seats choose in matches that are counted by the thousand."""

    looks: Any  # int64[MAX_SEATS]: each takes the best of so many random events; up to 1 a random one
    slips: Any  # float64[MAX_SEATS]: the share of its choices that is random anyway
    temperatures: Any  # float64[MAX_SEATS]: in the unit of the game's ``worth``; 0: the best is taken
    rated: Any  # int64[MAX_SEATS]: whether it goes by the full ``worth``
    evenly: Any  # int64[MAX_SEATS]: whether it looks at no event twice, and draws one of those rated alike
    former: Any  # int64[MAX_SEATS]: whether it goes by the rule of thumb of former levels
    order: int  # LOWEST, HIGHEST or ALTERNATELY: which of the seats that may choose at once is asked first


class Playing(NamedTuple):
    """How rollouts go on from a choice."""

    policies: Policies
    stops: int  # positions that can be judged, at the last of which they are; 0: at the end of the match
    seed: int


class Scratch(NamedTuple):
    """Arrays that a simulation overwrites."""

    events: Any  # int32[EVENTS]
    weights: Any  # int32[EVENTS]
    worths: Any  # float64[EVENTS]: heuristic values, and probabilities of a mixture
    results: Any  # float64[EVENTS]: what each choice of a mixture is taken to have brought
    path: Any  # int32[DEPTH, 3]: (node, edge of that node, seat) of each choice in the tree
    odds: Any  # float64[DEPTH]: the probability with which that edge was drawn, where the node is mixed


@rule
def new_scratch(many):
    """Arrays for simulations of a game whose events are 0 .. ``many`` - 1."""
    events, weights = np.empty(many, np.int32), np.empty(many, np.int32)
    path, odds = np.empty((DEPTH, 3), np.int32), np.empty(DEPTH)
    return Scratch(events, weights, np.empty(many), np.empty(many), path, odds)


def numbers_of(hidden: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bytes of ``hidden``, an array of one record, as :class:`Words` has them; a view of it."""
    return hidden.view(np.uint32 if hidden.itemsize % 4 == 0 else np.uint8)


def words_of(hidden: np.ndarray[Any, Any]) -> Words:
    """The bytes of ``hidden``, an array of one record, for its fingerprint; they go on with the record. For
    callers outside compiled code."""
    numbers = numbers_of(hidden)
    counters = np.arange(len(numbers), dtype=np.uint64) + np.uint64(FIRST)
    return Words(numbers, splitmix(counters) | np.uint64(1))


def boards_for(kind: np.dtype[Any]) -> Boards:
    """Boards for records of that type. For callers outside compiled code."""
    hidden = np.zeros(1, kind)
    return Boards(np.zeros(1, kind), hidden, words_of(hidden))


@wrapping
def fingerprint(words, seat):
    """64 bits (uint64) that identify the information set of ``seat``: a multilinear hash (Lemire and Kaser
    2014) of the record hidden for it. ``words`` is :class:`Words`, over uint32[n] or uint8[n] and uint64[n].

    Its terms can be added in any order, so that compiled code adds several at once.
    """
    numbers, factors = words.numbers, words.factors
    total = splitmix(np.uint64(seat))
    for k in range(numbers.shape[0]):
        total += np.uint64(numbers[k]) * factors[k]
    return splitmix(total)


@rule
def place_of(slots, nodes, key):
    """The slot of ``key`` (uint64) in ``slots``, int32[2**k]: it holds the node's number + 1, or 0 where
    the key is new. ``nodes`` is NODE[n]."""
    last = slots.shape[0] - 1
    at = np.int64(key & np.uint64(last))
    while slots[at] and nodes[slots[at] - 1].key != key:
        at = (at + 1) & last
    return at


@rule
def grow(tree, slot, key, mixed, events, worths, sharpness):
    """Add a node with an edge for each of ``events``, int32[n], and priors from ``worths``, float64[n];
    returns its number, or NOWHERE when the tree is full. ``sharpness`` is that of :func:`set_priors`."""
    nodes, edges, used = tree.nodes, tree.edges, tree.used
    n = events.shape[0]
    if used[0] == nodes.shape[0] or used[1] + n > edges.shape[0]:
        return NOWHERE
    number, first = used[0], used[1]
    used[0] += 1
    used[1] += n
    tree.slots[slot] = number + 1
    node = nodes[number]
    node.key, node.visits, node.first, node.count, node.mixed, node.rated = key, 0, first, n, mixed, 0
    for k in range(n):
        edge = edges[first + k]
        edge.event, edge.visits, edge.total, edge.regret, edge.share = events[k], 0, 0.0, 0.0, 0.0
        edge.prior = worths[k]
    sort_edges(edges[first : first + n])
    set_priors(edges[first : first + n], sharpness)
    return number


@rule
def sort_edges(edges):
    """Sort EDGE[n] by falling prior; equal ones stay in their order."""
    for k in range(1, edges.shape[0]):
        event, prior = edges[k].event, edges[k].prior
        at = k
        while at and edges[at - 1].prior < prior:
            edges[at].event, edges[at].prior = edges[at - 1].event, edges[at - 1].prior
            at -= 1
        edges[at].event, edges[at].prior = event, prior


@rule
def set_priors(edges, sharpness):
    """Turn heuristic values, which stand in the field ``prior`` of EDGE[n], into prior probabilities: a
    softmax in units of their standard deviation, times ``sharpness``."""
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
    """How many edges of a mixed node are in play so far, by falling prior: progressive widening."""
    return min(node.count, 3 + int(2.0 * np.sqrt(node.visits)))


@rule
def mixture(node, edges, mixing, chances):
    """Fill ``chances[:n]``, float64[n], with the strategy of a mixed node and return n: regret matching
    over the edges in play, with a share ``mixing`` left to the priors. ``edges`` is EDGE[m]."""
    n = window(node)
    in_play = edges[node.first : node.first + n]
    total = match(in_play["regret"], chances, 0, n, 1)
    prior = 0.0
    for k in range(n):
        prior += in_play[k].prior
    for k in range(n):
        share = in_play[k].prior / prior
        matched = chances[k] if total > 0.0 else share
        chances[k] = (1.0 - mixing) * matched + mixing * share
    return n


@rule
def by_confidence(node, edges, scale):
    """The edge of ``node`` with the highest upper confidence bound (PUCT): its mean result and an
    exploration term ``scale`` * prior * sqrt(visits) / (1 + its visits). ``edges`` is EDGE[m]."""
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
    """The index 0 .. n-1 drawn with probabilities ``chances[:n]``, float64[n]; ``rng`` is uint64[4]."""
    left = unit(rng)
    for k in range(n):
        left -= chances[k]
        if left < 0.0:
            return k
    return n - 1


@rule
def credit(tree, scratch, depth, values, mixing):
    """Back up ``values``, float64[8] by seat, over the first ``depth`` choices of the path in ``scratch``.
    ``mixing`` is that of :class:`Tuning`."""
    for step in range(depth):
        node = tree.nodes[scratch.path[step, 0]]
        k = scratch.path[step, 1]
        value = values[scratch.path[step, 2]]
        if node.mixed:
            learn(node, tree.edges, k, scratch.odds[step], value, scratch, mixing)
        edge = tree.edges[node.first + k]
        edge.visits += 1
        edge.total += value
        node.visits += 1


@rule
def learn(node, edges, chosen, odds, value, scratch, mixing):
    """Update the regrets and the average strategy of a mixed node by regret matching plus (RM+).

    The edge ``chosen`` was drawn with probability ``odds`` and brought ``value``; every other edge stands
    in with its mean result, a baseline that keeps the variance low. ``edges`` is EDGE[m].
    """
    chances, results = scratch.worths, scratch.results
    n = mixture(node, edges, mixing, chances)
    mean = 0.0
    for k in range(node.count):
        mean += edges[node.first + k].total
    mean = mean / node.visits if node.visits else value
    expected = 0.0
    for k in range(n):
        edge = edges[node.first + k]
        results[k] = edge.total / edge.visits if edge.visits else mean
        if k == chosen:
            results[k] += (value - results[k]) / max(odds, LEAST_ODDS)
        edge.share += chances[k] * (node.visits + 1)
        expected += chances[k] * results[k]
    for k in range(n):
        edge = edges[node.first + k]
        edge.regret = plus(edge.regret, results[k] - expected)
