"""Series adjusted for luck: the same certainty from fewer pairs.

The share that a player wins is the chance at the start, what dice and cards changed, and what his choices
changed. Dice and cards change nothing on average, so what they changed can be left out without moving the
mean: an advantage sum (Zinkevich, Bowling, Bard, Kan and Billings 2006), as in AIVAT (Burch, Schmid,
Moravcik, Morrill and Bowling 2018). The coin by which a former level slips, and which event comes of a
mixture, are luck too. What a choice changed is counted against what Regular would have chosen there, by
playouts from the true state in which all go on as Regular does, with the same dice for both, and any number
of them is right on average (:mod:`throwdown.study`). So a choice of Regular changes nothing, and that of
another player little where the two choose alike.

What was counted as luck has errors, and more of them the fewer playouts there are. So only a part of it is
left out, that which has told most in the pairs *before*: luck of a new pair is 0 on average by whatever it is
multiplied that was known before it, so this moves no mean either.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec import Struct, structs

from throwdown.bots.levels import choosing
from throwdown.bots.player import (
    ALL,
    Player,
    RandomPlayer,
    Sight,
    SlippingPlayer,
    TemperedPlayer,
    within,
)
from throwdown.bots.policies import Policy
from throwdown.bots.search import Thoughts
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match
from throwdown.lab.sequences import Interval, asymptotic
from throwdown.study.beliefs import spread
from throwdown.study.playouts import Numbers, Playouts, key_of

Z95 = 1.959964
CLOSE = 1e-9  # chances that differ by less are the same
LEAST = 40  # pairs, before an interval that is right for many pairs is told
BEGUN = 0.25  # squares of luck that the part left out begins with, all of it told: those of some two pairs


class Pair(NamedTuple):
    """The share of wins of the first player over two mirrored matches, and figures of the luck in them, each
    0 on average: first what of the share was luck. None where it was not counted."""

    share: float
    luck: tuple[float, ...] = ()


class Adjusted(Struct, frozen=True):
    """Shares of wins of ``pairs`` pairs with luck left out, by so many ``playouts`` for a choice: their sum
    and that of their squares. ``sums`` are those of each pair's luck figures and, last, of its share, and
    ``products`` those of each luck figure with each of these: by them it is chosen what part of the figures
    is left out of later shares."""

    playouts: int
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0
    sums: tuple[float, ...] = ()
    products: tuple[tuple[float, ...], ...] = ()

    def after(self, block: Sequence[Pair]) -> Adjusted:
        """The sums over the pairs so far and another ``block`` of them, in the order of their numbers."""
        for pair in block:
            self = self._and(pair)
        return self

    def _and(self, pair: Pair) -> Adjusted:
        share, luck = pair
        without = share - self.left_out(luck)
        figures = (*luck, share)
        before = self.sums or (0.0,) * len(figures)
        products = self.products or (before,) * len(luck)
        return structs.replace(
            self,
            pairs=self.pairs + 1,
            total=self.total + without,
            squares=self.squares + without * without,
            sums=tuple(a + b for a, b in zip(before, figures, strict=True)),
            products=tuple(
                tuple(a + one * b for a, b in zip(row, figures, strict=True))
                for row, one in zip(products, luck, strict=True)
            ),
        )

    def parts(self, many: int) -> tuple[float, ...]:
        """What part of each of ``many`` luck figures of a next pair is left out, -1 to 1 and of the first 0
        to 1: the slopes of share on luck (ridge regression), begun as if all of the first of some two pairs
        had told, and nothing of the others."""
        rows = [[BEGUN * (k == row) for k in range(many)] + [BEGUN * (row == 0)] for row in range(many)]
        for row, products, one in zip(rows, self.products, self.sums, strict=False):
            for k, (product, other) in enumerate(zip(products, self.sums, strict=True)):
                row[k] += product - one * other / self.pairs
        first, *others = _solved(rows)
        return (min(1.0, max(0.0, first)), *(min(1.0, max(-1.0, part)) for part in others))

    def left_out(self, luck: tuple[float, ...]) -> float:
        """What of the share of a next pair with those ``luck`` figures is left out."""
        return sum(part * each for part, each in zip(self.parts(len(luck)), luck, strict=True))

    @property
    def share(self) -> float:
        """The mean share of the wins, with luck left out."""
        return self.total / self.pairs

    @property
    def variance(self) -> float:
        """The variance of one pair's adjusted share."""
        if self.pairs < 2:
            return 0.25
        return max(0.0, self.squares - self.total * self.total / self.pairs) / (self.pairs - 1)

    @property
    def margin(self) -> float:
        """The half-width of the 95 % interval for a number of pairs that was set before."""
        return Z95 * math.sqrt(self.variance / self.pairs)

    def interval(self) -> Interval:
        """The 95 % interval that holds however often one has looked; everything for fewer than 40 pairs."""
        if self.pairs < LEAST:
            return Interval(0.0, 1.0)
        return asymptotic(self.pairs, self.share, self.variance)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ± {100 * self.margin:.1f}"


