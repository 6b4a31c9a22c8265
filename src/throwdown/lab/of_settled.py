"""Learning a judge of settled positions, between two turns or two rounds (fitted value iteration).

A round plays matches, some of them with choices at random so that other positions come up, too. Every settled
position that comes up is given a goal: what imagined play from there, which is judged at the next settled
positions by the judge as it is, brings on average. So a turn is a game of its own over what the judge says of
its end, and what is known of the last turns spreads to those before. In the first round the game's
``outlook`` is asked.
"""

from __future__ import annotations

from random import Random

import numpy as np

from throwdown.bots.judged import NoJudge, Numbers
from throwdown.bots.network import Judge, empty_judge
from throwdown.bots.player import Player, loops_of
from throwdown.lab.judge_training import PARTS, JudgeTraining
from throwdown.lab.matchup import Score, score_of
from throwdown.lab.training import SEATS

SLIPS = (0.0, 0.05, 0.2, 0.5)  # parts of the choices of a match that are made at random


class OfSettled(JudgeTraining):
    """A judge of settled positions in training. Raises :class:`NoJudge` for a game of more than two."""

    rounds, choices, simulations = 10, 10_000, 2000
    passes = 6  # the goals are worth more than one look

    def measure(self, pairs: int) -> Score:
        """Who asks the judge against who asks none, with equally many simulations or playouts."""
        judge = self.judge

        def seated(own: int) -> list[Player]:
            return [self._player(judge if seat == own else empty_judge()) for seat in range(SEATS)]

        return score_of(self.spread(lambda number: self.share_of(number, seated), pairs))

    def _positions(self) -> tuple[Numbers, Numbers]:
        plan = self.course.plan
        if plan.seats != SEATS:
            raise NoJudge(
                f"{self.game.title} is for {plan.seats} at least: settled positions are judged for two"
            )
        judge = self.judge if self.course.rounds else empty_judge()
        signs = np.zeros((PARTS, plan.choices // PARTS, SEATS, len(self.weights["direct"])), np.float32)
        goals = np.zeros((PARTS, plan.choices // PARTS, SEATS), np.float32)
        matches = np.zeros(PARTS, np.int64)

        def play(part: int) -> None:
            rng, filled = Random(f"{plan.seed} {self.course.rounds} {part}"), 0
            while filled < len(goals[part]):
                filled += self._play(judge, rng, signs[part, filled:], goals[part, filled:])
                matches[part] += 1

        self.spread(play, PARTS)
        self.course.matches += int(matches.sum())
        return signs.reshape(-1, *signs.shape[2:]), goals.reshape(-1, SEATS)

    def _judge(self, settled: Numbers, judge: Judge, rng: Random, signs: Numbers, goal: Numbers) -> bool:
        """Fill ``signs``, float32[2, SIGNS], and ``goal``, float32[2], with those of a position that is
        ``settled``, one record, which is changed; False where it looks alike for both, so that nothing can be
        learned there, or the match is over before anybody chooses."""
        loops_of(self.game).pose(settled, SEATS, self._table, signs)
        return not np.array_equal(signs[0], signs[1]) and self._aim(settled, judge, rng, goal)

    def _player(self, judge: Judge) -> Player:
        """A player of the matches of the curve, who asks ``judge`` where it has signs."""
        raise NotImplementedError

    def _play(self, judge: Judge, rng: Random, signs: Numbers, goals: Numbers) -> int:
        """Play a match and fill rows of ``signs``, float32[m, 2, SIGNS], and ``goals``, float32[m, 2], with
        its settled positions by :meth:`_judge`; returns their number."""
        raise NotImplementedError

    def _aim(self, posed: Numbers, judge: Judge, rng: Random, goal: Numbers) -> bool:
        """Fill ``goal``, float32[2], with the mean shares of the win in ``posed``, one settled record, which
        is changed; False where the match is over before anybody chooses."""
        raise NotImplementedError
