"""Dice that are due: every target under its cup, every stock in the open."""

from __future__ import annotations

from ...kernel.contract import CHANCE, rule
from .record import NOBODY, ROLL, TURN


@rule
def roll_all(s):
    """DU-1, DU-11: every target under its cup, every stock in the open."""
    for seat in range(s.seats):
        if s.alive[seat]:
            s.due[seat, 0] = s.targets[seat]
            s.due[seat, 1] = s.stocks[seat]
    start_rolling(s, TURN)


@rule
def start_rolling(s, resume):
    """The dice that are due come next, by seat; then the match goes on at ``resume``."""
    s.phase = ROLL
    s.resume = resume
    s.waiting = 1 << CHANCE
    s.fresh[:] = 0
    s.roller = next_due(s, 0)


@rule
def next_due(s, seat):
    """The first seat from ``seat`` on that has dice to roll; NOBODY when all lie."""
    while seat < s.seats:
        if s.due[seat, 0] + s.due[seat, 1]:
            return seat
        seat += 1
    return NOBODY
