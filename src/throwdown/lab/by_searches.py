"""Learning a judge of settled positions from searches in self-play.

Matches are played by short searches, and the goal of a position is what a longer search from there brings on
average (:mod:`.of_settled`). A search tells the share of the win far more closely than the result of a match
does: with 2,000 simulations within about a hundredth.
"""

from __future__ import annotations

from random import Random

from throwdown.bots import sight
from throwdown.bots.judged import Numbers
from throwdown.bots.levels import MASTER_STYLE
from throwdown.bots.network import Judge
from throwdown.bots.player import Player, Sight, loops_of
from throwdown.bots.search import Budget, SearchPlayer, Thoughts
from throwdown.bots.tree import NOWHERE
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records
from throwdown.kernel.rng import generator
from throwdown.lab.of_settled import SLIPS, OfSettled
from throwdown.lab.training import SEATS

PLAYING = Budget(simulations=300, nodes=1 << 12)  # of a choice in self-play, and in the matches of the curve
NODES = 1 << 13  # of the search from a position
TUNING = MASTER_STYLE.tuning()


class BySearches(OfSettled):
    """A judge in training by searches. Raises as :class:`.of_settled.OfSettled` does."""

    rival = "searches without it"

    def _player(self, judge: Judge) -> Player:
        return SearchPlayer(PLAYING, MASTER_STYLE, judge)

    def _play(self, judge: Judge, rng: Random, signs: Numbers, goals: Numbers) -> int:
        match = self.game.match(SEATS, seed=rng.getrandbits(62))
        player, slips, filled = self._player(judge), rng.choice(SLIPS), 0
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

    def _aim(self, posed: Numbers, judge: Judge, rng: Random, goal: Numbers) -> bool:
        loops, dice = loops_of(self.game), generator(rng.getrandbits(62))
        seat = loops.next_choice(posed, dice)
        if seat == NOWHERE:
            return False
        self.game.engine.hide(posed, seat)
        thoughts = Thoughts(self.game, NODES, loops, judge)
        seen = Sight(self.game, posed, seat, [], SEATS)
        goal[seat] = thoughts.mean(seen, dice, self.course.plan.simulations, TUNING)
        goal[1 - seat] = 1.0 - goal[seat]
        return True


def _choice(match: Match, seat: int, player: Player, slips: float, rng: Random) -> int:
    """What ``player`` chooses, or with a chance of ``slips`` any event."""
    seen = sight(match, seat)
    return rng.choice(seen.legal) if rng.random() < slips else player.choose(seen, rng)
