"""A position of one game unfolded into a tree of all that can follow; loaded once per game.

The tree is flat: nodes in order of depth, the children of a node side by side. Positions in which a seat
knows the same, by the bytes of its hidden copy, share a decision. Seats that choose together choose one after
the other, none seeing the choice before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernel.contract import CHANCE, MAX_SEATS, rule
from ..kernel.loops import next_seat
from . import ranges, regret  # loaded here, so that their compiled code is kept with the game's
from .tree import fingerprint

__all__ = ["Known", "ranges", "regret", "unfold"]

rules: Any = globals().get("rules")  # the loader puts the game's rules here

FULL = -1


class Known(NamedTuple):
    """The decisions of a tree, found by what the seat that decides knows."""

    decisions: Any  # DECISION[most]
    slots: Any  # int32[2**k]: decision numbers + 1 by key, with open addressing; zeros at first
    hidden: Any  # an array of one record: scratch
    words: Any  # :class:`.tree.Words` of ``hidden``


@rule
def unfold(S, states, nodes, known):
    """Fill ``nodes``, NODE[most], from the position ``S``, an array of one record, and ``known``,
    :class:`Known`; returns how many nodes and decisions there are, (FULL, FULL) when they do not fit.

    ``states``, STATE[most], receives the record of each node.
    """
    events, weights = np.empty(rules.EVENTS, np.int32), np.empty(rules.EVENTS, np.int32)
    states[0] = S[0]
    nodes[0].chance = 1.0
    used, decided, at = 1, 0, 0
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
            decided = enter(s, node, n, known, decided)
            if decided == FULL:
                return FULL, FULL
        node.count = n
        for k in range(n):
            states[used + k] = s
            rules.apply(states[used + k], node.seat, events[k])
            nodes[used + k].event = events[k]
            nodes[used + k].chance = weights[k] / total if total else 1.0 / n
        used += n
        at += 1
    return used, decided


@rule
def enter(s, node, n, known, decided):
    """Give a node with ``n`` events its decision, a new one where its seat has not known this before;
    returns how many decisions there are, or FULL. ``known`` is :class:`Known`, which holds ``decided`` so
    far."""
    slots, decisions = known.slots, known.decisions
    known.hidden[0] = s
    rules.hide(known.hidden[0], node.seat)
    key = fingerprint(known.words, node.seat)
    last = slots.shape[0] - 1
    place = np.int64(key & np.uint64(last))
    while slots[place] and decisions[slots[place] - 1].key != key:
        place = (place + 1) & last
    if slots[place] == 0:
        if decided == decisions.shape[0]:
            return FULL
        decision = decisions[decided]
        before = decisions[decided - 1].first + decisions[decided - 1].count if decided else 0
        decision.key, decision.seat, decision.first, decision.count = key, node.seat, before, n
        decided += 1
        slots[place] = decided
    node.decision = slots[place] - 1
    return decided


@rule
def payoff(s):
    """Half the points by which seat 0 is ahead of seat 1, in one record: what one wins the other loses."""
    points = np.zeros(MAX_SEATS, np.int64)
    rules.standing(s, points)
    return (points[0] - points[1]) / 2.0
