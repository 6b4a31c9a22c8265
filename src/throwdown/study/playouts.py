"""Winning chances by playouts: from a state every seat goes on by one stated policy, *par*, to the end.

Par is the rule of thumb: each seat takes the event that the game's heuristic rates highest at a glance on
what that seat can see, the first of several that are rated alike. A playout is numbered; its
number and the seed fix its dice, so that two states are compared with common random numbers and sums do not
depend on who adds them.
"""

from __future__ import annotations

import hashlib
from types import ModuleType
from typing import Any

import numpy as np

from throwdown.bots.player import ALL, Sight, loops_of
from throwdown.bots.policies import Policy, compiled
from throwdown.kernel.contract import CHANCE, MAX_SEATS
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records

Numbers = np.ndarray[Any, Any]
Figures = tuple[float, ...]  # by seat
PAR = Policy(ALL)
WHOLE = 840  # a win in whole numbers: every equal share of up to eight sides is one
TRIES = 6  # guesses that must all agree before nothing is taken to be hidden
STEPS = 2**32  # chances are multiples of 1 / STEPS, which binary fractions add without rounding


def key_of(seed: int, place: str) -> int:
    """A seed for the compiled loops, 0 .. 2**63-1, that ``place`` shares with no other of the study."""
    digest = hashlib.sha256(f"throwdown study {seed} {place}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def dyadic(numerator: int, denominator: int) -> float:
    """``numerator / denominator`` rounded to a multiple of 1 / STEPS. Sums and differences of a few
    thousand such numbers are exact in binary floating point; 0 and 1 stay what they are."""
    return round(numerator * STEPS / denominator) / STEPS if denominator else 0.0


class Tally:
    """Sums over playouts, by seat: of the shares of the win in units of 1 / WHOLE, of their squares, and of
    points."""

    def __init__(self, seats: int) -> None:
        self.many = 0
        self.shares: Numbers = np.zeros(seats, np.int64)
        self.squares: Numbers = np.zeros(seats, np.int64)
        self.points: Numbers = np.zeros(seats, np.int64)

    def add(self, shares: Numbers, points: Numbers | None = None) -> None:
        """Add playouts; ``shares`` and ``points`` are int64[playouts, seats]."""
        self.many += len(shares)
        self.shares += shares.sum(axis=0)
        self.squares += (shares * shares).sum(axis=0)
        if points is not None:
            self.points += points.sum(axis=0)

    def join(self, other: Tally) -> None:
        """Count what ``other`` has counted, too."""
        self.many += other.many
        self.shares += other.shares
        self.squares += other.squares
        self.points += other.points

    def means(self) -> tuple[float, ...]:
        """The mean share by seat, dyadic."""
        return tuple(dyadic(int(total), WHOLE * self.many) for total in self.shares)

    def variances(self) -> Numbers:
        """The variance of one playout's share by seat, float64[seats]."""
        mean: Numbers = self.shares / max(1, self.many)
        spread: Numbers = self.squares / max(1, self.many) - mean * mean
        return np.maximum(spread, 0.0) * (self.many / max(1, self.many - 1)) / WHOLE**2

    def errors(self) -> tuple[float, ...]:
        """The standard error of the mean share by seat."""
        return tuple(np.sqrt(self.variances() / max(1, self.many)).tolist())


class Playouts:
    """Playouts of one match: its game, how many play and who plays with whom.

    ``sides[seat]`` is the side of that seat. A side that wins alone gives 1 to each of its seats; sides that
    draw share it. Every seat goes on by ``policy``, which is par unless another is named.
    """

    def __init__(self, match: Match, seed: int = 0, policy: Policy = PAR) -> None:
        self._begin(match.game, match.engine, sides_of(match), seed, policy)

    @classmethod
    def of_sight(cls, sight: Sight, seed: int = 0) -> Playouts:
        """Playouts of the match of which ``sight`` is what one seat sees."""
        played = cls.__new__(cls)
        view = sight.game.view_of(sight.state)
        sides = [sight.game.words.side_of(view, seat) for seat in range(sight.seats)]
        played._begin(sight.game, sight.game.engine, sides, seed, PAR)
        return played

    def _begin(
        self, game: GameFolder, engine: ModuleType, sides: list[int], seed: int, policy: Policy
    ) -> None:
        self.game = game
        self.seats = len(sides)
        self.seed = seed
        self.sides = sides
        self.engine = engine
        self.loops = loops_of(game)
        self.policies = compiled([policy] * MAX_SEATS)

    def standings(self, state: Numbers, place: str, first: int, many: int) -> Numbers:
        """The standing at the end of the playouts ``first`` to ``first + many - 1`` of ``place`` from
        ``state``, int64[many, seats]."""
        points: Numbers = np.zeros((many, MAX_SEATS), np.int64)
        key = key_of(self.seed, place)
        self.loops.contests(state, many, key, first, self.policies, points)
        return points[:, : self.seats]

    def run(self, state: Numbers, place: str, first: int, many: int) -> Numbers:
        """The shares of the win, int64[many, seats] in units of 1 / WHOLE, of the playouts ``first`` to
        ``first + many - 1`` of ``place`` from ``state``."""
        return self.both(state, place, first, many)[0]

    def both(self, state: Numbers, place: str, first: int, many: int) -> tuple[Numbers, Numbers]:
        """The shares of the win of those playouts and their points, both int64[many, seats]."""
        points = self.standings(state, place, first, many)
        return self.shares(points), points

    def given_up(self, state: Numbers, seat: int) -> Numbers:
        """The shares of the win where ``seat`` resigns in ``state``, int64[seats]: the others have won."""
        given: Numbers = np.full(self.seats, WHOLE, np.int64)
        given[seat] = 0
        return given

    def result(self, match: Match) -> Figures:
        """What each seat has won of a match that is over."""
        return result_of(match)

    def shares(self, points: Numbers) -> Numbers:
        """The share of the win by seat, int64[n, seats]; ``points`` is the standing, int64[n, seats]."""
        won: Numbers = points == points.max(axis=1, keepdims=True)
        winners: Numbers = np.zeros(len(points), np.int64)
        for side in sorted(set(self.sides)):
            winners += won[:, [at == side for at in self.sides]].any(axis=1)
        return won * (WHOLE // winners)[:, None]

    def par(self, state: Numbers, seat: int) -> int:
        """The event that par makes for ``seat`` in ``state``, an array of one record."""
        n, _, events = self.legal(state, seat)
        if n == 1:
            return int(events[0])
        return int(events[int(np.argmax(self.ratings(state, seat, events)))])

    def ratings(self, state: Numbers, seat: int, events: Numbers) -> Numbers:
        """What the rule of thumb gives for ``events``, int32[n], of ``seat``: float64[n]. ``state`` may
        hold what is hidden from it; that is not looked at."""
        hidden = copy_records(state)
        self.engine.hide(hidden, seat)
        worth: Numbers = np.zeros(len(events))
        self.loops.glance(hidden, seat, events, worth)
        return worth

    def legal(self, state: Numbers, seat: int) -> tuple[int, int, Numbers]:
        """How many events ``seat`` may make, the sum of their weights (0: all alike), and the events,
        int32[n]; for CHANCE :meth:`weights` has the weights."""
        events: Numbers = np.zeros(self.game.rules.EVENTS, np.int32)
        n, total = self.engine.legal(state, seat, events, np.zeros_like(events))
        return int(n), int(total), events[:n]

    def due(self, state: Numbers) -> tuple[Numbers, Numbers]:
        """The events of CHANCE that are due in ``state`` and their weights, int32[n] and int64[n]; those of
        weight 0 are left out."""
        events: Numbers = np.zeros(self.game.rules.EVENTS, np.int32)
        weights: Numbers = np.zeros(self.game.rules.EVENTS, np.int32)
        n, total = self.engine.legal(state, CHANCE, events, weights)
        shares: Numbers = weights[:n].astype(np.int64) if total else np.ones(n, np.int64)
        return events[:n][shares > 0], shares[shares > 0]

    def is_all(self, seen: Numbers, seat: int, dice: Numbers) -> bool:
        """Whether ``seen``, one record hidden for ``seat``, is all there is: guesses of what is hidden add
        nothing to it. ``dice`` is the state of a generator, uint64[4]."""
        for _ in range(TRIES):
            guess = copy_records(seen)
            self.engine.guess(guess, seat, dice)
            if guess.tobytes() != seen.tobytes():
                return False
        return True

    def after(self, state: Numbers, seat: int, event: int) -> Numbers:
        """A copy of ``state``, an array of one record, in which ``seat`` has made ``event``."""
        copy = copy_records(state)
        self.engine.apply(copy, seat, event)
        return copy


def sides_of(match: Match) -> list[int]:
    """The side of each seat."""
    view = match.truth()
    return [match.game.words.side_of(view, seat) for seat in range(match.seats)]


def result_of(match: Match) -> tuple[float, ...]:
    """What each seat has won of a match that is over: 1, 0, or an equal share of a draw."""
    sides = sides_of(match)
    winning = {sides[seat] for seat in match.winners}
    share = dyadic(WHOLE // len(winning), WHOLE)
    return tuple(share if side in winning else 0.0 for side in sides)
