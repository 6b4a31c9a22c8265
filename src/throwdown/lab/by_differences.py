"""Learning a judge from self-play by temporal differences between the positions after a choice (TD(lambda)).

A round plays matches, in several parts side by side, all seats by the judge as it is; the first round by the
rule of thumb. Every position after a choice is given a goal, the lambda-return: a mixture of what the judge
says after the next choice and of the goal there, down to the shares of the win at the end of the match.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from throwdown.bots.judged import LOOPS, Numbers, new_desk
from throwdown.bots.judges import ENDS, Rows
from throwdown.kernel.chance import Recorded
from throwdown.kernel.game import Game
from throwdown.lab.judge_training import PARTS, JudgeTraining, Plan
from throwdown.lab.matchup import Score, score_of

TRIED = 0.02  # of the choices are made at random
STREAMS = 1 << 32  # between the random streams of two parts
JUDGING = 1 << 60  # the first stream of the matches that the curve is made of


class ByDifferences(JudgeTraining):
    """A judge in training by temporal differences."""

    def __init__(self, game: Game, plan: Plan, keep: Path, cores: int | None = None) -> None:
        """Raises as :class:`.judge_training.JudgeTraining` does."""
        super().__init__(game, plan, keep, cores)
        self._loops = game.part(LOOPS)
        self._opening = game.match(plan.seats, chance=Recorded(()), engine=game.engine).state

    def measure(self, pairs: int) -> Score:
        """The judge alone against the rule of thumb."""
        plan = self.course.plan
        even = sum(1 << seat for seat in range(0, plan.seats, 2))
        odd = ((1 << plan.seats) - 1) ^ even
        shares: list[Numbers] = []
        for judged in (even, odd):
            points = np.zeros((PARTS, -(-pairs // PARTS), 8), np.int64)

            def play(part: int, judged: int = judged, points: Numbers = points) -> None:
                desk = new_desk(self.game, self.judge, plan.seats)
                first = JUDGING + part * len(points[part])
                self._loops.play_many(self._opening, desk, plan.seed, first, judged, points[part])

            self.spread(play, PARTS)
            mine = points.reshape(-1, 8)[:pairs, : plan.seats]
            won = mine == mine.max(axis=1, keepdims=True)
            seats = [seat for seat in range(plan.seats) if judged >> seat & 1]
            shares.append((won / won.sum(axis=1, keepdims=True))[:, seats].sum(axis=1))
        return score_of(((shares[0] + shares[1]) / 2).tolist())

    def _positions(self) -> tuple[Numbers, Numbers]:
        plan, number = self.course.plan, self.course.rounds
        by_thumb = number == 0
        chances = np.array([0.0, 1.0]) if by_thumb else np.array([TRIED, 0.0])
        parts = [self._rows(plan.choices // PARTS) for _ in range(PARTS)]
        counts = np.zeros((PARTS, 2), np.int64)

        def play(part: int) -> None:
            desk = new_desk(self.game, self.judge, plan.seats)
            stream = (number * PARTS + part) * STREAMS
            counts[part] = self._loops.practise_many(
                self._opening, desk, plan.seed, stream, chances, parts[part]
            )
            self._loops.set_goals(parts[part], counts[part, 0], 1.0 if by_thumb else plan.fade)

        self.spread(play, PARTS)
        self.course.matches += int(counts[:, 1].sum())
        kept = [rows.marks[:many] & ENDS == 0 for rows, many in zip(parts, counts[:, 0], strict=True)]
        signs = [rows.signs[: len(keep)][keep] for rows, keep in zip(parts, kept, strict=True)]
        goals = [rows.goals[: len(keep)][keep] for rows, keep in zip(parts, kept, strict=True)]
        return np.concatenate(signs), np.concatenate(goals)

    def _rows(self, many: int) -> Rows:
        seats, signs = self.course.plan.seats, len(self.weights["direct"])
        shares = np.zeros((many, seats), np.float32), np.zeros((many, seats), np.float32)
        return Rows(np.zeros((many, seats, signs), np.float32), np.zeros(many, np.int8), *shares)
