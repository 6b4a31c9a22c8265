"""A position of one game unfolded into a tree of all that can follow; loaded once per game.

The tree is flat: nodes in order of depth, the children of a node side by side. Positions in which a seat
knows the same, by the bytes of its hidden copy, share a decision. Seats that choose together choose one after
the other, none seeing the choice before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel.contract import CHANCE, MAX_SEATS, rule
from ..kernel.loops import next_seat
from . import ranges, regret  # loaded here, so that their compiled code is kept with the game's
from .tree import fingerprint

__all__ = ["ranges", "regret", "unfold"]

rules: Any = globals().get("rules")  # the loader puts the game's rules here

FULL = -1


@rule
def unfold(S, H, words, states, nodes, slots, decisions):
    """Fill ``nodes`` from the position ``S``; returns how many nodes and decisions there are, (FULL, FULL)
    when they do not fit.

    ``states`` has a record for each node, ``H`` and ``words`` are a scratch record and its bytes, ``slots``
    an index of zeros with a power of two of places.
    """
    events, weights = np.empty(rules.EVENTS, np.int32), np.empty(rules.EVENTS, np.int32)
    states[0] = S[0]
    nodes[0].chance = 1.0
    used, known, at = 1, 0, 0
    while at < used:
        s, node = states[at], nodes[at]
        mask = rules.awaited(s)
        node.first, node.count, node.decision = used, 0, -1
        if mask == 0:
            node.seat = -1
            node.payoff = payoff(s)
            at += 1
            continue
        node.seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, node.seat, events, weights)
        if used + n > nodes.shape[0]:
            return FULL, FULL
        if node.seat != CHANCE:
            known = enter(s, node, n, H, words, slots, decisions, known)
            if known == FULL:
                return FULL, FULL
        node.count = n
        for k in range(n):
            states[used + k] = s
            rules.apply(states[used + k], node.seat, events[k])
            nodes[used + k].event = events[k]
            nodes[used + k].chance = weights[k] / total if total else 1.0 / n
        used += n
        at += 1
    return used, known


@rule
def enter(s, node, n, H, words, slots, decisions, known):
    """Give a node its decision, a new one where its seat has not known this before; returns how many
    decisions there are, or FULL. ``H`` is scratch, an array of one record, ``words`` its bytes as
    uint32[n], ``slots`` int32[2**k], ``decisions`` DECISION[d]."""
    H[0] = s
    rules.hide(H[0], node.seat)
    key = fingerprint(words, node.seat)
    last = slots.shape[0] - 1
    place = np.int64(key & np.uint64(last))
    while slots[place] and decisions[slots[place] - 1].key != key:
        place = (place + 1) & last
    if slots[place] == 0:
        if known == decisions.shape[0]:
            return FULL
        decision = decisions[known]
        before = decisions[known - 1].first + decisions[known - 1].count if known else 0
        decision.key, decision.seat, decision.first, decision.count = key, node.seat, before, n
        known += 1
        slots[place] = known
    node.decision = slots[place] - 1
    return known


@rule
def payoff(s):
    """Half the points by which seat 0 is ahead of seat 1, in one record: what one wins the other loses."""
    points = np.zeros(MAX_SEATS, np.int64)
    rules.standing(s, points)
    return (points[0] - points[1]) / 2.0
