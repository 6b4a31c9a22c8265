"""Two players against each other, over mirrored matches; or one of them among several of the other."""

from __future__ import annotations

import contextlib
import math
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec import Struct, structs

from throwdown.bots import sight, warm
from throwdown.bots.judged import luck_judge
from throwdown.bots.levels import digest_of, unhurried
from throwdown.bots.player import Player, TemperedPlayer
from throwdown.bots.policies import Policy
from throwdown.bots.search import SearchPlayer, drawn
from throwdown.kernel.compilation import State
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game, load
from throwdown.kernel.match import Match
from throwdown.kernel.tables import Plain
from throwdown.lab.adjusted import Adjusted, Choices, Mixture, Pair, thinker_of
from throwdown.lab.cluster import Cluster, joined
from throwdown.lab.luck_by_judge import JudgedLuck
from throwdown.lab.runs import Running, measure, workers
from throwdown.lab.sequences import Interval, interval
from throwdown.lab.simulate import Progress, simulate

Z95 = 1.959964
BLOCK = 20  # pairs between two looks at the score


class Score(Struct, frozen=True):
    """The share of wins of the first player over ``pairs`` mirrored pairs, with the half-width of its 95 %
    confidence interval, which holds for a number of pairs that was set before.

    ``counts`` are the scores that pairs came to and how often each, the lowest first; empty where they were
    not kept. ``adjusted`` is the same share with luck left out, where that was asked for.
    """

    share: float
    margin: float
    pairs: int
    counts: tuple[tuple[float, int], ...] = ()
    adjusted: Adjusted | None = None

    @property
    def is_clear(self) -> bool:
        """Whether the whole confidence interval lies above one half."""
        return self.share - self.margin > 0.5

    def joined(self, other: Score) -> Score:
        """Pool two series of the same match-up: the share of wins and its confidence interval over the
        pairs of both. Adjusted figures, which depend on the order of pairs, are those of this one."""
        many = self.pairs + other.pairs
        share = (self.pairs * self.share + other.pairs * other.share) / many
        squares = sum(
            (one.pairs - 1) * one.pairs * (one.margin / Z95) ** 2 + one.pairs * (one.share - share) ** 2
            for one in (self, other)
        )
        counts = Counter(dict(self.counts)) + Counter(dict(other.counts))
        is_kept = self.is_counted and other.is_counted
        kept = tuple(sorted(counts.items())) if is_kept else ()
        return Score(share, Z95 * math.sqrt(squares / (many - 1) / many), many, kept, self.adjusted)

    @property
    def is_counted(self) -> bool:
        """Whether the score of every pair was kept."""
        return sum(many for _, many in self.counts) == self.pairs

    def interval(self) -> Interval:
        """The 95 % interval that holds however often one has looked, if every pair was kept."""
        return interval(dict(self.counts))

    def __str__(self) -> str:
        adjusted = f"; adjusted for luck {self.adjusted}" if self.adjusted else ""
        return f"{100 * self.share:.1f} % ± {100 * self.margin:.1f} ({self.pairs} pairs{adjusted})"


def score_of(shares: Sequence[float]) -> Score:
    """The score of a series; ``shares`` has for each pair the mean share of wins over its two mirrored
    matches."""
    many = len(shares)
    spread = float(np.std(shares, ddof=1)) if many > 1 else 0.5
    counts = tuple(sorted(Counter(shares).items()))
    return Score(float(np.mean(shares)), Z95 * spread / math.sqrt(many), many, counts)


def play(
    game: Game, kinds: Sequence[str], seed: int, playouts: int = 0, values: Mapping[str, Plain] | None = None
) -> Pair:
    """Play one match for two with ``values``, seat k by a new player ``kinds[k]`` that has no clock; returns
    the share of the win of seat 0, and what of it was luck, by ``playouts`` for a choice or, in a game that
    has a judge of all positions, by as many ways in which chance might have gone (0: not counted)."""
    match = game.match(seed=seed, values=values)
    return counted(match, thinkers(kinds, match), seed, playouts)


Thinker = tuple[Player, float]  # who chooses for a seat where it does not slip, and how often it slips


def thinkers(kinds: Sequence[str], match: Match) -> list[Thinker]:
    """New players that have no clock, for the seats of ``match``."""
    return [thinker_of(unhurried(kind), match.game, match.seats) for kind in kinds]


