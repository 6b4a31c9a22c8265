"""With which probabilities a named player chooses."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import numpy as np

from throwdown.bots.levels import LEVELS, choosing, unhurried
from throwdown.bots.player import Sight, SlippingPlayer, loops_of
from throwdown.bots.search import SearchPlayer
from throwdown.bots.trained import TrainedPlayer

Numbers = np.ndarray[Any, Any]


def is_known(kind: str) -> bool:
    """Whether the probabilities of a player are known exactly: those of one that does not search. Raises
    :class:`UnknownPlayer`."""
    player = unhurried(kind)
    return not isinstance(player.thinker if isinstance(player, SlippingPlayer) else player, SearchPlayer)


def mixture(kind: str, sight: Sight, rng: Random) -> Numbers:
    """The probability of each of ``sight.legal``, float64[n], for a player of that level without a clock;
    for one that searches, those by one search."""
    many, player = len(sight.legal), unhurried(kind)
    if isinstance(player, TrainedPlayer):
        return player.trained.chances(sight)
    looks, slips = choosing(kind)
    if many == 1 or looks == 1:
        return np.full(many, 1 / many)
    chosen = _best_of(kind, sight, min(looks, many)) if is_known(kind) else _by_search(kind, sight, rng)
    return slips / many + (1 - slips) * chosen


def _best_of(kind: str, sight: Sight, looks: int) -> Numbers:
    """The probability that each event is the best rated of ``looks`` that are drawn; equals share it."""
    many = len(sight.legal)
    worth, loops = np.zeros(many), loops_of(sight.game)
    rate = loops.glance if kind in LEVELS else loops.rate
    rate(sight.state, sight.seat, np.array(sight.legal, np.int32), worth)
    chances, ways = np.zeros(many), comb(many, looks)
    for height in np.unique(worth):
        equals = worth == height
        below = int((worth < height).sum())
        chances[equals] = (comb(below + int(equals.sum()), looks) - comb(below, looks)) / ways / equals.sum()
    return chances


def _by_search(kind: str, sight: Sight, rng: Random) -> Numbers:
    player = unhurried(kind)
    thinker: Any = player.thinker if isinstance(player, SlippingPlayer) else player
    events, weights = thinker.mixture(sight, rng)
    chances = np.zeros(len(sight.legal))
    places = {event: place for place, event in enumerate(sight.legal)}
    for event, weight in zip(events, weights, strict=True):
        chances[places[event]] += weight
    return chances / chances.sum()
