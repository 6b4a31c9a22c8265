"""Chances in a set: what the end of a match is worth to each of its players, who want to win the set.

The games that follow are drawn from a sample of games that par has played, so that a great many ways in which
the set may go on are tried for each end. They begin with the chips that the match leaves, in steps of an
eighth of all; how chips change hands in them is not followed. Of those who tie in a round robin each is taken
to win it as often, and a set that is not over after :data:`MOST` games more to be won by who leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from throwdown.kernel import series
from throwdown.kernel.carried import Carried
from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records
from throwdown.kernel.series import ROBIN, TARGET, TIE_BREAKER, InSet, Plan, Result, Series
from throwdown.kernel.tables import Plain
from throwdown.study.playouts import WHOLE, Figures, Numbers, Playouts, dyadic, key_of

SAMPLE = 2000  # games that par plays, from which those that follow are drawn
SAMPLE_WITH_CHIPS = 500  # for each number of chips to begin with
WAYS = 4000  # in which the set may go on, tried for each end of a match
MOST = 400  # games that are followed
STEPS_OF_CHIPS = 8


class SetPlayouts(Playouts):
    """Playouts of a match of a set: they go on to the end of the set.

    Where games carry something on, or settle equal points by something else, the record at the end of each
    playout is looked at; else its standing tells all.
    """

    def __init__(self, match: Match, seed: int, in_set: InSet) -> None:
        super().__init__(match, seed)
        self.in_set = in_set
        self._looks_at_ends = bool(in_set.carried or match.game.words.scores(match.truth()))
        self._ways = _Ways(match, seed, in_set)
        self._worth: dict[tuple[Any, ...], tuple[int, ...]] = {}

    def both(self, state: Numbers, place: str, first: int, many: int) -> tuple[Numbers, Numbers]:
        """The shares of the set, int64[many, seats] in units of 1 / WHOLE, of so many playouts of ``place``,
        and the points of the match."""
        if self._looks_at_ends:
            ends = [self._end(board) for board in self._played(state, place, first, many)]
            points: Numbers = np.array([each for each, _ in ends], np.int64)
            return np.array([self._share(*end) for end in ends], np.int64), points
        points = self.standings(state, place, first, many)
        rows, which = np.unique(points, axis=0, return_inverse=True)
        shares: Numbers = np.array([self._share(tuple(row), None) for row in rows.tolist()], np.int64)
        return shares[which.reshape(-1)], points

    def given_up(self, state: Numbers, seat: int) -> Numbers:
        """The shares of the set where ``seat`` resigns in ``state``, int64[seats]."""
        view = self.game.view_of(state)
        points = series.given_up(self.game, view, seat, self._points(view, state))
        return np.array(self._share(tuple(points), self._left(view, tuple(points), seat)), np.int64)

    def result(self, match: Match) -> Figures:
        """The chance of each player of a match that is over to win the set."""
        points = series.result_of(match, self.in_set.lineup).points
        shares = self._share(points, self._left(match.truth(), points, match.resigned))
        return tuple(dyadic(share, WHOLE) for share in shares)

    def _played(self, state: Numbers, place: str, first: int, many: int) -> Iterator[Numbers]:
        """The record at the end of each of the playouts that :meth:`standings` plays."""
        key, loops = key_of(self.seed, place), self.loops
        dice, rng = np.empty(4, np.uint64), np.empty(4, np.uint64)
        events: Numbers = np.empty(self.game.rules.EVENTS, np.int32)
        weights, hidden = np.empty_like(events), copy_records(state)
        for number in range(first, first + many):
            board = copy_records(state)
            loops.start(dice, key, 2 * number)
            loops.start(rng, key, 2 * number + 1)
            loops.contest(board, hidden, self.policies, dice, rng, events, weights, 0)
            yield board

    def _end(self, state: Numbers) -> tuple[tuple[int, ...], Carried | None]:
        """The points of a match that ended in ``state``, and what it leaves."""
        view = self.game.view_of(state)
        points = tuple(self._points(view, state))
        return points, self._left(view, points, None)

    def _points(self, view: Any, state: Numbers) -> list[int]:
        """Points by seat, as :attr:`Match.points` has them."""
        return self.game.words.scores(view) or self._standing(state)

    def _standing(self, state: Numbers) -> list[int]:
        standing: Numbers = np.zeros(MAX_SEATS, np.int64)
        self.engine.standing(state, standing)
        return standing[: self.seats].tolist()

    def _left(self, view: Any, points: tuple[int, ...], resigned: int | None) -> Carried | None:
        """What the match leaves that ended so."""
        after = self.in_set.series.add(Result(self.in_set.lineup, points))
        return series.carried_after(self.game, view, resigned, self.in_set.carried, after)

    def _share(self, points: tuple[int, ...], left: Carried | None) -> tuple[int, ...]:
        chips = _stepped(left.chips) if left else ()
        key = (points, chips)
        if key not in self._worth:
            self._worth[key] = self._ways.shares(points, chips)
        return self._worth[key]


class _Ways:
    """How a set may go on after one of its matches."""

    def __init__(self, match: Match, seed: int, in_set: InSet) -> None:
        self._game, self._seats, self._seed = match.game, match.seats, seed
        self._in_set, self._sides = in_set, series.sides_of(match)
        agreed = {name: value for name, value in in_set.values.items() if name in match.values}
        self._agreed: dict[str, Plain] = {**match.values, **agreed}
        self._samples: dict[bytes, Numbers] = {}
        self._draws: dict[int, Numbers] = {}

    def shares(self, points: tuple[int, ...], chips: tuple[int, ...]) -> tuple[int, ...]:
        """What it is worth to each player of the match, in units of 1 / WHOLE, that it ended with ``points``
        and left ``chips`` by player of the set."""
        after = self._in_set.series.add(Result(self._in_set.lineup, points, sides=self._sides))
        if after.over:
            worth = dict.fromkeys(after.winners, WHOLE)
        elif rolls := after.rolls:
            tied = [player for player, first in enumerate(after.sides) if first in rolls]
            worth = dict.fromkeys(tied, WHOLE // len(rolls))
        else:
            won = self._robin(after, chips) if after.plan.kind == ROBIN else self._all_play(after, chips)
            worth = {player: round(WHOLE * chance) for player, chance in enumerate(map(float, won))}
        return tuple(worth.get(player, 0) for player in self._in_set.lineup)

    def _all_play(self, after: Series, chips: tuple[int, ...]) -> Numbers:
        """The chance of each player to win where everybody plays every game, float64[players]. All of one
        side win together."""
        firsts, side = np.unique(after.sides, return_inverse=True)
        plan, won = after.plan, np.zeros(len(firsts))
        totals: Numbers = np.tile(np.array(after.totals, np.int64), (WAYS, 1))
        going: Numbers = np.arange(WAYS)
        for game in range(MOST):
            number = after.number + game
            here = totals[going] + self._drawn(game, after.moves(game), after.lineup, chips)[going]
            totals[going] = here
            leads = _leads(here[:, firsts])
            ends = _is_done(plan, here, number + 1)
            if plan.tie != TIE_BREAKER:
                ends &= leads.sum(axis=1) == 1
            won += _shared(leads[ends])
            going = going[~ends]
            if not len(going):
                break
        if len(going):
            won += _shared(_leads(totals[going][:, firsts]))
        return won[side] / WAYS

    def _robin(self, after: Series, chips: tuple[int, ...]) -> Numbers:
        """The chance of each player to win a round robin, float64[players]."""
        among, points, due = after.round
        totals: Numbers = np.tile(np.array(points, np.int64), (WAYS, 1))
        for game, lineup in enumerate(due):
            totals[:, list(lineup)] += self._drawn(game, after.moves(game), lineup, chips)
        out = [player for player in range(after.players) if player not in among]
        totals[:, out] = np.iinfo(np.int64).min
        return _shared(_leads(totals)) / WAYS

    def _drawn(self, game: int, moves: int, lineup: tuple[int, ...], chips: tuple[int, ...]) -> Numbers:
        """Points by seat of game ``game`` from here, in each way, int64[WAYS, seats]; ``moves`` says how
        often who begins has moved on. Which of a sample they are is the same after every end of the match."""
        if game not in self._draws:
            generator = np.random.Generator(np.random.PCG64(key_of(self._seed, f"set {game}")))
            self._draws[game] = generator.random(WAYS)
        games = self._games(moves, lineup, chips)
        return games[(self._draws[game] * len(games)).astype(np.int64)]

    def _games(self, moves: int, lineup: tuple[int, ...], chips: tuple[int, ...]) -> Numbers:
        """Points by seat of a sample of games of par, int64[n, seats]."""
        values = self._values(moves, lineup, chips)
        name = msgspec.json.encode(values)
        if name not in self._samples:
            match = Match(self._game, self._seats, values, Recorded(()), engine=self._game.engine)
            played = Playouts(match, self._seed)
            many = SAMPLE_WITH_CHIPS if chips else SAMPLE
            self._samples[name] = played.standings(match.state, "games of the set", 0, many)
        return self._samples[name]

    def _values(self, moves: int, lineup: tuple[int, ...], chips: tuple[int, ...]) -> dict[str, Plain]:
        if not chips:
            return self._agreed
        carried = Carried(tuple(chips[player] for player in lineup))
        return {
            **self._agreed,
            **self._game.between.values_for(self._agreed, carried, moves, is_last=False),
        }


def _is_done(plan: Plan, totals: Numbers, games: int) -> Numbers:
    """Whether a set in which everybody plays has come to its end but for ties, bool[n]."""
    if plan.kind == TARGET:
        return totals.max(axis=1) >= plan.count
    return np.full(len(totals), games >= plan.count)


def _leads(totals: Numbers) -> Numbers:
    """Who has the most, bool[n, players]."""
    return totals == totals.max(axis=1, keepdims=True)


def _shared(leads: Numbers) -> Numbers:
    """The wins by player where each who leads gets an equal share, of bool[n, players]."""
    return (leads / leads.sum(axis=1, keepdims=True)).sum(axis=0)


def _stepped(chips: tuple[int, ...]) -> tuple[int, ...]:
    """``chips`` rounded to multiples of a small part of all chips."""
    step = max(1, sum(chips) // STEPS_OF_CHIPS)
    return tuple(round(each / step) * step for each in chips)