def counted(match: Match, players: Sequence[Thinker], seed: int, playouts: int) -> Pair:
    """Play ``match`` to its end; returns what :func:`play` does."""
    counting = JudgedLuck if luck_judge(match.game) else Choices
    luck = counting(match, seed, playouts) if playouts else None
    play_out(match, players, seed, luck)
    share = _even_share(match)
    return Pair(share, luck.luck(share)) if luck else Pair(share)


def play_out(
    match: Match, players: Sequence[Thinker], seed: int, luck: Choices | JudgedLuck | None = None
) -> None:
    """Play ``match`` to its end, seat k by ``players[k]``; ``luck`` hears of every choice."""
    rng = Random(seed)
    while not match.over:
        seat = match.awaited[0]
        player, slips = players[seat]
        seen = sight(match, seat)
        mixes = isinstance(player, SearchPlayer | TemperedPlayer)
        mixture = Mixture(*player.mixture(seen, rng) if mixes else ([player.choose(seen, rng)], [1.0]))
        event = drawn(mixture, rng)
        made = rng.choice(seen.legal) if rng.random() < slips else event
        if luck:
            luck.add(seen, mixture, slips, made)
        match.play(seat, made)


def _even_share(match: Match) -> float:
    return sum(seat % 2 == 0 for seat in match.winners) / len(match.winners)


class MatchUp(NamedTuple):
    """Two players to be matched in a game, by its key; the matches follow from ``seed``. Luck is counted by
    ``playouts`` for a choice, or with 0 not at all: the matches are the same. The game has ``values`` that
    differ from its own.

    With two ``seats`` they play mirrored pairs. With more, the first sits alone among players of the second
    kind, and a pair is as many matches as there are seats, with the same dice and the first in each seat
    once; its share is how many of the others it is ahead of, who is level counts half. Luck is not counted
    then."""

    game: str
    first: str
    second: str
    seed: int = 0
    playouts: int = 0
    values: Mapping[str, Plain] = {}
    seats: int = 2


def pair(asked: MatchUp, number: int) -> Pair:
    """The two matches of pair ``number``, with the same dice and the seats exchanged; of more seats, one
    match from each."""
    game, seed, playouts = load(asked.game), asked.seed + number, asked.playouts
    if game.compilation.state is not State.PLAYERS_READY:
        warm(game)
    if asked.seats > 2:
        return Pair(float(np.mean([_ahead(asked, game, seed, own) for own in range(asked.seats)])))
    kinds = asked.first, asked.second
    here, there = (play(game, order, seed, playouts, asked.values) for order in (kinds, kinds[::-1]))
    return mirrored_pair(here, there)


def _ahead(asked: MatchUp, game: Game, seed: int, own: int) -> float:
    """How many of the others, 0 to 1, the first player is ahead of when it plays seat ``own``."""
    match = game.match(asked.seats, seed=seed, values=asked.values)
    kinds = [asked.first if seat == own else asked.second for seat in range(asked.seats)]
    play_out(match, thinkers(kinds, match), seed)
    reached = match.standing
    others = [points for seat, points in enumerate(reached) if seat != own]
    return sum((points < reached[own]) + (points == reached[own]) / 2 for points in others) / len(others)


def mirrored_pair(here: Pair, there: Pair) -> Pair:
    """Two matches with the seats exchanged, each as the even seats have it, for the player that has them
    ``here``. His luck is what the other had less of, but a match is as open for one as for the other."""
    sides = zip(here.luck, there.luck, (-1, 1), strict=False)
    luck = tuple((one + sign * other) / 2 for one, other, sign in sides)
    return Pair((here.share + 1 - there.share) / 2, luck)


def check_luck(asked: MatchUp) -> None:
    """Raise :class:`BadValue` where luck is to be counted in matches of more than two."""
    if asked.playouts and asked.seats > 2:
        raise BadValue(f"luck is counted in matches for two, not for {asked.seats}: --adjusted 0")


class Played(Struct):
    """The share of the wins of the first player over a pair, and its luck figures, where they were counted
    (:class:`throwdown.lab.adjusted.Pair`)."""

    share: float
    luck: tuple[float, ...] = ()


def played(asked: MatchUp, number: int) -> Played:
    """Pair ``number`` of ``asked``, in a form that is kept in files."""
    return Played(*pair(asked, number))


