"""Con-Person (KD-D4) with few dice, whole: every run of bids and every hand, for the laboratory.

A public state is a run of bids. All numbers of a die are alike, so runs that differ only in the names of the
numbers are one state: there the numbers are named in the order in which they were first bid. A bid of a
number that was not bid before leads to the state in which it has the lowest free name; there the hands are
those with the two names exchanged (``swaps``). Hands are the multisets of a seat's dice, as counts of each
number.

The choices of hand h at a state begin at ``origin + h * count`` of the arrays over all choices: to call,
where there is a bid, then the bids in the order of the rules. All that is paid is 1 to the winner, taken from
the loser.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .....bots.matching import match, plus
from .....bots.regret import match_predicted
from .....kernel.contract import record, rule

FACES = 6
FULL = -1

RUN = record(
    ("dice", "i4"),  # of the last bid; 0 before the first
    ("face", "i4"),
    ("named", "i4"),  # how many numbers have been bid
    ("mover", "i4"),
    ("parent", "i4"),
    ("first", "i4"),  # its children, by dice and then by number, up to the first free name
    ("count", "i4"),  # choices of a hand
    ("origin", "i8"),
)


class Hands(NamedTuple):
    """What a seat may hold."""

    counts: Any  # int32[hands, 6]: dice of each number
    chances: Any  # float64[hands]
    swaps: Any  # int32[6, 6, hands]: the hand with two numbers exchanged


class Worths(NamedTuple):
    """What a seat expects, filled from the longest runs of bids to the shortest."""

    values: Any  # float64[runs, hands]: at each state
    gains: Any  # float64[choices]: of each of its own choices


@rule
def named_after(state):
    """How many of the numbers lead to states of their own: those that have been bid, and one new one."""
    return min(state.named + 1, FACES)


@rule
def write_out(runs, most):
    """Write the runs of bids with ``most`` dice in all into ``runs``, RUN[n]; returns how many there are,
    FULL where they do not fit. ``origin`` is counted for one hand."""
    used, at, choices = 1, 0, 0
    runs[0].parent = -1
    while at < used:
        state = runs[at]
        wide = named_after(state)
        left = most - state.dice
        state.first, state.origin = used, choices
        state.count = left * FACES + int(state.dice > 0)
        choices += state.count
        if used + left * wide > runs.shape[0]:
            return FULL
        for dice in range(state.dice + 1, most + 1):
            for face in range(wide):
                child = runs[used]
                child.dice, child.face, child.mover, child.parent = dice, face, 1 - state.mover, at
                child.named = max(state.named, face + 1)
                used += 1
        at += 1
    return used


@rule
def child_of(state, dice, face):
    return state.first + (dice - state.dice - 1) * named_after(state) + min(face, state.named)


@rule
def reach(runs, hands, strategy, seat, ranges):
    """Fill ``ranges``, float64[runs, hands], with how likely each hand of ``seat`` is to be dealt and to come
    to each state by its own choices of ``strategy``, float64[choices]."""
    many = hands.chances.shape[0]
    ranges[0] = hands.chances
    for at in range(1, runs.shape[0]):
        state = runs[at]
        before = runs[state.parent]
        if before.mover != seat:
            ranges[at] = ranges[state.parent]
            continue
        place = before.origin + (state.dice - before.dice - 1) * FACES + state.face + int(before.dice > 0)
        for h in range(many):
            ranges[at, h] = ranges[state.parent, h] * strategy[place + h * before.count]


@rule
def called(state, hands, weights, values):
    """Fill ``values``, float64[hands], with how likely the last bid is to be true, less how likely it is not,
    for each hand of one seat. ``weights``, float64[hands], are those of the other seat's hands."""
    at_least = np.zeros(hands.counts[0].sum() + 2)
    for h in range(weights.shape[0]):
        at_least[hands.counts[h, state.face]] += weights[h]
    for k in range(at_least.shape[0] - 2, -1, -1):
        at_least[k] += at_least[k + 1]
    for h in range(weights.shape[0]):
        missing = max(0, state.dice - hands.counts[h, state.face])
        true = at_least[missing] if missing < at_least.shape[0] else 0.0
        values[h] = 2.0 * true - at_least[0]


