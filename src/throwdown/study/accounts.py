"""The account of a match: result less chance at the start, as luck, choices and what was hidden.

Every event changes the chance of each seat. For an event of CHANCE all of that is *luck*. For a decision it
is *choice*, the mean over what the chooser could believe of what its event changes against par's, and
*unseen*, the rest: it turned out so because of what was hidden. All figures are multiples of 2**-32, so they
add up to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.english import with_names
from throwdown.kernel.match import Match
from throwdown.kernel.series import InSet
from throwdown.study.counting import Study
from throwdown.study.events import Written
from throwdown.study.playouts import Figures, Numbers
from throwdown.study.stretches import Stretch
from throwdown.study.units import Effort

POLICY = "par: the rule of thumb at a glance"


class Better(Struct, frozen=True):
    """Another choice: its event and text, by how much it was better for the chooser by what that seat could
    see, and the standard error of that."""

    event: int
    text: str
    by: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether its 95 % interval lies above 0; else it is too close to call."""
        return self.by > 1.96 * self.error


class Moment(Struct, frozen=True):
    """Event ``n`` of the log, counted from 1, and what it changed for each seat.

    ``cause`` is luck for CHANCE, else choice. ``error`` and ``unseen_error`` are the standard errors of
    ``choice`` and ``unseen`` by seat. ``par`` is what par would have done, empty for luck.
    """

    n: int
    turn: int
    seat: int
    text: str
    cause: str
    luck: Figures
    choice: Figures
    unseen: Figures
    error: Figures
    unseen_error: Figures
    par: str = ""
    better: Better | None = None


class Turn(Struct, frozen=True):
    """A turn as the game heads it: the number of its first event, the chances before it with their standard
    errors, and what it changed."""

    n: int
    heading: str
    win: Figures
    errors: Figures
    luck: Figures
    choices: Figures
    unseen: Figures


class AccountPart(Struct, frozen=True):
    """One part of the sum, by seat, with its standard errors."""

    value: Figures
    error: Figures


class MatchAccount(Struct, frozen=True):
    """``start`` + ``luck`` + ``own`` + ``others`` + ``unseen`` is ``result``, for each seat, exactly.

    ``own`` are a seat's own choices, ``others`` those of all others. ``is_over``: where not, ``result`` is
    the chance where the match stands. ``has_secrets``: whether anything was hidden from a seat that chose.
    ``counted`` is the part of the effort that has been made, from 0 to 1. ``of_set`` is the title of the set
    that all chances are to win; empty where they are to win the match.
    """

    game: str
    version: int
    names: tuple[str, ...]
    policy: str
    start: Figures
    start_error: Figures
    result: Figures
    is_over: bool
    has_secrets: bool
    luck: AccountPart
    own: AccountPart
    others: AccountPart
    unseen: AccountPart
    turns: tuple[Turn, ...]
    moments: tuple[Moment, ...]
    counted: float = 1.0
    of_set: str = ""


def account(
    match: Match,
    *,
    seed: int = 0,
    effort: Effort | None = None,
    cores: int | None = None,
    progress: Callable[[MatchAccount], None] | None = None,
    in_set: InSet | None = None,
) -> MatchAccount:
    """The account of ``match``, or with ``in_set`` of what it did for the set, counted on ``cores`` (by
    default all); the same from the same ``seed`` on any number of them.

    ``progress`` is given the account as it is after each round. The game should be compiled with its players
    (:func:`throwdown.bots.warm`): interpreted rules give the same figures, a hundred times slower.
    """
    study = Study(match, seed, effort, in_set)
    drawn: MatchAccount | None = None
    for counted in study.rounds(cores):
        drawn = draw_up(study, counted)
        if progress:
            progress(drawn)
    assert drawn is not None  # an effort has at least one round
    return drawn


def draw_up(study: Study, counted: float = 1.0) -> MatchAccount:
    """The account by what ``study`` has counted so far, at least one round."""
    match, seats = study.match, study.match.seats
    rows = _rows(study)
    moments, turns = _moments(study, rows), _turns(study, rows)
    sums = _Sums(seats)
    for row in rows:
        sums.add(row)
    start = rows[0].before if rows else study.result
    start_error: Numbers = rows[0].variance if rows else study.variance
    return MatchAccount(
        game=match.game.key,
        version=match.game.version,
        names=match.names,
        policy=POLICY,
        start=figures(start),
        start_error=errors(start_error),
        result=figures(study.result),
        is_over=match.over,
        has_secrets=any(item.choice and not item.choice.is_open for item in study.written),
        luck=AccountPart(figures(sums.luck), errors(start_error + sums.truth)),
        own=AccountPart(figures(sums.own), errors(sums.own_variance)),
        others=AccountPart(figures(sums.others), errors(sums.others_variance)),
        unseen=AccountPart(figures(sums.unseen), errors(sums.unseen_variance)),
        turns=turns,
        moments=moments,
        counted=counted,
        of_set=study.in_set.series.title if study.in_set else "",
    )


class _Row:
    """One event: the chances before it with the square of their error, and its three terms, of which luck is
    known once the chances after it are."""

    def __init__(self, study: Study, item: Written, before: Numbers, variance: Numbers) -> None:
        self.item = item
        self.before, self.variance = before, variance
        nothing: Numbers = np.zeros(len(before))
        self.luck = self.choice = self.unseen = nothing
        self.choice_variance = self.truth_variance = self.unseen_variance = nothing
        if item.n in study.judged:
            truth, seen = study.judged[item.n]
            self.choice = seen.mean
            self.unseen = truth.mean - seen.mean
            self.truth_variance, self.choice_variance = truth.variance, seen.variance
            if truth is not seen:
                self.unseen_variance = truth.variance + seen.variance

    @property
    def after(self) -> Numbers:
        """The chances after a decision."""
        return self.before + (self.choice + self.unseen)


