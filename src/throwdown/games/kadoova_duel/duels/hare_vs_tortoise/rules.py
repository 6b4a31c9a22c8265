"""Hare vs Tortoise (KD-D6): every space in order. Hare takes as many as a roll allows, Tortoise one."""

from __future__ import annotations

from .....kernel.contract import rule
from ..table import conclude, other
from .facts import TRACK

__all__ = ["award", "clear", "has_won", "set_tables"]


@rule
def set_tables(s, options):
    s.track_spaces = options.track_spaces
    s.spaces[:TRACK] = options.track
    s.spaces[TRACK:] = options.track_more


@rule
def clear(s):
    s.place[:] = 0


@rule
def has_won(s, seat):
    if seat != s.lead:
        if reaches(s, seat, s.spaces[s.place[seat]]):
            s.place[seat] += 1
        return s.place[seat] == s.track_spaces
    while s.place[seat] < s.track_spaces and reaches(s, seat, s.spaces[s.place[seat]]):
        s.place[seat] += 1
    return s.place[seat] == s.track_spaces


@rule
def reaches(s, seat, space):
    """Whether one die of the roll, or a sum of some, shows ``space``."""
    for some in range(1, 1 << s.count[seat]):
        total = 0
        for die in range(s.count[seat]):
            if some >> die & 1:
                total += s.die[seat, die]
        if total == space:
            return True
    return False


@rule
def award(s, winner):
    """100 for each space that the other has still to go."""
    s.gain[winner] = 1000 + 100 * (s.track_spaces - s.place[other(s, winner)])
    conclude(s, winner)
