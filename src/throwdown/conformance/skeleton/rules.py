"""Highest Roll: each player in turn rolls a die and may roll it again; the highest last roll wins."""

from __future__ import annotations

from ...kernel.contract import CHANCE, EVERYBODY, MAX_SEATS, record, rule

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

FACES = 6
ROLL, KEEP = FACES, FACES + 1  # events 0 to 5 are what the die shows, less one
EVENTS = FACES + 2

OPTIONS = record(("most_rolls", "i4"))
STATE = record(
    ("seats", "i4"),
    ("most", "i4"),  # rolls in a turn
    ("turn", "i4"),  # the seat in turn; the number of seats when the match is over
    ("rolls", "i4"),  # made in this turn
    ("is_rolling", "i4"),  # the die is in the air
    ("face", "i4", MAX_SEATS),  # 0: not rolled yet
)


@rule
def setup(s, seats, options):
    """X-1: seat 0 begins."""
    s.seats = seats
    s.most = options.most_rolls


@rule
def awaited(s):
    if s.turn == s.seats:
        return 0
    return 1 << CHANCE if s.is_rolling else 1 << s.turn


@rule
def legal(s, seat, events, weights):
    """X-2. A roll that could not be followed by another ends the turn by itself."""
    if seat == CHANCE:
        for face in range(FACES):
            events[face] = face
        return FACES, 0
    events[0] = ROLL
    events[1] = KEEP
    return 1 if s.rolls == 0 else 2, 0


@rule
def apply(s, seat, a):
    if a == ROLL:
        s.is_rolling = 1
    elif a == KEEP:
        end_turn(s)
    else:
        s.is_rolling = 0
        s.face[s.turn] = a + 1
        s.rolls += 1
        if s.rolls == s.most:
            end_turn(s)


@rule
def end_turn(s):
    s.turn += 1
    s.rolls = 0


@rule
def hide(s, seat):
    """Everything is open."""


@rule
def guess(s, seat, rng):
    """There is nothing to guess."""


@rule
def standing(s, points):
    """X-3."""
    for seat in range(s.seats):
        points[seat] = s.face[seat]


@rule
def witnesses(s, seat, a):
    return EVERYBODY
