"""Axe vs Daggers (KD-D1): Daggers throws first, and the higher points score."""

from __future__ import annotations

from .....kernel.contract import rule
from ..gate import open_gate
from ..hands import most_points, row_of, set_rows, throw_again, throw_outcomes
from ..table import conclude, second
from .facts import PLACES, RINGS

__all__ = ["award", "legal_outcome", "next_throw", "places", "set_tables", "start", "worth_of_throws"]


@rule
def set_tables(s, options):
    s.axe_rings[:] = options.axe_rings
    set_rows(s.axe_throws, options.axe_throws)


@rule
def start(s):
    s.thrower = second(s)
    open_gate(s, 1 << s.thrower)


@rule
def places(s):
    return PLACES


@rule
def legal_outcome(s, events, weights):
    row = row_of(s)
    for k in range(PLACES):
        weights[k] = s.axe_throws[row, k]
    return throw_outcomes(s, events, weights, PLACES)


@rule
def worth_of_throws(s, seat):
    """KD-D1, KD-16: Daggers adds up, Axe takes three times the best."""
    total, best = 0, 0
    for die in range(s.thrown[seat]):
        place = s.spot[seat, die] - 1
        here = s.axe_rings[place] if place < RINGS else 0
        total += here
        best = max(best, here)
    return 3 * best if seat == s.lead else total


@rule
def next_throw(s):
    if throw_again(s):
        return 0
    if s.thrower == s.lead:
        return most_points(s)
    s.thrower = s.lead
    open_gate(s, 1 << s.thrower)
    return 0


@rule
def award(s, winner):
    s.gain[winner] = s.points[winner]
    conclude(s, winner)
