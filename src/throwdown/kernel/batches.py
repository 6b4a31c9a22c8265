"""Compiled loops over many matches of one game at once, for :mod:`throwdown.envs`.

Functions work on the matches ``first ... last - 1`` of a :class:`Matches`, so that several threads share its
arrays. Loaded once per game, like ``loops.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .contract import CHANCE, SPECTATOR, rule
from .loops import draw, next_seat
from .rng import below, start

rules: Any = None  # the loader puts the game's rules here

ENDED, CUT_OFF = 1, 2


class Matches(NamedTuple):
    """Matches of one game that go on side by side; every array has an entry for each."""

    states: Any  # STATE[many]: the whole truth of each
    rngs: Any  # uint64[many, 4]: its generator
    streams: Any  # int64[many]: the stream of the seed that the generator began with
    seats: Any  # int64[many]: who is to choose; below 0 where the match is over
    taken: Any  # int64[many]: how many choices have been made
    over: Any  # int64[many]: ENDED or CUT_OFF where the last choice ended it, else 0
    points: Any  # int64[many, MAX_SEATS]: the standing, once it is over


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
def step(matches, actions, limit, first, last):
    """The seat that is to choose in match k of :class:`Matches` makes ``actions[k]``, int64[many], which is
    legal; where a match is over nothing happens. A match is cut off after ``limit`` choices (0: no limit).
    """
    S, seats, over = matches.states, matches.seats, matches.over
    events = np.empty(rules.EVENTS, np.int32)
    weights = np.empty(rules.EVENTS, np.int32)
    for k in range(first, last):
        over[k] = 0
        if seats[k] < 0:
            continue
        rules.apply(S[k], seats[k], actions[k])
        matches.taken[k] += 1
        seats[k] = settle(S[k], matches.rngs[k], events, weights)
        if seats[k] < 0:
            over[k] = ENDED
        elif limit > 0 and matches.taken[k] >= limit:
            over[k] = CUT_OFF
            seats[k] = -1
        if over[k] != 0:
            rules.standing(S[k], matches.points[k])


@rule
def begin(matches, opening, seed, stride, first, last):
    """Begin those of :class:`Matches` that are over anew from ``opening``, an array of one record, each with
    the stream of ``seed`` that lies ``stride`` after its last one. ``over`` stays as it is."""
    events = np.empty(rules.EVENTS, np.int32)
    weights = np.empty(rules.EVENTS, np.int32)
    for k in range(first, last):
        if matches.over[k] != 0:
            matches.streams[k] += stride
            start(matches.rngs[k], seed, matches.streams[k])
            matches.taken[k] = 0
            matches.states[k] = opening[0]
            matches.seats[k] = settle(matches.states[k], matches.rngs[k], events, weights)


@rule
def show(matches, seen, masks, first, last):
    """``seen[k]``, STATE[many], receives what the seat that is to choose may know of match k of
    :class:`Matches`, and ``masks[k]``, int8[many, EVENTS], 1 for each event that it may make. Of a match that
    is over it receives what a watcher may know, and no event."""
    seats = matches.seats
    events = np.empty(rules.EVENTS, np.int32)
    weights = np.empty(rules.EVENTS, np.int32)
    for k in range(first, last):
        seat = seats[k] if seats[k] >= 0 else SPECTATOR
        seen[k] = matches.states[k]
        rules.hide(seen[k], seat)
        masks[k, :] = 0
        if seats[k] >= 0:
            n, _ = rules.legal(matches.states[k], seat, events, weights)
            for j in range(n):
                masks[k, events[j]] = 1


@rule
def seed_choosers(rngs, seed, stream, first, last):
    """Set ``rngs[k]``, uint64[many, 4], to the beginning of the stream ``stream + k`` of ``seed``."""
    for k in range(first, last):
        start(rngs[k], seed, stream + k)


@rule
def sample(masks, rngs, actions, first, last):
    """``actions[k]``, int64[many], receives one of the events that ``masks[k]``, int8[many, EVENTS], allows,
    each as likely; 0 where it allows none. ``rngs[k]``, uint64[many, 4], moves on: it is not the generator of
    match k."""
    for k in range(first, last):
        n = 0
        for event in range(masks.shape[1]):
            n += int(masks[k, event])  # int8 ends at 127, interpreted
        actions[k] = 0
        if n > 0:
            left = below(rngs[k], n)
            for event in range(masks.shape[1]):
                if masks[k, event] == 1:
                    if left == 0:
                        actions[k] = event
                        break
                    left -= 1