@rule
def gain(runs, at, hands, values, h, k):
    """What choice ``k`` of hand ``h``, a bid, leads to by ``values``, float64[runs, hands]."""
    state = runs[at]
    bid = k - int(state.dice > 0)
    face = bid % FACES
    child = child_of(state, state.dice + 1 + bid // FACES, face)
    if face > state.named:
        return values[child, hands.swaps[state.named, face, h]]
    return values[child, h]


@rule
def own_turn(runs, at, hands, strategy, calls, worths, is_best):
    """Fill ``worths``, a :class:`Worths`, at state ``at`` for the seat that chooses there; with ``is_best``
    the best choice becomes its ``strategy``. ``calls``, float64[hands], is what a call brings."""
    state, values, gains = runs[at], worths.values, worths.gains
    for h in range(values.shape[1]):
        begin, total, best = state.origin + h * state.count, 0.0, 0
        for k in range(state.count):
            brings = calls[h] if state.dice and k == 0 else gain(runs, at, hands, values, h, k)
            gains[begin + k] = brings
            total += strategy[begin + k] * brings
            if brings > gains[begin + best]:
                best = k
        if is_best:
            total = gains[begin + best]
            for k in range(state.count):
                strategy[begin + k] = 1.0 if k == best else 0.0
        values[at, h] = total


@rule
def worth(runs, hands, strategy, seat, theirs, worths, is_best):
    """Fill ``worths``, a :class:`Worths`, with what each state and choice is worth to each hand of ``seat``
    against the ranges ``theirs``, float64[runs, hands]; returns what the game is worth to it. With
    ``is_best`` it plays a best response, which replaces its part of ``strategy``."""
    many, values = hands.chances.shape[0], worths.values
    calls, weights = np.zeros(many), np.zeros(many)
    for at in range(runs.shape[0] - 1, -1, -1):
        state = runs[at]
        is_own = state.mover == seat
        if state.dice:
            for h in range(many):
                weights[h] = (
                    theirs[at, h] if is_own else theirs[at, h] * strategy[state.origin + h * state.count]
                )
            called(state, hands, weights, calls)
        if is_own:
            for h in range(many):
                calls[h] = -calls[h]
            own_turn(runs, at, hands, strategy, calls, worths, is_best)
            continue
        for h in range(many):
            total = calls[h] if state.dice else 0.0
            for k in range(int(state.dice > 0), state.count):
                total += gain(runs, at, hands, values, h, k)
            values[at, h] = total
    return (values[0] * hands.chances).sum()


@rule
def iterate(runs, hands, learning, began, many):
    """Run ``many`` iterations of predictive CFR+ for both seats, the first of them number ``began`` (from 0).
    ``learning`` is :class:`.regret.Learning` over float64[choices]."""
    holds = hands.chances.shape[0]
    ranges = np.empty((2, runs.shape[0], holds))
    worths = Worths(np.empty((runs.shape[0], holds)), np.empty(learning.regrets.shape[0]))
    if began == 0:
        match_seat(runs, holds, learning, 0)
        match_seat(runs, holds, learning, 1)
    for t in range(began, began + many):
        for seat in range(2):
            reach(runs, hands, learning.strategy, 0, ranges[0])
            reach(runs, hands, learning.strategy, 1, ranges[1])
            worth(runs, hands, learning.strategy, seat, ranges[1 - seat], worths, False)
            learn(runs, seat, ranges[seat], worths, (t + 1.0) ** 2, learning)
            match_seat(runs, holds, learning, seat)


@rule
def learn(runs, seat, mine, worths, weight, learning):
    """Add the strategy of ``seat`` to its sums, times ``weight`` and its range ``mine``, float64[runs,
    hands], and update its regrets by ``worths``, a :class:`Worths`."""
    last, values, gains = learning.last, worths.values, worths.gains
    for at in range(runs.shape[0]):
        state = runs[at]
        for h in range(values.shape[1] if state.mover == seat else 0):
            first = state.origin + h * state.count
            for k in range(first, first + state.count):
                learning.mean[k] += weight * mine[at, h] * learning.strategy[k]
                last[k] = gains[k] - values[at, h]
                learning.regrets[k] = plus(learning.regrets[k], last[k])


@rule
def match_seat(runs, holds, learning, seat):
    """Predictive regret matching at every state of ``seat`` for each of ``holds`` hands."""
    for at in range(runs.shape[0]):
        state = runs[at]
        for h in range(holds if state.mover == seat else 0):
            match_predicted(learning, state.origin + h * state.count, state.count)


@rule
def normalize(runs, holds, mean, strategy):
    """Turn the sums in ``mean`` into the average strategy, both float64[choices]; uniform where a hand never
    comes."""
    for at in range(runs.shape[0]):
        state = runs[at]
        for h in range(holds):
            match(mean, strategy, state.origin + h * state.count, state.count, 1)


@rule
def result(runs, hands, strategy, seat, is_best):
    """What the game is worth to ``seat`` where both play ``strategy``, float64[choices]; with ``is_best`` it
    plays a best response instead, which replaces its part of ``strategy``."""
    theirs = np.empty((runs.shape[0], hands.chances.shape[0]))
    worths = Worths(np.empty(theirs.shape), np.empty(strategy.shape[0]))
    reach(runs, hands, strategy, 1 - seat, theirs)
    return worth(runs, hands, strategy, seat, theirs, worths, is_best)
