"""What was luck in a match, by the judge of a game that has one (:mod:`throwdown.bots.judges`).

What a roll or a card changed is the share that the judge gives where a seat is to choose next, less the mean
of what it would give over ways in which chance might have gone, drawn anew. What came of a mixture is the
share after the event that was made, less the mean over the mixture. Both are 0 on average whatever the judge
says and whoever plays, so they can be left out without moving the mean (AIVAT; Burch, Schmid, Moravcik,
Morrill and Bowling 2018); the better it judges, the more of the luck is counted. It takes a small part of
the time of playouts.

A judge takes all seats for equally strong. Where they are not, chances are other ones: logit p + b in the
place of logit p, with b by how much one is ahead. What changes with b is p (1 - p) at first, so the same is
counted of that, as a second figure; what of it is left out is learnt from the pairs before, as of the first.
"""

from __future__ import annotations

import numpy as np

from throwdown.bots.judged import LOOPS, Numbers, judge_of, new_desk
from throwdown.bots.player import Sight
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records
from throwdown.lab.adjusted import Mixture, with_slips
from throwdown.study.playouts import key_of


class JudgedLuck:
    """What luck changed in one ``match`` for the share of the even seats, by ``many`` ways in which chance
    might have gone after each choice, drawn from ``seed``. Raises :class:`throwdown.bots.judged.NoJudge`."""

    def __init__(self, match: Match, seed: int, many: int) -> None:
        self._match = match
        self._many = many
        self._key = key_of(seed, "ways of chance")
        self._loops = match.game.compilation.players(LOOPS)
        self._desk = new_desk(match.game, judge_of(match.game), match.seats)
        self._figures: Numbers = np.zeros(2)
        self._ranked: Numbers = np.zeros(match.game.rules.EVENTS)
        self._chosen: Numbers | None = None  # the record after the last choice, before chance
        self._luck: Numbers = np.zeros(2)

    def add(self, seen: Sight, mixture: Mixture, slips: float, made: int) -> None:
        """Count what led to the choice that the seat of ``seen`` is about to make where the match stands, and
        which event ``made`` came of ``mixture``, or with chance ``slips`` of all that are legal."""
        self._count_chance()
        seat = seen.seat
        mixture = with_slips(mixture, Mixture(seen.legal, (1.0,) * len(seen.legal)), slips)
        if len(mixture.events) > 1:
            many = self._loops.rank(seen.state, seat, self._desk, self._ranked)
            events = self._desk.events[:many].tolist()
            ranked = dict(zip(events, self._ranked[:many].tolist(), strict=True))
            # Of more than two seats, the share of the one that chooses: 0 on average is what it takes.
            shares = np.array([ranked[event] for event in (made, *mixture.events)])
            shares = shares if seat % 2 == 0 else 1.0 - shares
            figures = np.stack([shares, shares * (1.0 - shares)])
            self._luck += figures[:, 0] - np.average(figures[:, 1:], axis=1, weights=mixture.weights)
        self._chosen = copy_records(self._match.state)
        self._match.engine.apply(self._chosen, seat, made)

    def luck(self, share: float) -> tuple[float, float]:
        """What of the ``share`` of the win of the even seats was luck, once the match is over, and the same
        of p (1 - p), which grows where luck has made the match more open."""
        self._count_chance()
        part, opened = self._luck.tolist()
        return part, opened

    def _count_chance(self) -> None:
        """Count what chance has changed since the last choice."""
        before, self._chosen = self._chosen, None
        if before is not None and int(self._match.engine.awaited(before)) >> CHANCE & 1:
            self._luck += self._judged(self._match.state, 1) - self._judged(before, self._many)

    def _judged(self, state: Numbers, many: int) -> Numbers:
        """The mean share p of the even seats over ``many`` ways from ``state`` to the next choice, and that
        of p (1 - p)."""
        stream = len(self._match.log)
        self._loops.judge_chance(state, self._desk, self._key, stream, many, self._figures)
        return self._figures.copy()
