"""Compiled loops over many matches of one game at once, for :mod:`throwdown.envs`.

``S`` holds a record for each match, ``rngs`` its generator (four uint64). Functions work on the matches
``first ... last - 1``, so that several threads share the arrays. Loaded once per game, like ``loops.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .contract import CHANCE, SPECTATOR, rule
from .loops import draw, next_seat
from .rng import below, start

rules: Any = None  # the loader puts the game's rules here

ENDED, CUT_OFF = 1, 2


@rule
def settle(s, rng, events, weights):
    """Let chance make all that is due in the record ``s``; returns the lowest awaited seat, -1 at the end.

    ``events`` and ``weights`` (int32 ``[EVENTS]``) are overwritten, ``rng`` (uint64 ``[4]``) moves on.
    """
    while True:
        mask = rules.awaited(s)
        if mask == 0:
            return -1
        if not mask >> CHANCE & 1:
            return next_seat(mask)
        n, total = rules.legal(s, CHANCE, events, weights)
        rules.apply(s, CHANCE, events[draw(n, total, weights, rng)])


@rule
def step(S, rngs, seats, actions, taken, limit, over, points, first, last):
    """Seat ``seats[k]`` of match k makes ``actions[k]``, which is legal; a seat below 0 makes nothing.

    ``over[k]`` receives ENDED, CUT_OFF where ``limit`` choices (0: no limit) have been ``taken``, or 0, and
    ``points[k]`` the standing of a match that is over. ``seats[k]`` receives who is to choose next.
    """
    events = np.empty(rules.EVENTS, np.int32)
    weights = np.empty(rules.EVENTS, np.int32)
    for k in range(first, last):
        over[k] = 0
        if seats[k] < 0:
            continue
        rules.apply(S[k], seats[k], actions[k])
        taken[k] += 1
        seats[k] = settle(S[k], rngs[k], events, weights)
        if seats[k] < 0:
            over[k] = ENDED
        elif limit > 0 and taken[k] >= limit:
            over[k] = CUT_OFF
            seats[k] = -1
        if over[k] != 0:
            rules.standing(S[k], points[k])


@rule
def begin(S, opening, rngs, seed, streams, stride, seats, taken, over, first, last):
    """Begin those matches that are over (``over[k]`` is not 0), each with the stream of ``seed`` that lies
    ``stride`` after ``streams[k]``; ``taken[k]`` is 0 then, and ``seats[k]`` who is to choose."""
    events = np.empty(rules.EVENTS, np.int32)
    weights = np.empty(rules.EVENTS, np.int32)
    for k in range(first, last):
        if over[k] != 0:
            streams[k] += stride
            start(rngs[k], seed, streams[k])
            taken[k] = 0
            S[k] = opening[0]
            seats[k] = settle(S[k], rngs[k], events, weights)


@rule
def show(S, seats, seen, masks, first, last):
    """``seen[k]`` receives what seat ``seats[k]`` may know of match k, ``masks[k]`` 1 for each event that it
    may make. Of a match that is over it receives what a watcher may know, and no event."""
    events = np.empty(rules.EVENTS, np.int32)
    weights = np.empty(rules.EVENTS, np.int32)
    for k in range(first, last):
        seat = seats[k] if seats[k] >= 0 else SPECTATOR
        seen[k] = S[k]
        rules.hide(seen[k], seat)
        masks[k, :] = 0
        if seats[k] >= 0:
            n, _ = rules.legal(S[k], seat, events, weights)
            for j in range(n):
                masks[k, events[j]] = 1


@rule
def seed_choosers(rngs, seed, stream, first, last):
    """Set ``rngs[k]`` to the beginning of the stream ``stream + k`` of ``seed``."""
    for k in range(first, last):
        start(rngs[k], seed, stream + k)


@rule
def sample(masks, rngs, actions, first, last):
    """``actions[k]`` receives one of the events that ``masks[k]`` allows, each as likely; 0 where it allows
    none. ``rngs[k]`` moves on: it is not the generator of match k."""
    for k in range(first, last):
        n = 0
        for event in range(masks.shape[1]):
            n += masks[k, event]
        actions[k] = 0
        if n > 0:
            left = below(rngs[k], n)
            for event in range(masks.shape[1]):
                if masks[k, event] == 1:
                    if left == 0:
                        actions[k] = event
                        break
                    left -= 1
