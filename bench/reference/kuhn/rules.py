"""Kuhn poker, as OpenSpiel's ``kuhn_poker``: each antes 1, is dealt one of three cards, and may bet 1."""

from __future__ import annotations

from ...kernel.contract import CHANCE, EVERYBODY, record, rule
from ...kernel.rng import below

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

PASS, BET = 0, 1
CARD = 2  # + card, 0 lowest
CARDS = 3
EVENTS = CARD + CARDS
OPEN, AFTER_PASS, AFTER_BET, LAST, OVER = range(5)  # who may act: seat 0, 1, 1, 0

OPTIONS = record(("unused", "i4"))

STATE = record(
    ("phase", "i4"),
    ("dealt", "i4"),
    ("card", "i4", 2),  # card + 1, 0 while unknown
    ("paid", "i4", 2),
    ("points", "i4", 2),
)


@rule
def setup(s, seats, options):
    s.paid[0] = s.paid[1] = 1


@rule
def awaited(s):
    if s.dealt < 2:
        return 1 << CHANCE
    if s.phase == OVER:
        return 0
    return 2 if s.phase == AFTER_PASS or s.phase == AFTER_BET else 1


@rule
def legal(s, seat, events, weights):
    if seat != CHANCE:
        events[0], events[1] = PASS, BET
        return 2, 0
    n = 0
    for card in range(CARDS):
        if s.dealt == 0 or s.card[0] != card + 1:
            events[n] = CARD + card
            n += 1
    return n, 0


@rule
def apply(s, seat, a):
    if a >= CARD:
        s.card[s.dealt] = a - CARD + 1
        s.dealt += 1
    elif a == BET:
        s.paid[seat] = 2
        if s.phase == OPEN or s.phase == AFTER_PASS:
            s.phase = AFTER_BET if s.phase == OPEN else LAST
        else:
            show(s)
    elif s.phase == OPEN:
        s.phase = AFTER_PASS
    elif s.phase == AFTER_PASS:
        show(s)
    else:
        pay(s, 1 - seat)


@rule
def show(s):
    pay(s, 0 if s.card[0] > s.card[1] else 1)


@rule
def pay(s, winner):
    s.points[winner] = s.paid[1 - winner]
    s.points[1 - winner] = -s.paid[1 - winner]
    s.phase = OVER


@rule
def hide(s, seat):
    for other in range(2):
        if other != seat and s.phase != OVER:
            s.card[other] = 0


@rule
def guess(s, seat, rng):
    for other in range(2):
        if s.dealt > other and s.card[other] == 0:
            card = below(rng, CARDS - int(s.card[1 - other] > 0)) + 1
            s.card[other] = card + int(s.card[1 - other] > 0 and card >= s.card[1 - other])


@rule
def standing(s, points):
    points[0], points[1] = s.points[0], s.points[1]


@rule
def witnesses(s, seat, a):
    return 1 << s.dealt if a >= CARD else EVERYBODY