def _solved(rows: list[list[float]]) -> list[float]:
    """The solution of linear equations, each the row of its factors and its right side; the factors are
    those of a positive definite matrix (Gauss and Jordan). One or two of them, as they are here, take a tenth
    of the time that NumPy takes."""
    for k, pivot in enumerate(rows):
        for row in rows[:k] + rows[k + 1 :]:
            factor = row[k] / pivot[k]
            row[:] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


class Mixture(NamedTuple):
    """Events, and weights in proportion to the chances with which one of them is made."""

    events: Sequence[int]
    weights: Sequence[float]


class Secret(NamedTuple):
    """The choice that ``seat`` ``made``, and the mixture that it came from."""

    seat: int
    mixture: Mixture
    made: int


def thinker_of(player: Player, game: GameFolder, seats: int) -> tuple[Player, float]:
    """Who chooses for ``player`` in ``game`` for so many ``seats`` where it does not slip, and how
    often it slips."""
    player = within(player, game, seats)
    if isinstance(player, SlippingPlayer):
        return player.thinker, player.slips
    return player, float(isinstance(player, RandomPlayer))


class Usual:
    """How a choice is usually made in ``game``, to which choices are compared and by which playouts go on: as
    Regular does, but always by the quick judgement of the game, for the full one takes long; by par where
    Regular does not err."""

    def __init__(self, game: GameFolder, seats: int) -> None:
        temperature = choosing("regular", game, seats).temperature
        self._player = TemperedPlayer(temperature) if temperature else None
        self.policy = Policy(ALL, temperature=temperature)

    def mixture(self, seen: Sight, playouts: Playouts) -> Mixture:
        """With which chances each of ``seen.legal`` is chosen; ``playouts`` are those of the match."""
        if self._player:
            return Mixture(*self._player.mixture(seen, Random(0)))
        return Mixture([playouts.par(seen.state, seen.seat)], [1.0])


