"""With which probabilities a named player chooses."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import numpy as np

from throwdown.bots.levels import choosing, searches, unhurried
from throwdown.bots.player import Player, Sight, SlippingPlayer, TemperedPlayer, loops_of, within
from throwdown.bots.policies import Policy
from throwdown.bots.trained import TrainedPlayer

Numbers = np.ndarray[Any, Any]


def is_known(kind: str) -> bool:
    """Whether the probabilities of a player are known exactly: those of one that does not search. Raises
    :class:`UnknownPlayer`."""
    return not searches(kind)


def mixture(kind: str, sight: Sight, rng: Random) -> Numbers:
    """The probability of each of ``sight.legal``, float64[n], for a player of that level without a clock;
    for one that searches, those by one search."""
    many, player = len(sight.legal), within(unhurried(kind), sight.game, sight.seats)
    if isinstance(player, TrainedPlayer):
        return player.trained.chances(sight)
    policy = choosing(kind, sight.game, sight.seats)
    if many == 1 or policy.looks == 1:
        return np.full(many, 1 / many)
    if isinstance(player, TemperedPlayer) or searches(kind):
        chosen = _as_it_says(player, sight, rng)
    else:
        chosen = _best_of(policy, sight)
    return policy.slips / many + (1 - policy.slips) * chosen


def _best_of(policy: Policy, sight: Sight) -> Numbers:
    """The probability that each event is the best rated of those that are drawn; equals share it."""
    many = len(sight.legal)
    worth, loops, looks = np.zeros(many), loops_of(sight.game), min(policy.looks, many)
    rate = loops.look_back if policy.former else loops.rate if policy.rated else loops.glance
    rate(sight.state, sight.seat, np.array(sight.legal, np.int32), worth)
    chances, ways = np.zeros(many), comb(many, looks)
    for height in np.unique(worth):
        equals = worth == height
        below = int((worth < height).sum())
        chances[equals] = (comb(below + int(equals.sum()), looks) - comb(below, looks)) / ways / equals.sum()
    return chances


def _as_it_says(player: Player, sight: Sight, rng: Random) -> Numbers:
    """The probability of each event by the mixture that ``player`` tells where it does not slip."""
    thinker: Any = player.thinker if isinstance(player, SlippingPlayer) else player
    events, weights = thinker.mixture(sight, rng)
    chances = np.zeros(len(sight.legal))
    places = {event: place for place, event in enumerate(sight.legal)}
    for event, weight in zip(events, weights, strict=True):
        chances[places[event]] += weight
    return chances / chances.sum()
