"""A duel as a game of its own: no turns, no cards, seat 0 challenges.

This file is imported once for each duel, in a package in which that is the only one (:mod:`..alone`).
"""

from __future__ import annotations

from throwdown.kernel import tables

from ....kernel.contract import EVERYBODY, record, rule
from ..duels.hands import set_hands
from ..duels.play import (
    apply_in_duel,
    awaited_in_duel,
    begin_duel,
    clear_duel,
    is_secret,
    roller,
    set_tables,
)
from ..duels.play import guess_dice as guess
from ..duels.play import hide_dice as hide
from ..duels.play import legal_in_duel as legal
from ..duels.register import BASE_DICE, FOLDER, NUMBER, is_two_player
from ..duels.table import DONE, DUEL_EVENTS, NOBODY, ROLL, SEATS
from .fields import FIELDS

__all__ = [
    "EVENTS",
    "OPTIONS",
    "STATE",
    "apply",
    "awaited",
    "guess",
    "hide",
    "legal",
    "setup",
    "standing",
    "witnesses",
]

LENGTHS = {
    value.field: value.length for value in tables.read(FOLDER / "tables.toml")[1] if value.read_by == "rules"
}
HAS_TIME, HAS_THROWS, HAS_DICE = "timing" in LENGTHS, "throws" in LENGTHS, "dice" in LENGTHS
STATE = record(*FIELDS)
OPTIONS = record(*((name, "i4", length) if length else (name, "i4") for name, length in LENGTHS.items()))
EVENTS = DUEL_EVENTS


@rule
def setup(s, seats, options):
    s.by_wins = options.result
    if HAS_TIME:
        s.timing, s.pace_base, s.pace_die = options.timing, options.pace_base, options.pace_die
    if HAS_THROWS:
        set_hands(s, options)
    set_tables(s, options)
    s.seats = seats
    clear_duel(s)
    s.duel = NUMBER
    s.plain = 1
    s.challenger = 0
    s.opponent = 1 if is_two_player(NUMBER) else NOBODY
    s.duelists = (1 << seats) - 1
    if HAS_DICE:
        for seat in range(seats):
            s.less[seat] = BASE_DICE[NUMBER, 0] - options.dice
    begin_duel(s)


@rule
def awaited(s):
    return 0 if s.stage == DONE else awaited_in_duel(s)


@rule
def apply(s, seat, a):
    apply_in_duel(s, seat, a)
    if s.stage == DONE:
        for each in range(SEATS):
            s.score[each] += s.gain[each]


@rule
def standing(s, points):
    """What ranks the seats: who has won the duel, whatever the points are that it gives."""
    for seat in range(s.seats):
        points[seat] = int(seat == s.winner)


@rule
def witnesses(s, seat, a):
    """A Con-Person die is its owner's alone until the call."""
    return 1 << roller(s) if s.stage == ROLL and is_secret(s) else EVERYBODY