class Choices:
    """What choices changed in one match, for the share of the even seats."""

    def __init__(self, match: Match, seed: int, playouts: int) -> None:
        self.changed = 0.0
        self._match = match
        self._usual = Usual(match.game, match.seats)
        self._playouts = Playouts(match, seed, self._usual.policy)
        self._many = playouts
        self._thoughts = Thoughts(match.game, 1)
        self._secret: list[Secret] = []

    def add(self, seen: Sight, mixture: Mixture, slips: float, made: int) -> None:
        """Count the choice that the seat of ``seen`` is about to make where the match stands: with chance
        ``slips`` any legal event, else one of ``mixture``. ``made`` is the event that comes of it."""
        self._secret = self._unseen_by(seen.seat)
        random = Mixture(seen.legal, (1.0,) * len(seen.legal))
        mixture = with_slips(mixture, random, slips)
        if len(seen.legal) > 1:
            self.changed += self._against(seen.seat, mixture, self._usual.mixture(seen, self._playouts))
        self._secret.append(Secret(seen.seat, mixture, made))

    def luck(self, share: float) -> tuple[float]:
        """What of the ``share`` of the win of the even seats was luck: all but half and what choices changed.
        The chance at the start is taken for even, and cancels out in mirrored matches."""
        return (share - 0.5 - self.changed,)

    def _unseen_by(self, seat: int) -> list[Secret]:
        """The choices before, the earliest first, that ``seat`` makes its own without having seen."""
        match, played = self._match, self._playouts
        state = self._before(seat)
        others = [secret for secret in self._secret if secret.seat != seat]
        for secret in others:
            if not self._is_due(state, secret.seat):
                return []
            state = played.after(state, secret.seat, secret.made)
        return others if others and state.tobytes() == match.state.tobytes() else []

    def _before(self, seat: int) -> Numbers:
        """The record as it stands, with what others than ``seat`` have chosen in secret taken back."""
        match = self._match
        return self._thoughts.taken_back(match.state, seat, match.seats)

    def _is_due(self, state: Numbers, seat: int) -> bool:
        return bool(self._match.engine.awaited(state) >> seat & 1)

    def _against(self, seat: int, mixture: Mixture, usual: Mixture) -> float:
        """What ``mixture`` changes against the ``usual`` one: where it makes an event likelier another is
        less likely, and only so much of it is played out, the less the more the two have in common. What
        others have chosen in secret is drawn anew for each playout, as they might have chosen it: ``seat``
        chose without having seen it, so this is what its choice changes on average."""
        more, less, apart = _apart(mixture, usual)
        if not (more.events and less.events):
            return 0.0
        many = math.ceil(apart * self._many)
        place = f"choice {len(self._match.log)}"
        rng = np.random.default_rng(key_of(self._playouts.seed, f"draws {place}"))
        # Unseen choices are drawn apart from both, in whatever order they come; the two are lined up.
        columns: list[Numbers] = [
            rng.permutation(spread(np.array(each.mixture.weights), many, rng.random()))
            for each in self._secret
        ]
        columns += [spread(np.array(each.weights), many, rng.random()) for each in (more, less)]
        order = np.lexsort(columns[::-1])
        rows: list[tuple[int, ...]] = list(zip(*(each[order].tolist() for each in columns), strict=True))
        begun = self._before(seat) if self._secret else self._match.state
        total, first = 0.0, 0
        for row, same in itertools.groupby(rows):
            count, state = len(list(same)), begun
            for secret, at in zip(self._secret, row[:-2], strict=True):
                state = self._playouts.after(state, secret.seat, secret.mixture.events[at])
            made, other = (
                self._shares(self._playouts.after(state, seat, event), place, first, count)
                for event in (more.events[row[-2]], less.events[row[-1]])
            )
            total += float((made - other).sum())
            first += count
        return apart * total / many

    def _shares(self, state: Numbers, place: str, first: int, many: int) -> Numbers:
        """The share of the win of the even seats in those playouts, float64[many]."""
        points = self._playouts.standings(state, place, first, many)
        won: Numbers = points == points.max(axis=1, keepdims=True)
        return won[:, ::2].sum(axis=1) / won.sum(axis=1)


def with_slips(mixture: Mixture, random: Mixture, slips: float) -> Mixture:
    """One mixture of both: ``random`` with chance ``slips``."""
    parts = ((mixture, 1.0 - slips), (random, slips))
    chances: dict[int, float] = {}
    for part, share in parts:
        for event, weight in zip(*part, strict=True):
            chances[event] = chances.get(event, 0.0) + share * weight / sum(part.weights)
    return Mixture(tuple(chances), tuple(chances.values()))


def _apart(mixture: Mixture, usual: Mixture) -> tuple[Mixture, Mixture, float]:
    """The events that ``mixture`` makes likelier than ``usual`` does, by how much, those that it makes less
    likely, and by how much all of either."""
    chances = dict.fromkeys((*mixture.events, *usual.events), 0.0)
    for part, sign in ((mixture, 1.0), (usual, -1.0)):
        whole = sum(part.weights)
        for event, weight in zip(*part, strict=True):
            chances[event] += sign * weight / whole
    more = {event: chance for event, chance in chances.items() if chance > CLOSE}
    less = {event: -chance for event, chance in chances.items() if chance < -CLOSE}
    apart = (sum(more.values()) + sum(less.values())) / 2
    return Mixture(tuple(more), tuple(more.values())), Mixture(tuple(less), tuple(less.values())), apart
