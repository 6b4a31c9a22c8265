"""Learning a judge of settled positions from searches in self-play (fitted value iteration).

A round plays matches by short searches, some of them with choices at random so that other positions come up,
too. Every settled position that comes up is given a goal: what a search from there, which judges the next
settled positions by the judge as it is, brings on average. So a turn is a game of its own over what the judge
says of its end, and what is known of the last turns spreads to those before. In the first round searches ask
the game's ``outlook``.

A search tells the share of the win far more closely than the result of a match does: with 2,000 simulations
within about a hundredth.
"""

from __future__ import annotations

from random import Random

import numpy as np

from throwdown.bots import sight
from throwdown.bots.judged import NoJudge, Numbers
from throwdown.bots.levels import MASTER_STYLE
from throwdown.bots.network import Judge, empty_judge
from throwdown.bots.player import Player, Sight, loops_of
from throwdown.bots.search import Budget, SearchPlayer, Thoughts
from throwdown.bots.tree import NOWHERE
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records
from throwdown.kernel.rng import generator
from throwdown.lab.matchup import Score, play_out, score_of
from throwdown.lab.training import PARTS, Training

PLAYING = Budget(simulations=300, nodes=1 << 12)  # of a choice in self-play, and in the matches of the curve
NODES = 1 << 13  # of the search from a position
SLIPS = (0.0, 0.05, 0.2, 0.5)  # parts of the choices of a match that are made at random
TUNING = MASTER_STYLE.tuning()
SEATS = 2


class BySearches(Training):
    """A judge in training by searches. Raises :class:`NoJudge` for a game of more than two."""

    rounds, choices = 10, 10_000
    passes = 6  # the goals are worth more than one look
    rival = "searches without it"

    def measure(self, pairs: int) -> Score:
        """Searches that ask the judge against searches that ask the game's ``outlook``, with the same few
        simulations."""
        shares = np.zeros((PARTS, -(-pairs // PARTS)))
        judge = self.judge

        def play(part: int) -> None:
            for k in range(shares.shape[1]):
                shares[part, k] = self._pair(judge, part * shares.shape[1] + k)

        self._spread(play)
        return score_of(shares.reshape(-1)[:pairs].tolist())

    def _pair(self, judge: Judge, number: int) -> float:
        """The share of the wins of who asks ``judge`` over a mirrored pair."""
        won = 0.0
        for own in range(SEATS):
            match = self.game.match(SEATS, seed=number)
            judges = [judge if seat == own else empty_judge() for seat in range(SEATS)]
            players = [(SearchPlayer(PLAYING, MASTER_STYLE, each), 0.0) for each in judges]
            play_out(match, players, number)
            won += (own in match.winners) / len(match.winners)
        return won / SEATS

    def _positions(self) -> tuple[Numbers, Numbers]:
        plan = self.course.plan
        if plan.seats != SEATS:
            raise NoJudge(f"{self.game.title} is for {plan.seats} at least: searches teach judges for two")
        judge = self.judge if self.course.rounds else empty_judge()
        signs = np.zeros((PARTS, plan.choices // PARTS, SEATS, len(self.weights["direct"])), np.float32)
        goals = np.zeros((PARTS, plan.choices // PARTS, SEATS), np.float32)
        matches = np.zeros(PARTS, np.int64)

        def play(part: int) -> None:
            rng, filled = Random(f"{plan.seed} {self.course.rounds} {part}"), 0
            while filled < len(goals[part]):
                filled += self._play(judge, rng, signs[part, filled:], goals[part, filled:])
                matches[part] += 1

        self._spread(play)
        self.course.matches += int(matches.sum())
        return signs.reshape(-1, *signs.shape[2:]), goals.reshape(-1, SEATS)

    def _play(self, judge: Judge, rng: Random, signs: Numbers, goals: Numbers) -> int:
        """Play a match and fill rows of ``signs``, float32[m, 2, SIGNS], and ``goals``, float32[m, 2], with
        its settled positions; returns their number."""
        match = self.game.match(SEATS, seed=rng.getrandbits(62))
        player, slips, filled = SearchPlayer(PLAYING, MASTER_STYLE, judge), rng.choice(SLIPS), 0
        loops, dice = loops_of(self.game), generator(rng.getrandbits(62))
        while not match.over and filled < len(goals):
            seat = match.awaited[0]
            event = _choice(match, seat, player, slips, rng)
            after = copy_records(match.state)
            match.engine.apply(after, seat, event)
            if loops.settle(after, dice):
                filled += self._judge(after, judge, rng, signs[filled], goals[filled])
            match.play(seat, event)
        return filled

    def _judge(self, settled: Numbers, judge: Judge, rng: Random, signs: Numbers, goal: Numbers) -> bool:
        """Fill ``signs``, float32[2, SIGNS], and ``goal``, float32[2], with those of a position that is
        ``settled``, one record, which is changed; False where it looks alike for both, so that nothing can be
        learned there, or the match is over before anybody chooses."""
        loops, dice = loops_of(self.game), generator(rng.getrandbits(62))
        seat = loops.pose(settled, SEATS, judge.table, signs, dice)
        if seat == NOWHERE or np.array_equal(signs[0], signs[1]):
            return False
        self.game.engine.hide(settled, seat)
        thoughts = Thoughts(self.game, NODES, loops, judge)
        seen = Sight(self.game, settled, seat, [], SEATS)
        goal[seat] = thoughts.mean(seen, dice, self.course.plan.simulations, TUNING)
        goal[1 - seat] = 1.0 - goal[seat]
        return True


def _choice(match: Match, seat: int, player: Player, slips: float, rng: Random) -> int:
    """What ``player`` chooses, or with a chance of ``slips`` any event."""
    seen = sight(match, seat)
    return rng.choice(seen.legal) if rng.random() < slips else player.choose(seen, rng)
