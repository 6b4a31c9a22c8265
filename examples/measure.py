"""The curve of a player that learns: how it does against a level, and what a best response wins against it.

The share of the wins is over mirrored pairs of matches, the same pairs at each point. What a best response
wins is computed where ``throwdown lab exploit`` computes it: all that can follow can be written out.
"""

from __future__ import annotations

import time
from pathlib import Path

from throwdown.bots.trained import Header, read
from throwdown.lab.exploit import Challenge, computed
from throwdown.lab.matchup import MatchUp, meet


class Curve:
    """Says when a point is due, so many in as many minutes of training, and measures the player in ``file``
    then. Measuring does not count as training."""

    def __init__(
        self, file: Path, header: Header, against: str, pairs: int, points: int, minutes: float
    ) -> None:
        self.file, self.header, self.against, self.pairs = file, header, against, pairs
        self.points, self.seconds = points, 60 * minutes
        self.done, self._began, self._measuring = 0, time.perf_counter(), 0.0
        print(f"minutes   matches  wins against {against}", flush=True)

    @property
    def trained(self) -> float:
        """Seconds of training so far."""
        return time.perf_counter() - self._began - self._measuring

    @property
    def part(self) -> float:
        """How much of the training is over, from 0 to 1."""
        return min(1.0, self.trained / self.seconds)

    @property
    def is_due(self) -> bool:
        """Whether a point is due."""
        return self.part * self.points >= self.done + 1

    @property
    def is_over(self) -> bool:
        """Whether the last point has been measured."""
        return self.done >= self.points

    def measure(self, matches: int) -> None:
        """Print a point of the curve, after so many ``matches`` of training."""
        trained, began, header = self.trained, time.perf_counter(), self.header
        read.cache_clear()  # the file is another one each time
        player = str(self.file)
        score = meet(MatchUp(header.game, player, self.against, values=header.values), self.pairs, cores=1)
        line = f"{trained / 60:7.1f} {matches:9,}  {score}"
        is_duel = header.seats == 2
        if is_duel and (found := computed(Challenge(header.game, player, header.values), answers=2)):
            line += f"; a best response to it wins {50 * (1 + found.most):.2f} %"
        print(line, flush=True)
        self.done += 1
        self._measuring += time.perf_counter() - began
