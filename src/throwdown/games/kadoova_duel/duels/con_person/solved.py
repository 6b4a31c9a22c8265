"""Con-Person (KD-D4) solved by counterfactual regret over public states (:mod:`throwdown.bots.ranges`).

A public state is a run of bids. The last bids are played again from where they began, so that what both have
said weighs in what they may hold; bids that nobody made are followed some dice further, where one must call.

There are too many hands to go through (11,628 of 14 dice), so each seat has some drawn at random; the first
is the one that the thinking seat holds. How many, and how far bids are followed, says a :class:`Depth`. What
Master does with few dice is in ``solving.py``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .....bots.ranges import EDGE, END, STATE, Learning, Manner, PublicTree, iterate, unchanged
from .....kernel.contract import record, rule
from .....kernel.rng import below
from ..table import BID, CALL, RAISE, other
from .rules import all_dice

FACES = 6
SPARE = 32  # room that is kept for bids that were made
DOUBT = 0.02  # the least chance that a bid made is given: nobody is sure of anybody


class Depth(NamedTuple):
    """How far bids are followed, and how."""

    hands: int  # drawn for each seat
    states: int  # room for public states
    reach: int  # dice that bids are followed beyond the last that was made
    steps: int  # dice that they raise at most
    back: int  # bids that are played again
    fresh: int  # bids that nobody made which may name a number that has not been bid; later ones may not
    is_predictive: bool  # predictive CFR+ with squared weights, or CFR+ with linear ones


RUN = record(
    ("bid", "i4"),  # + 1, as in ``bid_list``; 0 before the first
    ("mover", "i4"),  # 0 for who moves at the first state, else 1
    ("limit", "i4"),  # dice of the highest bid that is followed
    ("made", "i4"),  # how many of the bids played again lead here; -1 where others do
    ("apart", "i4"),  # bids that nobody made which lead here
    ("named", "i4"),  # bit set of the numbers that have been bid
)


@rule
def is_solvable(s):
    return s.stage == BID


@rule
def dice_of(bid):
    """How many dice a bid + 1 names; 0 before the first."""
    return (bid - 1) // FACES + 1 if bid else 0


@rule
def face_of(bid):
    """The number that a bid + 1 names, from 0."""
    return (bid - 1) % FACES


@rule
def solve(s, seat, rng, iterations, events, shares):
    """The mixture of ``seat``: fills ``events`` and ``shares`` and returns how many there are."""
    return solve_to(s, seat, rng, iterations, Depth(240, 2000, 3, 3, 1, 1000, False), events, shares)


@rule
def solve_to(s, seat, rng, iterations, depth, events, shares):
    """:func:`solve` to a :class:`Depth`."""
    runs, states = np.zeros(depth.states, RUN), np.zeros(depth.states, STATE)
    edges = np.zeros(2 * depth.states, EDGE)
    used, drawn, here = write_out(s, depth, runs, states, edges)
    me, wide = runs[here].mover, depth.hands
    counts = np.zeros((2, FACES, wide), np.int32)
    draw_hands(s, seat, counts[me], rng)
    draw_hands(s, other(s, seat), counts[1 - me], rng)
    counts[me, :, 0] = 0
    for die in range(s.count[seat]):
        counts[me, s.die[seat, die] - 1, 0] += 1
    start, maps = np.full((2, wide), 1.0 / wide), np.zeros((1, wide), np.int32)
    tree = PublicTree(states[:used], edges[:drawn], start, maps, np.zeros((0, 1, 1)), counts, unchanged())
    rows = (drawn, wide)
    last = np.zeros(rows if depth.is_predictive else (1, 1))
    learning = Learning(np.zeros(rows), last, np.zeros(rows), np.zeros(rows))
    manner = Manner(depth.is_predictive, 2 if depth.is_predictive else 1, 1e-9, here)
    iterate(tree, learning, manner, 0, iterations)
    return read_out(runs, tree, here, learning.mean, events, shares)


@rule
def draw_hands(s, seat, counts, rng):
    """Fill ``counts``, int32[6, hands], with random hands of ``seat``."""
    for hand in range(counts.shape[1]):
        for _ in range(s.count[seat]):
            counts[below(rng, FACES), hand] += 1


@rule
def write_out(s, depth, runs, states, edges):
    """Write out what can be bid; returns how many states and edges there are, and which state is the present
    one."""
    back = min(s.bids, depth.back)
    start = s.bids - back
    root = runs[0]
    root.bid = s.bid_list[start - 1] if start else 0
    root.limit = lowest(s, root.bid) + depth.reach
    for k in range(start):
        root.named |= 1 << face_of(s.bid_list[k])
    used, drawn, at, here = 1, 0, 0, 0
    while at < used:
        run, state = runs[at], states[at]
        made = s.bid_list[start + run.made] if 0 <= run.made < back else 0
        if run.made == back:
            here = at
        children = used
        used = raise_all(s, depth, runs, at, made, used)
        state.first = state.origin[run.mover] = drawn
        drawn = draw_edges(runs, at, children, used, edges, drawn)
        state.many = state.count[run.mover] = drawn - state.first
        at += 1
    return used, drawn, here


@rule
def draw_edges(runs, at, first, used, edges, drawn):
    """Write the edges of a state: to call, then its children, from ``first`` to before ``used``."""
    run, begin = runs[at], drawn
    if run.bid:
        edge = edges[drawn]
        edge.to, edge.number, edge.need = END, face_of(run.bid), dice_of(run.bid)
        edge.stake = 2.0 * run.mover - 1.0
        drawn += 1
    for child in range(first, used):
        edge = edges[drawn]
        edge.to, edge.choice[run.mover] = child, drawn - begin
        edge.least = DOUBT if runs[child].made >= 0 else 0.0
        drawn += 1
    return drawn


@rule
def lowest(s, bid):
    """Dice above which bids are looked at: nobody learns from very low ones."""
    return max(dice_of(bid), all_dice(s) // 7 - 1)


@rule
def raise_all(s, depth, runs, at, made, used):
    """The children of a state, that of the bid ``made`` (0: none) among them; returns the states used."""
    run = runs[at]
    low = lowest(s, run.bid)
    top = min(low + depth.steps, run.limit)
    if made and not low < dice_of(made) <= top:
        used = raise_to(s, depth, runs, at, made, made, used)
    for dice in range(low + 1, min(top, all_dice(s)) + 1):
        for face in range(FACES):
            bid = FACES * (dice - 1) + face + 1
            if bid == made or (used + SPARE < depth.states and is_named(run, depth, face)):
                used = raise_to(s, depth, runs, at, bid, made, used)
    return used


@rule
def is_named(run, depth, face):
    """Whether a bid of ``face`` is followed after ``run``."""
    return run.apart < depth.fresh or run.named >> face & 1


@rule
def raise_to(s, depth, runs, at, bid, made, used):
    """Add the state after ``bid``; returns the states used."""
    run, child = runs[at], runs[used]
    child.bid, child.mover = bid, 1 - run.mover
    child.named = run.named | 1 << face_of(bid)
    child.made, child.limit, child.apart = -1, run.limit, run.apart + 1
    if bid == made:
        child.made, child.apart = run.made + 1, run.apart
        child.limit = max(run.limit, lowest(s, bid) + depth.reach)
    return used + 1


@rule
def read_out(runs, tree, here, mean, events, shares):
    """Fill ``events`` and ``shares`` with the average strategy of the first hand at ``here``."""
    state, mover = tree.states[here], runs[here].mover
    for k in range(state.count[mover]):
        to = tree.edges[state.first + k].to
        events[k] = CALL if to == END else RAISE + runs[to].bid - 1
        shares[k] = mean[state.origin[mover] + k, 0]
    return state.count[mover]
