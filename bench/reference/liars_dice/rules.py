"""Liar's dice, as OpenSpiel's ``liars_dice``: two players, sixes wild, each bid above the last."""

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

FACES = 6
MOST = 5
LIAR = 2 * MOST * FACES  # events below are bids: (count - 1) * 6 + face - 1
FACE = LIAR + 1  # + face - 1
EVENTS = FACE + FACES
FILLED = 64  # bids are written in one go, more than there can be: an even loop is a few wide stores
NONE = -1

OPTIONS = record(("dice", "i4"))

STATE = record(
    ("rolled", "i4"),
    ("due", "i4"),  # dice of both cups
    ("bid", "i4"),  # the last, or NONE
    ("turn", "i4"),
    ("won", "i4"),  # the seat that won + 1
    ("shown", "i4", (2, FACES)),  # dice under each cup, by face
    ("bids", "i8"),  # bit set of all bids made: they rise, so it is their history
)


@rule
def setup(s, seats, options):
    s.due = 2 * options.dice
    s.bid = NONE


@rule
def awaited(s):
    if s.rolled < s.due:
        return 1 << CHANCE
    return 0 if s.won else 1 << s.turn


@rule
def legal(s, seat, events, weights):
    if seat == CHANCE:
        for face in range(FACES):
            events[face] = FACE + face
        return FACES, 0
    if s.bid == NONE:
        for bid in range(FILLED):
            events[bid] = bid
        return s.due * FACES, 0
    for above in range(FILLED):
        events[above] = s.bid + above
    events[0] = LIAR
    return s.due * FACES - s.bid, 0


@rule
def apply(s, seat, a):
    if a >= FACE:
        s.shown[s.rolled * 2 // s.due, a - FACE] += 1
        s.rolled += 1
    elif a == LIAR:
        s.won = 1 - s.turn + 1 if bid_holds(s) else s.turn + 1
    else:
        s.bid = a
        s.bids |= 1 << a
        s.turn = 1 - s.turn


@rule
def bid_holds(s):
    """A six counts as any face."""
    count, face = s.bid // FACES + 1, s.bid % FACES
    held = s.shown[0, face] + s.shown[1, face]
    if face != FACES - 1:
        held += s.shown[0, FACES - 1] + s.shown[1, FACES - 1]
    return held >= count


@rule
def hide(s, seat):
    for other in range(2):
        if other != seat and not s.won:
            s.shown[other] = 0


@rule
def guess(s, seat, rng):
    each = s.due // 2
    for other in range(2):
        missing = min(each, max(0, s.rolled - other * each))
        for face in range(FACES):
            missing -= s.shown[other, face]
        for _ in range(missing):
            s.shown[other, below(rng, FACES)] += 1


@rule
def standing(s, points):
    if s.won:
        points[s.won - 1], points[2 - s.won] = 1, -1


@rule
def witnesses(s, seat, a):
    return 1 << s.rolled * 2 // s.due if a >= FACE else EVERYBODY
