"""Series adjusted for luck: the same certainty from fewer pairs.

The share that a player wins is the chance at the start, what dice and cards changed, and what his choices
changed. Dice and cards change nothing on average, so what they changed can be left out without moving the
mean: an advantage sum (Zinkevich, Bowling, Bard, Kan and Billings 2006), as in AIVAT (Burch, Schmid,
Moravcik, Morrill and Bowling 2018). The coin by which a level slips, and which choice it then makes, are luck
too. What a choice changed is counted against par, by playouts from the true state with the same dice for
both, and any number of them is right on average (:mod:`throwdown.study`).

What was counted as luck has errors, and more of them the fewer playouts there are. So only a part of it is
left out, that which has told most in the blocks of pairs *before*: luck of new pairs is 0 on average by
whatever it is multiplied that was known before them, so this moves no mean either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct, structs

from throwdown.bots.player import Player, RandomPlayer, SlippingPlayer
from throwdown.kernel.match import Match
from throwdown.lab.sequences import Interval, asymptotic
from throwdown.study.beliefs import spread
from throwdown.study.playouts import Numbers, Playouts, key_of

Z95 = 1.959964
LEAST = 40  # pairs, before an interval that is right for many pairs is told


class Pair(NamedTuple):
    """The share of wins of the first player over two mirrored matches, and what of it was luck: not a number
    where that was not counted."""

    share: float
    luck: float = math.nan


class Adjusted(Struct, frozen=True):
    """Shares of wins of ``pairs`` pairs with luck left out, by so many ``playouts`` for a choice: their sum
    and that of their squares. ``moments`` are sums over the pairs of share, luck, luck squared and share
    times luck, by which the part of the luck is chosen that is left out of later ones."""

    playouts: int
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0
    moments: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def after(self, block: Sequence[Pair]) -> Adjusted:
        """These and another block of pairs."""
        part, pairs = self.part, np.array(block)
        share, luck = pairs[:, 0], pairs[:, 1]
        without: Numbers = share - part * luck
        added = (share.sum(), luck.sum(), (luck * luck).sum(), (share * luck).sum())
        a, b, c, d = (old + float(new) for old, new in zip(self.moments, added, strict=True))
        return structs.replace(
            self,
            pairs=self.pairs + len(block),
            total=self.total + float(without.sum()),
            squares=self.squares + float((without * without).sum()),
            moments=(a, b, c, d),
        )

    @property
    def part(self) -> float:
        """The part of the luck of a next block that is left out, 0 to 1: the slope of share on luck."""
        share, luck, squares, products = self.moments
        spread_of_luck = squares - luck * luck / max(1, self.pairs)
        if self.pairs < 2 or spread_of_luck <= 0:
            return 1.0
        return min(1.0, max(0.0, (products - share * luck / self.pairs) / spread_of_luck))

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


def thinker_of(player: Player) -> tuple[Player, float]:
    """Who chooses where ``player`` does not slip, and how often it slips."""
    if isinstance(player, SlippingPlayer):
        return player.thinker, player.slips
    return player, float(isinstance(player, RandomPlayer))


class Choices:
    """What choices changed in one match, for the share of the even seats."""

    def __init__(self, match: Match, seed: int, playouts: int) -> None:
        self.changed = 0.0
        self._match = match
        self._playouts = Playouts(match, seed)
        self._many = playouts

    def add(self, seat: int, legal: Sequence[int], best: int, slips: float) -> None:
        """Count the choice that ``seat`` is about to make where the match stands: ``best``, or with chance
        ``slips`` any of ``legal`` events."""
        match, played, many = self._match, self._playouts, self._many
        if len(legal) < 2:
            return
        par = played.par(match.state, seat)
        if best == par and not slips:
            return
        place = f"choice {len(match.log)}"
        by_par = self._shares(match.state, place, 0, many)
        if best != par and slips < 1:
            made = self._shares(played.after(match.state, seat, best), place, 0, many)
            self.changed += (1.0 - slips) * float((made - by_par).mean())
        if slips:
            self.changed += slips * float(self._slip(seat, legal, par, place, by_par).mean())

    def _slip(self, seat: int, legal: Sequence[int], par: int, place: str, by_par: Numbers) -> Numbers:
        """What random choices change against par, float64[playouts], shared out evenly among all of them."""
        offset = key_of(self._playouts.seed, f"slip {place}") / 2**63
        drawn = np.bincount(spread(np.ones(len(legal)), self._many, offset), minlength=len(legal))
        found, first = by_par.copy(), 0
        for event, share in zip(legal, map(int, drawn), strict=True):
            if event != par and share:
                after = self._playouts.after(self._match.state, seat, event)
                found[first : first + share] = self._shares(after, place, first, share)
            first += share
        return found - by_par

    def _shares(self, state: Numbers, place: str, first: int, many: int) -> Numbers:
        """The share of the win of the even seats in those playouts, float64[many]."""
        points = self._playouts.standings(state, place, first, many)
        won: Numbers = points == points.max(axis=1, keepdims=True)
        return won[:, ::2].sum(axis=1) / won.sum(axis=1)
