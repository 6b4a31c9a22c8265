"""The table of forecasts in :mod:`.forecast`, from duels between players by the rule of thumb.

``python -m throwdown.games.kadoova_duel.survey`` plays them, each as the last turn of a match for two in
which nobody holds a card and cards have added or taken so many dice, and prints the table. Who comes out of
the duel with more points than the other has won it here.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from throwdown.bots.player import loops_of
from throwdown.bots.policies import Policy, compiled
from throwdown.bots.tree import ALTERNATELY
from throwdown.games.kadoova_duel.cards import CHOICE, FIRST_CARDS, TURN
from throwdown.games.kadoova_duel.duels.facts import NEVER, Facts
from throwdown.games.kadoova_duel.duels.register import FACTS
from throwdown.games.kadoova_duel.forecast import DICE, MOST_DICE, OTHERS, Forecast
from throwdown.games.kadoova_duel.judge import TURNS
from throwdown.games.kadoova_duel.rules import draw_duel  # pyright: ignore[reportUnknownVariableType]
from throwdown.games.kadoova_duel.scoring import ALONE
from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.game import load
from throwdown.kernel.records import Record

Numbers = NDArray[np.float64]
LOOKS = 100  # more than there are choices


class Survey:
    """Plays ``matches`` of one duel at a time, with the streams of ``seed``."""

    def __init__(self, matches: int, seed: int) -> None:
        self.matches, self.seed = matches, seed
        self.game = load("kadoova-duel").compile(players=True)
        self.policies = compiled([Policy(looks=LOOKS)] * 2, ALTERNATELY)

    def play(self, duel: Facts, more: tuple[int, int], covered: int | None = None) -> Numbers:
        """Points of the challenger and of the challenged, float64[matches, 2], with so many dice ``more``; a
        Viking Invasion lies on those of ``covered``."""
        match = self.game.match(2, chance=Recorded(()), engine=self.game.loops(True))
        state = match.state.copy()
        self.begin(state[0], duel, more, covered)
        points = np.zeros((self.matches, MAX_SEATS), np.int64)
        loops_of(self.game).contests(state, self.matches, self.seed, 0, self.policies, points)
        return points[:, :2].astype(np.float64)

    def begin(self, s: Record, duel: Facts, more: tuple[int, int], covered: int | None) -> None:
        """Bring a record to the window before ``duel``, in the last turn, with empty hands."""
        s.turns, s.purpose, s.challenger = TURNS - 1, TURN, 0
        s.hand[:] = s.held[:] = s.score[:] = 0
        s.deck[:4] = 0
        card = int(FIRST_CARDS[duel.number]) + (0 if duel.is_for_all else CHOICE)
        draw_duel(s, card)
        for seat, dice in enumerate(more):
            s.extra[seat], s.less[seat] = max(0, dice), max(0, -dice)
        if covered is not None:
            s.covered[covered] = 1

    def forecast(self, duel: Facts) -> Forecast:
        """What the table says of ``duel``. Dice that no card may add or take change nothing there."""
        if not duel.has_winner:
            return OTHERS._replace(stake=0.0, gain=0.0, cover=0.0)
        chances = [[self.chance(duel, (mine, theirs)) for theirs in DICE] for mine in DICE]
        plain = self.play(duel, (0, 0))
        ahead = plain[:, 0] > plain[:, 1]
        leads = plain[:, 0] - plain[:, 1] - ALONE * ahead
        won = np.where(ahead, plain[:, 0] - ALONE, plain[:, 1])
        cover = 0.0
        if duel.allows_viking:
            covered = [lead(self.play(duel, (0, 0), seat)) for seat in (0, 1)]
            cover = max(0.0, (covered[1] - covered[0]) / 2)
        return Forecast(chances, float(np.abs(leads).mean()), float(won.mean()), cover)

    def chance(self, duel: Facts, more: tuple[int, int]) -> float:
        """How often the challenger comes out ahead; two who are level count half."""
        least = -MOST_DICE if duel.allows_less else 0
        most = MOST_DICE if duel.extra != NEVER else 0
        mine, theirs = (min(most, max(least, dice)) for dice in more)
        points = self.play(duel, (mine, theirs))
        return float((1.0 + np.sign(points[:, 0] - points[:, 1])).mean() / 2)


def lead(points: Numbers) -> float:
    """By how many points the challenger is ahead of the challenged, in the mean."""
    return float((points[:, 0] - points[:, 1]).mean())


def written(duel: Facts, forecast: Forecast) -> str:
    """The entry of the table."""
    rows = [f"[{', '.join(f'{chance:.2f}' for chance in row)}]" for row in forecast.chances]
    points = ", ".join(f"{each:.0f}.0" for each in forecast[1:])
    lines = (f'"{duel.key}": Forecast([', f"    {', '.join(rows[:3])},", f"    {', '.join(rows[3:])},")
    return "\n".join((*lines, f"], {points}),"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compute the forecasts of Kadoova Duel.")
    parser.add_argument("--matches", type=int, default=8192)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    survey = Survey(wanted.matches, wanted.seed)
    for duel in FACTS:
        print(written(duel, survey.forecast(duel)), flush=True)