def series(asked: MatchUp, pairs: int, running: Running) -> list[Played]:
    """``pairs`` mirrored pairs of ``asked``, kept as they come and gone on with after a stop; the same on any
    number of cores and machines. Raises :class:`Stopped` after Ctrl-C, :class:`UnknownGame`,
    :class:`UnknownPlayer` for a player that there is not, and :class:`BadValue` as :func:`check_luck`."""
    game = load(asked.game)
    check_luck(asked)
    settings = {
        "what": "meet",
        "rules": game.version,
        "asked": asked,
        "luck": luck_judge(game) if asked.playouts else "",  # by which judge it was told
        "players": [digest_of(kind, game, asked.seats) for kind in (asked.first, asked.second)],
    }
    return measure(partial(played, asked), pairs, Played, settings, running)


def scored(found: Sequence[Played], playouts: int) -> Score:
    """The score of a series of pairs whose luck was counted by ``playouts`` for a choice (0: not at all)."""
    pairs = [Pair(one.share, one.luck) for one in found]
    score = _after(None, pairs[:BLOCK], playouts)
    for first in range(BLOCK, len(pairs), BLOCK):
        score = _after(score, pairs[first : first + BLOCK], playouts)
    return score


def _after(score: Score | None, block: Sequence[Pair], playouts: int) -> Score:
    """``score``, None before the first pair, with the pairs of another ``block``."""
    adjusted = ((score and score.adjusted) or Adjusted(playouts)).after(block) if playouts else None
    fresh = score_of([one.share for one in block])
    return structs.replace(score.joined(fresh) if score else fresh, adjusted=adjusted)


def meet(
    asked: MatchUp, pairs: int, *, cores: int | None = None, progress: Progress | None = None,
    enough: Callable[[Score], bool] | None = None, before: Score | None = None,
) -> Score:  # fmt: skip
    """Play ``pairs`` mirrored pairs of ``asked``; returns the same score on any number of cores, and on the
    machines of a cluster where one is joined (:mod:`.cluster`).

    ``enough`` may end the series early; it is asked after every block of 20 pairs. ``before`` is the score
    of a series that was broken off, and counts. Raises :class:`UnknownGame`, :class:`UnknownPlayer` for a
    level that there is not, and :class:`BadValue` as :func:`check_luck`.
    """
    check_luck(asked)
    score = before
    with _workers(cores or os.cpu_count() or 1) as (spread, many):
        ahead = BLOCK * math.ceil(many / BLOCK)  # pairs of which each worker has one at least
        while score is None or score.pairs < pairs:
            done = score.pairs if score else 0
            found: list[Pair] = []
            for one in spread(partial(played, asked), range(done, min(pairs, done + ahead))):
                found.append(Pair(one.share, one.luck))
                if progress:
                    progress(1)
            for first in range(0, len(found), BLOCK):
                score = _after(score, found[first : first + BLOCK], asked.playouts)
                if enough and enough(score):
                    return score
    return score


Spread = Callable[[Callable[[int], Played], Sequence[int]], Iterable[Played]]


@contextlib.contextmanager
def _workers(cores: int) -> Generator[tuple[Spread, int]]:
    """A ``map`` over pairs, and over how many workers it spreads them: those of a cluster where one is
    joined, else so many processes, or this one alone where one will do."""
    cluster = joined()
    if cluster:
        yield partial(_over, cluster), cluster.cores()
    elif cores == 1:
        yield map, 1
    else:
        with workers(cores) as pool:
            yield pool.map, cores


def _over(cluster: Cluster, work: Callable[[int], Played], numbers: Sequence[int]) -> Iterable[Played]:
    found = dict(cluster.results(work, numbers, Played))
    return [found[number] for number in numbers]


def mirrored(
    game: Game, first: Policy, second: Policy, pairs: int, *, seed: int = 0, cores: int | None = None
) -> Score:
    """Match policy ``first`` against ``second`` over mirrored pairs of matches, all in compiled loops;
    returns the score of the first."""
    seats = game.seats[0]
    here, there = ([(a, b)[seat % 2] for seat in range(seats)] for a, b in ((first, second), (second, first)))
    sides = [
        simulate(game, pairs, seed=seed, policies=side, cores=cores).shares[:, ::2].sum(axis=1)
        for side in (here, there)
    ]
    return score_of(((sides[0] + 1 - sides[1]) / 2).tolist())
