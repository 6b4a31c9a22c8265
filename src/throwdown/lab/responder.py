"""A player that answers one level: it knows how that level chooses, and improves on the rule of thumb by
playouts against it.

At each choice the events that the game's ``worth`` rates highest are tried, and the rule of thumb is left
where another is clearly better. Each is played on to the end of
the match many times: what cannot be seen is filled in by the game's ``guess``, the other seats choose as the
level does, and the responder by the rule of thumb. This is one step of policy improvement (rollouts:
Tesauro and Galperin 1996), so what it wins is a lower bound of what a best response would win.

A level that searches is taken for the rule of thumb, with the slips of a former level, for its own thought is
too long to be played out: the bound holds all the same, and is looser.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from throwdown.bots.levels import choosing
from throwdown.bots.player import ALL, GreedyPlayer, Sight, loops_of
from throwdown.bots.policies import Policy, compiled
from throwdown.bots.search import Thoughts
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.records import copy_records
from throwdown.kernel.rng import generator

Numbers = np.ndarray[Any, Any]
TRIED = 8  # events of a choice that are played out
ROUNDS = 3  # after each, the better half of them is kept
SHARED = 4  # playouts with one guess of what is hidden
ERRORS = 1.5  # standard errors by which a choice must be better than that of the rule of thumb


class Responder:
    """Answers players of level ``kind`` with about ``playouts`` playouts for each choice; raises
    :class:`UnknownPlayer`."""

    def __init__(self, kind: str, playouts: int) -> None:
        self.kind = kind
        self.playouts = playouts
        self._thoughts: dict[str, Thoughts] = {}

    def choose(self, sight: Sight, rng: Random) -> int:
        """The event that wins most often in playouts against players of the level."""
        if len(sight.legal) == 1:
            return sight.legal[0]
        loops = loops_of(sight.game)
        if loops.is_step(sight.state):
            return GreedyPlayer(at_a_glance=True).rate(sight, rng, loops)
        seed = rng.getrandbits(62)
        tried = self._best_rated(sight, rng)
        thumb, won, number = tried[0], {event: np.zeros(0) for event in tried}, 0
        for _ in range(ROUNDS):
            many = max(1, round(self.playouts / ROUNDS / len(tried) / SHARED))
            for k in range(number, number + many):
                for event, shares in zip(tried, self._played_out(sight, tried, seed, k), strict=True):
                    won[event] = np.append(won[event], shares)
            number += many
            better = sorted(tried, key=lambda event: -float(won[event].mean()))
            tried = [thumb, *(event for event in better if event != thumb)][: max(2, len(tried) // 2)]
        best = max(tried, key=lambda event: float(won[event].mean()))
        return best if is_clear(won[best] - won[thumb]) else thumb

    def _best_rated(self, sight: Sight, rng: Random) -> list[int]:
        """The events that are tried, those that the rule of thumb rates highest."""
        events = np.array(rng.sample(sight.legal, len(sight.legal)), np.int32)
        worth = np.zeros(len(events))
        loops_of(sight.game).rate(sight.state, sight.seat, events, worth)
        best: list[int] = events[np.argsort(-worth, kind="stable")][:TRIED].tolist()
        return best

    def _played_out(self, sight: Sight, tried: list[int], seed: int, number: int) -> Numbers:
        """The share of the win that each event of ``tried`` brings in some playouts with one guess of what
        is hidden and the same dice, float64[tried, SHARED]."""
        seat, loops, engine = sight.seat, loops_of(sight.game), sight.game.loops(True)
        theirs = choosing(self.kind, sight.game, sight.seats)
        policies = compiled([Policy(ALL) if each == seat else theirs for each in range(MAX_SEATS)])
        guessed = self._open_choices(sight)
        engine.guess(guessed, seat, generator(seed, number))
        points = np.zeros((len(tried), SHARED, MAX_SEATS), np.int64)
        for place, event in enumerate(tried):
            board = copy_records(guessed)
            engine.apply(board, seat, event)
            loops.contests(board, SHARED, seed, number * SHARED, policies, points[place])
        points = points[..., : sight.seats]
        won = points == points.max(axis=2, keepdims=True)
        return won[..., seat] / won.sum(axis=2)

    def _open_choices(self, sight: Sight) -> Numbers:
        """What ``sight`` shows, with the choices that others have made in secret taken back."""
        game = sight.game
        thoughts = self._thoughts.get(game.key)
        if thoughts is None:
            thoughts = self._thoughts[game.key] = Thoughts(game, 16, loops_of(game))
        return thoughts.taken_back(sight.state, sight.seat, sight.seats)


def is_clear(more: Numbers) -> bool:
    """Whether a choice that brought so much ``more`` in each playout, float64[n], is taken."""
    error = float(more.std(ddof=1)) / len(more) ** 0.5 if len(more) > 1 else 1.0
    return float(more.mean()) > ERRORS * error
