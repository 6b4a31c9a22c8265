"""Two players against each other, over mirrored matches."""

from __future__ import annotations

import contextlib
import math
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import numpy as np
from msgspec import Struct

from throwdown.bots import sight, warm
from throwdown.bots.levels import unhurried
from throwdown.kernel.compilation import State
from throwdown.kernel.game import Game, load
from throwdown.kernel.match import Match
from throwdown.lab.sequences import Interval, interval
from throwdown.lab.simulate import Policy, Progress, simulate

Z95 = 1.959964
BLOCK = 20  # pairs between two looks at the score


class Score(Struct, frozen=True):
    """The share of wins of the first player over ``pairs`` mirrored pairs, with the half-width of its 95 %
    confidence interval, which holds for a number of pairs that was set before.

    ``counts`` are the scores that pairs came to and how often each, the lowest first; empty where they were
    not kept.
    """

    share: float
    margin: float
    pairs: int
    counts: tuple[tuple[float, int], ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether the whole confidence interval lies above one half."""
        return self.share - self.margin > 0.5

    def joined(self, other: Score) -> Score:
        """Pool two series of the same match-up: the share of wins and its confidence interval over the
        pairs of both."""
        many = self.pairs + other.pairs
        share = (self.pairs * self.share + other.pairs * other.share) / many
        squares = sum(
            (one.pairs - 1) * one.pairs * (one.margin / Z95) ** 2 + one.pairs * (one.share - share) ** 2
            for one in (self, other)
        )
        counts = Counter(dict(self.counts)) + Counter(dict(other.counts))
        is_kept = self.is_counted and other.is_counted
        kept = tuple(sorted(counts.items())) if is_kept else ()
        return Score(share, Z95 * math.sqrt(squares / (many - 1) / many), many, kept)

    @property
    def is_counted(self) -> bool:
        """Whether the score of every pair was kept."""
        return sum(many for _, many in self.counts) == self.pairs

    def interval(self) -> Interval:
        """The 95 % interval that holds however often one has looked, if every pair was kept."""
        return interval(dict(self.counts))

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ± {100 * self.margin:.1f} ({self.pairs} pairs)"


def score_of(shares: Sequence[float]) -> Score:
    """The score of a series; ``shares`` has for each pair the mean share of wins over its two mirrored
    matches."""
    many = len(shares)
    spread = float(np.std(shares, ddof=1)) if many > 1 else 0.5
    counts = tuple(sorted(Counter(shares).items()))
    return Score(float(np.mean(shares)), Z95 * spread / math.sqrt(many), many, counts)


def play(game: Game, kinds: Sequence[str], seed: int) -> float:
    """Play one match, seat k by a new player of level ``kinds[k % 2]`` that has no clock; returns the share
    of the win of the even seats."""
    match = game.match(seed=seed)
    rng = Random(seed)
    players = [unhurried(kinds[seat % 2]) for seat in range(match.seats)]
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, players[seat].choose(sight(match, seat), rng))
    return _even_share(match)


def _even_share(match: Match) -> float:
    return sum(seat % 2 == 0 for seat in match.winners) / len(match.winners)


def pair(key: str, first: str, second: str, seed: int) -> float:
    """The share of wins of ``first`` over two matches with the same dice and the seats exchanged."""
    game = load(key)
    if game.compilation.state is not State.PLAYERS_READY:
        warm(game)
    return (play(game, (first, second), seed) + 1 - play(game, (second, first), seed)) / 2


def meet(
    key: str, first: str, second: str, pairs: int, *, seed: int = 0, cores: int | None = None,
    progress: Progress | None = None, enough: Callable[[Score], bool] | None = None,
    before: Score | None = None,
) -> Score:  # fmt: skip
    """Match ``first`` against ``second`` over ``pairs`` mirrored pairs. The same ``seed`` gives the same
    score on any number of cores.

    ``enough`` may end the series early; it is asked after every block of 20 pairs. ``before`` is the score
    of a series that was broken off, and counts.
    """
    score = before
    with _workers(cores or os.cpu_count() or 1) as spread:
        while score is None or score.pairs < pairs:
            done = score.pairs if score else 0
            block = range(done, min(pairs, done + BLOCK))
            shares: list[float] = []
            for share in spread(pair, *zip(*((key, first, second, seed + k) for k in block), strict=True)):
                shares.append(share)
                if progress:
                    progress(1)
            score = score.joined(score_of(shares)) if score else score_of(shares)
            if enough and enough(score):
                break
    return score


@contextlib.contextmanager
def _workers(cores: int) -> Generator[Callable[..., Iterable[float]]]:
    """A ``map`` over so many processes; over this one alone where one will do."""
    if cores == 1:
        yield map
        return
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        yield pool.map


def mirrored(
    game: Game, first: Policy, second: Policy, pairs: int, *, seed: int = 0, cores: int | None = None,
    progress: Progress | None = None,
) -> Score:  # fmt: skip
    """Match two policies over mirrored pairs of matches, all in compiled loops."""
    seats = game.seats[0]
    here, there = ([(a, b)[seat % 2] for seat in range(seats)] for a, b in ((first, second), (second, first)))
    sides = [
        simulate(game, pairs, seed=seed, policies=side, cores=cores, progress=progress)
        .shares[:, ::2]
        .sum(axis=1)
        for side in (here, there)
    ]
    return score_of(((sides[0] + 1 - sides[1]) / 2).tolist())
