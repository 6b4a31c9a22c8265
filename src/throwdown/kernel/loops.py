"""The compiled loops of one game.

This file is loaded once per game, as a module of its own name, with the game's rules module put in
its namespace as ``rules``. Every function takes the match as a one-element array, the cheapest way
into compiled code (0.3 us against 1.7 us for a record).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .contract import CHANCE, brief, rule
from .rng import below, start, weighed, weighted

rules: Any = None  # the loader puts the game's rules here


@brief
def setup(S, seats, options):
    """``setup`` of the game's rules; ``S`` is an array of one record, as in all functions here."""
    rules.setup(S[0], seats, options[0])


@brief
def awaited(S):
    """``awaited`` of the game's rules for one record: bit k for seat k, bit CHANCE; 0 where the match is
    over."""
    return rules.awaited(S[0])


@brief
def legal(S, seat, events, weights):
    """``legal`` of the game's rules: fills ``events`` and, for CHANCE, ``weights``, both int32[EVENTS];
    returns (n, total)."""
    return rules.legal(S[0], seat, events, weights)


@brief
def offered(S, seat, events, weights):
    """The events that ``seat`` may make, as :func:`legal` gives them, in ``events`` and ``weights``,
    int32[EVENTS]; none where it is not awaited."""
    if not rules.awaited(S[0]) >> seat & 1:
        return 0, 0
    return rules.legal(S[0], seat, events, weights)


@brief
def allows(S, seat, a, events, weights):
    """Whether ``seat`` may make event ``a`` now; ``events`` and ``weights``, int32[EVENTS], are scratch."""
    n, _ = offered(S, seat, events, weights)
    for k in range(n):
        if events[k] == a:
            return True
    return False


@brief
def apply(S, seat, a):
    """``apply`` of the game's rules: make event ``a`` of ``seat`` in one record."""
    rules.apply(S[0], seat, a)


@brief
def step(S, seat, a):
    """Make event ``a`` of ``seat`` in one record; returns (learned, awaited): who learns the event, bit k for
    seat k, and who is awaited after it."""
    s = S[0]
    learned = rules.witnesses(s, seat, a)
    rules.apply(s, seat, a)
    return learned, rules.awaited(s)


@brief
def roll(S, numbers, made, events, weights):
    """Let chance make the events that are due, each decided by the next of ``numbers``, uint64[many]; returns
    how many were made.

    A number decides as :class:`~throwdown.kernel.chance.Committed` has it: taken modulo the tickets, and not
    at all in the last, incomplete stretch of 2**64. Ends before such a number, where none is left, and where
    nothing is due. Row k of ``made``, int64[many, 3], receives the event, who learns it, and who is awaited
    after it, for as many as there are numbers; ``events`` and ``weights``, int32[EVENTS], are scratch.
    """
    s = S[0]
    most = np.uint64(0xFFFFFFFFFFFFFFFF)
    for k in range(len(numbers)):
        if not rules.awaited(s) >> CHANCE & 1:
            return k
        n, total = rules.legal(s, CHANCE, events, weights)
        size = np.uint64(total if total else n)
        stretch = (most % size + np.uint64(1)) % size
        if numbers[k] > most - stretch:
            return k
        index = np.int64(numbers[k] % size)
        if total:
            index = weighed(index, weights, n)
        a = events[index]
        learned, awaited_then = step(S, CHANCE, a)
        made[k, 0] = a
        made[k, 1] = learned
        made[k, 2] = awaited_then
    return len(numbers)


@brief
def play(S, seat, a, numbers, made, events, weights):
    """Make event ``a`` of ``seat``, where it may make it now, and the chance events that are then due, as
    :func:`roll` makes them of ``numbers``, uint64[many]; returns how many were made, 0 where the seat may
    not, and nothing has changed.

    Row 0 of ``made``, int64[1 + many, 3], receives the event of the seat, the further ones those of chance;
    ``events`` and ``weights``, int32[EVENTS], are scratch.
    """
    if not allows(S, seat, a, events, weights):
        return 0
    learned, awaited_then = step(S, seat, a)
    made[0, 0] = a
    made[0, 1] = learned
    made[0, 2] = awaited_then
    return 1 + roll(S, numbers, made[1:], events, weights)


@brief
def hide(S, seat):
    """``hide`` of the game's rules: blank in one record what ``seat`` may not know."""
    rules.hide(S[0], seat)


@brief
def guess(S, seat, rng):
    """``guess`` of the game's rules: a determinization for ``seat``; ``rng`` is uint64[4]."""
    rules.guess(S[0], seat, rng)


@brief
def standing(S, points):
    """``standing`` of the game's rules: fill ``points``, int64[8], by seat."""
    rules.standing(S[0], points)


@brief
def witnesses(S, seat, a):
    """``witnesses`` of the game's rules for one record: bit k where seat k learns event ``a`` of ``seat``."""
    return rules.witnesses(S[0], seat, a)


@rule
def next_seat(mask):
    """The seat to ask next: the lowest awaited, CHANCE when it waits."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


@rule
def draw(n, total, weights, rng):
    """The index of one of ``n`` events, drawn by ``weights``, int32[n], whose sum is ``total``; all alike
    where that is 0. ``rng`` is uint64[4]."""
    return weighted(rng, weights, n, total) if total else below(rng, n)


@rule
def walk(S, rng, limit, events, weights):
    """Play at random to the end, or for ``limit`` events; returns how many were played. ``events`` and
    ``weights``, int32[EVENTS], are scratch; ``rng`` is uint64[4]."""
    s = S[0]
    for count in range(limit):
        mask = rules.awaited(s)
        if mask == 0:
            return count
        seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, seat, events, weights)
        rules.apply(s, seat, events[draw(n, total, weights, rng)])
    return limit


@rule
def playouts(S, many, seed, first, limit, points):
    """Play ``many`` random matches on from ``S``, match k with stream ``first + k`` of ``seed``.

    Row k of ``points``, int32[many, seats], receives the standing of match k. Returns the number of events.
    """
    board = S.copy()
    rng = np.empty(4, np.uint64)
    events = np.empty(rules.EVENTS, np.int32)
    weights = np.empty(rules.EVENTS, np.int32)
    total = 0
    for k in range(many):
        board[0] = S[0]
        start(rng, seed, first + k)
        total += walk(board, rng, limit, events, weights)
        rules.standing(board[0], points[k])
    return total
