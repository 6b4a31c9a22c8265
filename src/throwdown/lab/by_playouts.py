"""Learning a judge of settled positions from playouts by the rule of thumb.

The goal of a position is the mean of many playouts from there, which are judged at the next settled position
(:mod:`.of_settled`). So Master's rollouts, which go on by the same rule of thumb, may stop at that position
and lose nothing by it.
"""

from __future__ import annotations

from random import Random

import numpy as np

from throwdown.bots.judged import Numbers
from throwdown.bots.levels import MASTER, MASTER_STYLE
from throwdown.bots.network import Judge
from throwdown.bots.player import ALL, Player, loops_of
from throwdown.bots.policies import Policy, compiled
from throwdown.bots.rollouts import Rollouts
from throwdown.bots.search import SearchPlayer, Style, Thoughts
from throwdown.bots.tree import Playing
from throwdown.kernel.chance import Recorded
from throwdown.kernel.records import copy_records
from throwdown.kernel.rng import generator
from throwdown.lab.of_settled import SLIPS, OfSettled
from throwdown.lab.training import SEATS

PLAYOUTS = 1000  # of a choice in the matches of the curve


class ByPlayouts(OfSettled):
    """A judge in training by playouts. Raises as :class:`.of_settled.OfSettled` does."""

    rounds, simulations = 6, 400
    rival = "playouts to the end of the match"

    def _player(self, judge: Judge) -> Player:
        rollouts = Rollouts(PLAYOUTS, stops=int(judge.direct.size > 0))
        return SearchPlayer(MASTER, Style(solved=MASTER_STYLE.solved, rollouts=rollouts), judge)

    def _play(self, judge: Judge, rng: Random, signs: Numbers, goals: Numbers) -> int:
        loops, rules = loops_of(self.game), self.game.rules
        state = self.game.match(SEATS, chance=Recorded(()), engine=self.game.engine).state
        board, hidden = copy_records(state), copy_records(state)
        erring = compiled([Policy(ALL, slips=rng.choice(SLIPS)) for _ in range(SEATS)])
        dice, choosing = generator(rng.getrandbits(62)), generator(rng.getrandbits(62))
        events, weights, filled = np.zeros(rules.EVENTS, np.int32), np.zeros(rules.EVENTS, np.int32), 0
        while filled < len(goals):
            loops.contest(board, hidden, erring, dice, choosing, events, weights, 1)
            if not self.game.engine.awaited(board):
                break
            filled += self._judge(copy_records(board), judge, rng, signs[filled], goals[filled])
        return filled

    def _aim(self, posed: Numbers, judge: Judge, rng: Random, goal: Numbers) -> bool:
        playing = Playing(compiled([Policy(ALL)] * SEATS), 1, rng.getrandbits(62))
        thoughts = Thoughts(self.game, 1, loops_of(self.game), judge)
        goal[:] = thoughts.play_from(posed, SEATS, self.course.plan.simulations, playing)
        return True
