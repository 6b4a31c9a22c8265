"""One match written out for the study: what was decided where, by luck or by a seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.log import GIVING_UP, RESIGN, Entry
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records, join_records
from throwdown.study.beliefs import Belief
from throwdown.study.playouts import Numbers, Playouts

MOST_OUTCOMES = 64  # of a chance event that are gone through one by one
CANDIDATES = 6  # choices that may have been better, those that the rule of thumb rates highest


class Outcomes(Struct, frozen=True):
    """What could have come: the states after each, one record each, and their weights. Where it is too much
    to go through there is one state, from which playouts draw it themselves."""

    states: Numbers
    weights: Numbers


class Choice(Struct, frozen=True):
    """A decision of a seat among several events, and what it may have believed: states and weights, the true
    state where nothing was hidden (``is_open``). ``others`` are the events that are compared with the one
    made."""

    par: int
    others: tuple[int, ...]
    states: Numbers
    weights: Numbers
    is_open: bool


class Written(Struct, frozen=True):
    """Event ``n`` of a match, counted from 1: the true state before it and what it decided. ``turn`` numbers
    the headings that the game gives, from 0."""

    n: int
    turn: int
    heading: str
    entry: Entry
    state: Any
    outcomes: Outcomes | None = None
    choice: Choice | None = None


def write_out(match: Match, playouts: Playouts) -> list[Written]:
    """Every event of ``match``, with what each seat could believe where it chose."""
    fresh = match.replay(0)
    beliefs = [Belief(playouts, seat, fresh.state) for seat in range(match.seats)]
    written: list[Written] = []
    heading, turn = "", -1
    for n, made in match.held():
        entry = Entry(made.seat, RESIGN) if made.event in GIVING_UP else made
        new = match.game.words.heading(fresh.truth())
        turn += new != heading
        heading = new
        before = copy_records(fresh.state)
        outcomes = choice = None
        if entry.seat == CHANCE:
            outcomes = _outcomes(playouts, before)
        elif entry.event == RESIGN:
            choice = _resignation(playouts, beliefs[entry.seat], before)
        else:
            choice = _choice(playouts, beliefs[entry.seat], before, entry)
        written.append(Written(n, max(turn, 0), heading, entry, before, outcomes, choice))
        fresh.extend([entry])
        for belief in beliefs:
            belief.follow(entry, before, fresh.state)
    return written


def _outcomes(playouts: Playouts, state: Numbers) -> Outcomes | None:
    """What could have come in place of the chance event that is due; None where nothing else could."""
    events, weights = playouts.due(state)
    if len(events) < 2:
        return None
    if len(events) > MOST_OUTCOMES:
        return Outcomes(state, np.ones(1, np.int64))
    states = join_records([playouts.after(state, CHANCE, int(event)) for event in events])
    return Outcomes(states, weights)


def _choice(playouts: Playouts, belief: Belief, state: Numbers, entry: Entry) -> Choice | None:
    """The decision that ``entry`` made; None where there was no other event."""
    n, _, events = playouts.legal(state, entry.seat)
    if n < 2:
        return None
    ratings = playouts.ratings(state, entry.seat, events)
    best = events[np.argsort(-ratings, kind="stable")][: CANDIDATES + 1].tolist()
    others = tuple(event for event in best if event != entry.event)[:CANDIDATES]
    return Choice(int(best[0]), others, *belief.snapshot())


def _resignation(playouts: Playouts, belief: Belief, state: Numbers) -> Choice | None:
    """Giving up is compared with going on by par. None where the seat was not to choose: then the match went
    on by whoever was."""
    seat = belief.seat
    if not int(playouts.engine.awaited(state)) >> seat & 1:
        return Choice(RESIGN, (), *belief.snapshot())
    return Choice(playouts.par(state, seat), (), *belief.snapshot())