def _rows(study: Study) -> list[_Row]:
    """A row for each event of the match, from the first on."""
    rows = [row for stretch in study.stretches for row in _stretch(study, stretch)]
    befores = [*(row.before for row in rows), study.result]
    for row, after in zip(rows, befores[1:], strict=True):
        if row.item.outcomes:
            row.luck = after - row.before
    return rows


def _stretch(study: Study, stretch: Stretch) -> list[_Row]:
    """The events of a stretch: on from the one where chances were counted, and back from it."""
    if stretch.anchor is None:
        return _back(study, stretch.first, stretch.last + 1, study.result, study.variance)
    value = study.values[study.written[stretch.anchor].n]
    rows = _back(study, stretch.first, stretch.anchor, value.mean, value.variance)
    before, variance = value.mean, value.variance
    for item in study.written[stretch.anchor : stretch.last + 1]:
        row = _Row(study, item, before, variance)
        rows.append(row)
        before, variance = row.after, variance + row.truth_variance
    return rows


def _back(study: Study, first: int, end: int, after: Numbers, variance: Numbers) -> list[_Row]:
    """The events ``first`` to ``end - 1``, decisions, after which the chances are ``after``."""
    rows: list[_Row] = []
    for item in reversed(study.written[first:end]):
        row = _Row(study, item, after, variance)
        row.before, row.variance = after - (row.choice + row.unseen), variance + row.truth_variance
        rows.append(row)
        after, variance = row.before, row.variance
    return rows[::-1]


class _Sums:
    """The parts of the sum by seat, float64[seats], and the squares of their errors."""

    def __init__(self, seats: int) -> None:
        self.luck, self.own, self.others, self.unseen = np.zeros((4, seats))
        self.own_variance, self.others_variance, self.unseen_variance = np.zeros((3, seats))
        self.truth: Numbers = np.zeros(seats)

    def add(self, row: _Row) -> None:
        self.luck = self.luck + row.luck
        self.unseen = self.unseen + row.unseen
        mine: Any = np.arange(len(self.luck)) == row.item.entry.seat
        self.own = self.own + np.where(mine, row.choice, 0.0)
        self.others = self.others + np.where(mine, 0.0, row.choice)
        self.own_variance = self.own_variance + np.where(mine, row.choice_variance, 0.0)
        self.others_variance = self.others_variance + np.where(mine, 0.0, row.choice_variance)
        self.unseen_variance = self.unseen_variance + row.unseen_variance
        self.truth = self.truth + row.truth_variance


def _moments(study: Study, rows: list[_Row]) -> tuple[Moment, ...]:
    """The events that changed something, or after which another choice was reviewed."""
    found: list[Moment] = []
    for row in rows:
        item = row.item
        better = _better(study, row)
        if not item.outcomes and item.n not in study.judged and better is None:
            continue
        found.append(
            Moment(
                n=item.n,
                turn=item.turn,
                seat=item.entry.seat,
                text=text_of(study, item.state, item.entry.seat, item.entry.event),
                cause="luck" if item.outcomes else "choice",
                luck=figures(row.luck),
                choice=figures(row.choice),
                unseen=figures(row.unseen),
                error=errors(row.choice_variance),
                unseen_error=errors(row.unseen_variance),
                par=_par(study, item),
                better=better,
            )
        )
    return tuple(found)


def _par(study: Study, item: Written) -> str:
    """What par would have done in the place of a choice."""
    if item.choice is None or item.choice.par < 0:
        return ""
    return text_of(study, item.state, item.entry.seat, item.choice.par)


def _better(study: Study, row: _Row) -> Better | None:
    review = study.reviews.get(row.item.n)
    if review is None or review.best is None:
        return None
    by, variance = review.best.mean, review.best.variance
    text = text_of(study, row.item.state, review.seat, review.event)
    return Better(review.event, text, float(by[review.seat]), float(np.sqrt(variance[review.seat])))


def _turns(study: Study, rows: list[_Row]) -> tuple[Turn, ...]:
    turns: list[list[_Row]] = []
    for row in rows:
        if not turns or turns[-1][0].item.turn != row.item.turn:
            turns.append([])
        turns[-1].append(row)
    return tuple(_turn(turn) for turn in turns)


def _turn(rows: list[_Row]) -> Turn:
    first = rows[0]
    return Turn(
        n=first.item.n,
        heading=first.item.heading,
        win=figures(first.before),
        errors=errors(first.variance),
        luck=figures(sum((row.luck for row in rows[1:]), first.luck)),
        choices=figures(sum((row.choice for row in rows[1:]), first.choice)),
        unseen=figures(sum((row.unseen for row in rows[1:]), first.unseen)),
    )


def text_of(study: Study, state: Numbers, seat: int, event: int) -> str:
    """What a choice or the outcome of a throw is called, else the event in the game's notation, by the state
    before it, an array of one record."""
    if event < 0:
        return "resigns"
    words, view = study.match.game.words, study.match.game.view_of(state)
    name = words.outcome_name(view, event) if seat == CHANCE else words.choice_name(view, seat, event)
    return with_names(name, study.match.names) or words.notation(view, seat, event)


def figures(numbers: Numbers) -> Figures:
    """The entries of float64[seats] as plain numbers."""
    return tuple(numbers.tolist())


def errors(variances: Numbers) -> Figures:
    """Standard errors from their squares, float64[seats]."""
    return tuple(np.sqrt(np.maximum(variances, 0.0)).tolist())
