"""Accounts of many matches: that they add up, and that their parts are 0 on average where they must be.

Matches are independent, so the mean of a part is held to 0 by Student's t-test, which knows how little a few
matches tell: the mean of three goes beyond four of its standard errors in 6 of 100 campaigns though nothing
is wrong, that of 2,000 in 1 of 16,000. A campaign of several tests shares its error rate out among them
(Bonferroni).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import Struct, structs
from scipy.stats import t as student

from throwdown.bots import sight, warm
from throwdown.bots.levels import unhurried
from throwdown.kernel.compilation import State
from throwdown.kernel.game import Game, load
from throwdown.kernel.match import Match
from throwdown.study import Study
from throwdown.study.accounts import MatchAccount, draw_up
from throwdown.study.playouts import Playouts
from throwdown.study.units import Effort

RATE = 1e-4  # of a test in the suite: how often it fails though nothing is wrong
PARTS = ("luck", "own choices", "others' choices", "unseen")
# Sums are exact and means 0 with any number of playouts; the result of a match varies more than few of them.
QUICK = Effort(turn=2, event=1, choice=2, glance=1, better=1, reviewed=0, rounds=1, goal=0.0)
# What one player's choices are worth is little beside what chance does to few playouts of each.
THOROUGH = structs.replace(QUICK, choice=64)
PAR = "par"


class Row(Struct, frozen=True):
    """The parts of one account for seat 0, in chances."""

    luck: float
    own: float
    others: float
    unseen: float


class Means(Struct, frozen=True):
    """The mean of each part for seat 0 over so many matches, in chances, with its standard error."""

    matches: int
    means: dict[str, float]
    errors: dict[str, float]

    def chance(self, part: str) -> float:
        """How likely a mean at least as far from 0 would be where it is 0 in truth: the p-value of Student's
        t-test, 1 where nothing varies about 0."""
        mean, error = self.means[part], self.errors[part]
        if error == 0:
            return float(mean == 0)
        return float(2 * student.sf(abs(mean) / error, self.matches - 1))

    def __str__(self) -> str:
        parts = (f"{name} {mean:+.4f} (p {self.chance(name):.3g})" for name, mean in self.means.items())
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


def drawn_up(
    game: Game, kinds: Sequence[str], seed: int, effort: Effort = QUICK, **values: int
) -> MatchAccount:
    """The account of one match of these players; the same from the same seed."""
    study = Study(self_play(game, kinds, seed, **values), seed, effort)
    list(study.rounds(1))
    return draw_up(study)


def row(account: MatchAccount) -> Row:
    """The parts of an account for seat 0; raises :class:`AssertionError` where they do not add up."""
    if not adds_up(account):
        raise AssertionError(f"an account does not add up: {account}")
    parts = (account.luck, account.own, account.others, account.unseen)
    return Row(*(part.value[0] for part in parts))


def row_of(key: str, kinds: Sequence[str], first: int, number: int) -> Row:
    """The row of match ``first + number`` of a game, for a process of its own."""
    game = load(key)
    if game.compilation.state is not State.PLAYERS_READY:
        warm(game)
    return row(drawn_up(game, kinds, first + number, THOROUGH if len(set(kinds)) > 1 else QUICK))


def measure(rows: Sequence[Row]) -> Means:
    """The means of the parts over at least two matches."""
    figures = np.array([(each.luck, each.own, each.others, each.unseen) for each in rows])
    error = figures.std(axis=0, ddof=1) / len(rows) ** 0.5
    means = dict(zip(PARTS, figures.mean(axis=0).tolist(), strict=True))
    return Means(len(rows), means, dict(zip(PARTS, error.tolist(), strict=True)))
