"""The loops of judges that are learned from play; loaded once per game, like ``loops.py``.

A judge gives every seat its share of the win. The game describes a position to it, once for each seat, by
signs (``describe`` of its heuristics), and a network makes shares of them (:mod:`.network`). So a judge
serves any number of seats.

It judges what a choice leads to before chance has its say (Tesauro's TD-Gammon, 1995), so that what is
learned is the expectation over the dice. Where the seat that has chosen is to choose again at once, it is the
best that this next choice leads to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernel.contract import CHANCE, rule
from ..kernel.loops import draw, next_seat
from ..kernel.rng import below, start, unit
from .defaults import of_the_match, say_nothing, work_nothing_out
from .network import number_of, share_out

rules: Any = globals().get("rules")  # the loader puts the game's rules and heuristics here
heuristics: Any = globals().get("heuristics")

ENDS, TRIED = 1, 2  # what a row says: the match ends with its choice; the choice was made at random


describe = getattr(heuristics, "describe", say_nothing)
work_out = getattr(heuristics, "work_out", work_nothing_out)
in_match = getattr(heuristics, "in_match", of_the_match)


class Desk(NamedTuple):
    """A judge at work among so many seats, with arrays that it overwrites."""

    judge: Any  # Judge
    seats: int
    boards: Any  # four records: as it is, after a choice, after two, and as somebody sees it
    events: Any  # int32[EVENTS]
    more: Any  # int32[EVENTS]
    weights: Any  # int32[EVENTS]
    signs: Any  # float32[SIGNS]
    hidden: Any  # float32[n]
    points: Any  # int64[8]
    values: Any  # float64[8]
    best: Any  # float64[8]: the shares after the best choice


class Rows(NamedTuple):
    """What is learned from: a row for every choice of the matches that were played."""

    signs: Any  # float32[m, seats, SIGNS]: after the choice
    marks: Any  # int8[m]: ENDS and TRIED
    bests: Any  # float32[m, seats]: the shares after the best choice, as judged then
    goals: Any  # float32[m, seats]: what the shares after the choice should have been


@rule
def tabulate(table):
    """Fill ``table``, float32[TABLE], with what the game works out beforehand."""
    work_out(table)


@rule
def look_over(s, desk):
    """Fill ``desk.values`` with the shares of the win in the record ``s``: those of the standing where the
    match is over, else as the judge has them."""
    values, seats, judge = desk.values, desk.seats, desk.judge
    if rules.awaited(s) == 0:
        rules.standing(s, desk.points)
        best, winners = desk.points[0], 0
        for seat in range(seats):
            best = max(best, desk.points[seat])
        for seat in range(seats):
            winners += desk.points[seat] == best
        for seat in range(seats):
            values[seat] = 1.0 / winners if desk.points[seat] == best else 0.0
        return
    for seat in range(seats):
        describe(s, seat, judge.table, desk.signs)
        values[seat] = number_of(judge, desk.signs, desk.hidden)
    share_out(seats, values)
    in_match(s, seats, values)


@rule
def foresee(seat, desk):
    """Fill ``desk.values`` with the shares in ``desk.boards[1]``, after a choice of ``seat``; where it is to
    choose again at once, with those after the best next choice. Returns its own share."""
    s, after = desk.boards[1], desk.boards[2]
    if rules.awaited(s) != 1 << seat:
        look_over(s, desk)
        return desk.values[seat]
    n, _ = rules.legal(s, seat, desk.more, desk.weights)
    best, choice, last = -1.0, 0, 0
    for k in range(n):
        desk.boards[2] = desk.boards[1]
        rules.apply(after, seat, desk.more[k])
        look_over(after, desk)
        last = k
        if desk.values[seat] > best:
            best, choice = desk.values[seat], k
    if choice != last:
        desk.boards[2] = desk.boards[1]
        rules.apply(after, seat, desk.more[choice])
        look_over(after, desk)
    return best


@rule
def choose(seat, desk):
    """The index of the best choice of ``seat`` in ``desk.boards[0]``, a record that it may see, among
    ``desk.events``; fills ``desk.best`` with the shares after it."""
    n, _ = rules.legal(desk.boards[0], seat, desk.events, desk.weights)
    best, choice = -1.0, 0
    for k in range(n):
        desk.boards[1] = desk.boards[0]
        rules.apply(desk.boards[1], seat, desk.events[k])
        share = foresee(seat, desk)
        if share > best:
            best, choice = share, k
            desk.best[:] = desk.values
    return choice


@rule
def choose_by_thumb(seat, desk):
    """The index of the best choice of ``seat`` in ``desk.boards[0]`` by the game's rule of thumb, among
    ``desk.events``."""
    n, _ = rules.legal(desk.boards[0], seat, desk.events, desk.weights)
    best, choice = -1e300, 0
    for k in range(n):
        worth = heuristics.worth(desk.boards[0], seat, desk.events[k])
        if worth > best:
            best, choice = worth, k
    return choice


@rule
def look_at(seat, desk):
    """Put what ``seat`` sees of ``desk.boards[3]`` into ``desk.boards[0]``."""
    desk.boards[0] = desk.boards[3]
    rules.hide(desk.boards[0], seat)


@rule
def practise(S, desk, rng, chances, rows, first):
    """Play a match on from ``S``, an array of one record, and write a row of ``rows`` for every choice from
    row ``first`` on; returns how many rows are then filled, or ``first`` where they do not suffice.

    ``chances`` are the chance that a choice is made at random, and that it is made by the rule of thumb;
    ``rng`` is uint64[4].
    """
    desk.boards[3] = S[0]
    s, row, seats = desk.boards[3], first, desk.seats
    while True:
        mask = rules.awaited(s)
        if mask == 0:
            break
        seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, seat, desk.events, desk.weights)
        if seat == CHANCE or n == 1:
            rules.apply(s, seat, desk.events[draw(n, total, desk.weights, rng)])
            continue
        if row == rows.marks.shape[0]:
            return first
        look_at(seat, desk)
        by_thumb = chances[1] > 0.0 and unit(rng) < chances[1]
        k = choose_by_thumb(seat, desk) if by_thumb else choose(seat, desk)
        rows.marks[row] = TRIED if by_thumb and chances[1] < 1.0 else 0
        if unit(rng) < chances[0]:
            k = below(rng, n)
            rows.marks[row] = TRIED
        rules.apply(s, seat, desk.events[k])
        for other in range(seats):
            rows.bests[row, other] = desk.best[other]
            if rules.awaited(s):
                describe(s, other, desk.judge.table, rows.signs[row, other])
        row += 1
    if row > first:
        look_over(s, desk)
        for other in range(seats):
            rows.goals[row - 1, other] = desk.values[other]
        rows.marks[row - 1] |= ENDS
    return row


@rule
def practise_many(S, desk, seed, stream, chances, rows):
    """Play matches on from ``S``, an array of one record, match k with stream ``stream + k`` of ``seed``, as
    :func:`practise` does, until the next does not fit into ``rows``; returns the numbers of rows and matches.
    """
    rng = np.empty(4, np.uint64)
    filled, played = 0, 0
    while True:
        start(rng, seed, stream + played)
        more = practise(S, desk, rng, chances, rows, filled)
        if more == filled:
            return filled, played
        filled = more
        played += 1


@rule
def play_out(S, desk, rng, judged):
    """Play a match on from ``S``, an array of one record, to its end, which ``desk.boards[3]`` then holds:
    the seats of the bit set ``judged`` by the judge, the others by the rule of thumb. ``rng`` is uint64[4].
    """
    desk.boards[3] = S[0]
    s = desk.boards[3]
    while True:
        mask = rules.awaited(s)
        if mask == 0:
            return
        seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, seat, desk.events, desk.weights)
        k = 0
        if seat == CHANCE:
            k = draw(n, total, desk.weights, rng)
        elif n > 1:
            look_at(seat, desk)
            k = choose(seat, desk) if judged >> seat & 1 else choose_by_thumb(seat, desk)
        rules.apply(s, seat, desk.events[k])


@rule
def play_many(S, desk, seed, first, judged, points):
    """Play matches on from ``S`` as :func:`play_out` does, match k with stream ``first + k`` of ``seed``;
    row k of ``points``, int64[n, 8], receives the standing of match k."""
    rng = np.empty(4, np.uint64)
    for k in range(points.shape[0]):
        start(rng, seed, first + k)
        play_out(S, desk, rng, judged)
        rules.standing(desk.boards[3], points[k])


@rule
def judge_choice(desk):
    """Fill ``desk.best`` with the shares where ``desk.boards[3]`` stands, at a choice or at its end: those
    after the choice that is best by what its seat sees."""
    mask = rules.awaited(desk.boards[3])
    if mask == 0:
        look_over(desk.boards[3], desk)
        desk.best[:] = desk.values
    else:
        seat = next_seat(mask)
        look_at(seat, desk)
        choose(seat, desk)


@rule
def judge_chance(S, desk, seed, stream, many, figures):
    """Fill ``figures``, float64[2], with the mean of p and of p (1 - p), where p is the share that the judge
    gives the even seats once chance has had its say in ``S``, an array of one record: over ``many`` ways,
    from stream ``stream`` of ``seed``."""
    rng = np.empty(4, np.uint64)
    start(rng, seed, stream)
    figures[:] = 0.0
    for _ in range(many):
        desk.boards[3] = S[0]
        s = desk.boards[3]
        while rules.awaited(s) >> CHANCE & 1:
            n, total = rules.legal(s, CHANCE, desk.events, desk.weights)
            rules.apply(s, CHANCE, desk.events[draw(n, total, desk.weights, rng)])
        judge_choice(desk)
        share = 0.0
        for seat in range(0, desk.seats, 2):
            share += desk.best[seat]
        figures[0] += share / many
        figures[1] += share * (1.0 - share) / many


@rule
def set_goals(rows, many, fade):
    """Set the goals of the first ``many`` rows from those at the ends of matches: the lambda-return with
    lambda ``fade``, cut off before a choice that was tried."""
    for row in range(many - 2, -1, -1):
        if rows.marks[row] & ENDS:
            continue
        kept = 0.0 if rows.marks[row + 1] & TRIED else fade
        for seat in range(rows.goals.shape[1]):
            later, best = rows.goals[row + 1, seat], rows.bests[row + 1, seat]
            rows.goals[row, seat] = kept * later + (1.0 - kept) * best


@rule
def rank(S, seat, desk, shares):
    """Fill ``shares``, float64[EVENTS], with the share of ``seat`` after each of its choices in ``S``, one
    record that it may see, in the order of ``legal``; returns their number."""
    desk.boards[0] = S[0]
    n, _ = rules.legal(desk.boards[0], seat, desk.events, desk.weights)
    for k in range(n):
        desk.boards[1] = desk.boards[0]
        rules.apply(desk.boards[1], seat, desk.events[k])
        shares[k] = foresee(seat, desk)
    return n
