"""Accounts of many matches: that they add up, and that their parts are 0 on average where they must be.

The test of each mean is a z-test: over matches that are independent the mean of a part, in its standard
errors, goes beyond ``BOUND`` once in about 16,000 tests where it is 0 in truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np
from msgspec import Struct

from throwdown.bots import sight
from throwdown.bots.levels import unhurried
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.study import Study
from throwdown.study.accounts import MatchAccount, draw_up
from throwdown.study.counting import Effort
from throwdown.study.playouts import Playouts

BOUND = 4.0
QUICK = Effort(turn=16, event=6, choice=8, glance=1, better=1, reviewed=0, rounds=1, goal=0.0)
PAR = "par"


class Means(Struct, frozen=True):
    """The mean of each part for seat 0, in chances, and in standard errors of it."""

    matches: int
    means: dict[str, float]
    scores: dict[str, float]

    def __str__(self) -> str:
        parts = (f"{name} {mean:+.4f} (z {self.scores[name]:+.2f})" for name, mean in self.means.items())
        return f"{self.matches} matches: " + ", ".join(parts)


def self_play(game: Game, kinds: Sequence[str], seed: int, **values: int) -> Match:
    """A match of these kinds of players, or of par itself."""
    match, rng = game.match(seed=seed, values=values), Random(seed)
    players = [None if kind == PAR else unhurried(kind) for kind in kinds]
    par = Playouts(match)
    while not match.over:
        seat = match.awaited[0]
        player = players[seat % len(players)]
        event = player.choose(sight(match, seat), rng) if player else par.par(match.state, seat)
        match.play(seat, event)
    return match


def adds_up(account: MatchAccount) -> bool:
    """Whether start and parts come to the result to the last bit, for every seat, and so does every turn."""
    parts = (account.luck, account.own, account.others, account.unseen)
    after = [*(turn.win for turn in account.turns[1:]), account.result]
    return all(
        start + sum(part.value[seat] for part in parts) == account.result[seat]
        for seat, start in enumerate(account.start)
    ) and all(
        win + luck + choices + unseen == then
        for turn, next_win in zip(account.turns, after, strict=True)
        for win, luck, choices, unseen, then in zip(
            turn.win, turn.luck, turn.choices, turn.unseen, next_win, strict=True
        )
    )


def accounts(
    game: Game, kinds: Sequence[str], matches: int, first: int = 0, effort: Effort = QUICK, **values: int
) -> Iterator[MatchAccount]:
    for seed in range(first, first + matches):
        study = Study(self_play(game, kinds, seed, **values), seed, effort)
        list(study.rounds(1))
        yield draw_up(study)


def measure(found: Iterator[MatchAccount], check: Callable[[MatchAccount], bool] = adds_up) -> Means:
    """The means of the parts of ``found``, each of which must pass ``check``."""
    rows: list[tuple[float, ...]] = []
    for account in found:
        if not check(account):
            raise AssertionError(f"the account of match {len(rows)} does not add up: {account}")
        parts = (account.luck, account.own, account.others, account.unseen)
        rows.append(tuple(part.value[0] for part in parts))
    figures = np.array(rows)
    error = figures.std(axis=0, ddof=1) / len(rows) ** 0.5
    scores = np.divide(figures.mean(axis=0), error, out=np.zeros(4), where=error > 0)
    names = ("luck", "own choices", "others' choices", "unseen")
    return Means(
        len(rows),
        dict(zip(names, figures.mean(axis=0).tolist(), strict=True)),
        dict(zip(names, scores.tolist(), strict=True)),
    )
