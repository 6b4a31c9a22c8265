"""Dash and Hurl: the rules."""

from __future__ import annotations

from ...kernel.contract import CHANCE, EVERYBODY, record, rule

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

DASH, DECLINE, SPEND, HURL, INNER, OUTER, PAST = range(7)
EVENTS = 7
BOTH = 3
DASHING, HAGGLING, HURLING, AIRBORNE, SETTLED = range(5)

OPTIONS = record(("prize", "i4"))
STATE = record(
    ("prize", "i4"),
    ("act", "i4"),
    ("holder", "i4"),  # who has the puck
    ("coins", "i4", 2),
    ("talking", "i4"),  # bit set of seats that have not declined
    ("tally", "i4", 2),
)


@rule
def setup(s, seats, options):
    s.prize = options.prize
    s.talking = BOTH


@rule
def awaited(s):
    """D-1, D-2, D-3."""
    if s.act == DASHING:
        return BOTH
    if s.act == HAGGLING:
        return s.talking
    if s.act == HURLING:
        return 1 << s.holder
    return 1 << CHANCE if s.act == AIRBORNE else 0


@rule
def legal(s, seat, events, weights):
    if seat == CHANCE:
        for k in range(3):
            events[k] = INNER + k
        return 3, 0
    if s.act != HAGGLING:
        events[0] = DASH if s.act == DASHING else HURL
        return 1, 0
    events[0] = DECLINE
    events[1] = SPEND
    return 1 + min(1, s.coins[seat]), 0


@rule
def apply(s, seat, a):
    if a == DASH:
        s.holder = seat
        s.coins[seat] = 1
        s.act = HAGGLING
    elif a == SPEND:
        s.coins[seat] -= 1
        s.tally[seat] += 1
        s.talking = BOTH
    elif a == DECLINE:
        s.talking &= ~(1 << seat)
        if s.talking == 0:
            s.act = HURLING
    elif a == HURL:
        s.act = AIRBORNE
    else:
        s.tally[s.holder] += s.prize if a == INNER else 1 if a == OUTER else 0
        s.act = SETTLED


@rule
def hide(s, seat):
    """Everything is open."""


@rule
def guess(s, seat, rng):
    """There is nothing to guess."""


@rule
def standing(s, points):
    for seat in range(2):
        points[seat] = s.tally[seat]


@rule
def witnesses(s, seat, a):
    return EVERYBODY
