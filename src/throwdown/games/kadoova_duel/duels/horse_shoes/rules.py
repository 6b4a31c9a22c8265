"""Horse-Shoes & Hand-Grenades (KD-D7): one throw each around at the Post, and each die counts that shows its
number."""

from __future__ import annotations

from .....kernel.contract import rule
from ..gate import open_gate
from ..hands import LIFTED, is_newest, row_of, set_rows, throw_outcomes
from ..table import (
    DICE,
    KNOCKED,
    MEASURE,
    NOBODY,
    RESULT,
    SEATS,
    SPOT,
    STILL,
    conclude,
    count_of,
    dock,
    fighting,
    first_of,
    is_in,
)
from .facts import FELLED_PLACES, PLACES

__all__ = [
    "award",
    "clear",
    "hit",
    "is_read",
    "legal_measure",
    "legal_outcome",
    "legal_spot",
    "may_move",
    "measure",
    "next_throw",
    "places",
    "set_tables",
    "start",
    "worth_of_throws",
]

FELLED, TOUCHED = 0, 1  # outcomes
OFF_MAT = PLACES - 1
FARTHEST, OFF = 9, 10  # distances from the Post


@rule
def set_tables(s, options):
    s.felled_far = options.felled_die
    s.even_draw = options.even_dice
    set_rows(s.horse_throws, options.horse_throws)
    set_rows(s.horse_felled, options.horse_felled)


@rule
def clear(s):
    s.lap = 0


@rule
def start(s):
    """The challenger throws last."""
    s.lap = 0
    s.thrower = s.challenger
    next_thrower(s)
    open_gate(s, 1 << s.thrower)


@rule
def places(s):
    return PLACES


@rule
def legal_outcome(s, events, weights):
    row = row_of(s)
    for k in range(PLACES):
        weights[k] = s.horse_throws[row, k]
    return throw_outcomes(s, events, weights, PLACES)


@rule
def hit(s, seat, die, outcome, row):
    """The Post is touched, or felled, which counts at once; whether the die is still to be placed."""
    if outcome == TOUCHED:
        s.score[seat] += 100
        s.given[seat] += 100
    if outcome != FELLED:
        return False
    s.score[seat] -= dock(s, seat, 500)
    if s.felled_far:
        return False
    s.felled_row = row
    s.spot[seat, die] = FELLED + 1
    s.knocked = DICE * seat + die
    s.stage = SPOT
    return True


@rule
def legal_spot(s, events, weights):
    """A knocked die neither touches nor fells the Post, for whoever threw did. Drawn, it is the die that has
    just felled the Post."""
    first = TOUCHED + 1
    for k in range(PLACES - first):
        events[k] = RESULT + first + k
    if s.by_hand:
        return PLACES - first, 0
    total = 0
    for k in range(FELLED_PLACES):
        weights[k] = s.horse_felled[s.felled_row, k]
        total += weights[k]
    return PLACES - first, total


@rule
def is_read(s, outcome):
    """Whether the number counts that a die shows: of one on the mat."""
    return outcome < OFF_MAT


@rule
def may_move(s, seat, die):
    """The dice of all lie there; one that hit the Post may lie anywhere."""
    spot = s.spot[seat, die]
    return spot != LIFTED and (not is_newest(s, seat, die) or spot <= TOUCHED + 1)


@rule
def worth_of_throws(s, seat):
    """100 for each die that shows the target number."""
    total = 0
    for die in range(s.thrown[seat]):
        total += 100 * int(s.die[seat, die] == s.target[0])
    return total


@rule
def next_throw(s):
    next_thrower(s)
    if s.thrower != NOBODY:
        open_gate(s, 1 << s.thrower)
        return 0
    done = closest(s)
    if s.by_hand and not s.even_draw and count_of(done) > 1 and nearest(s, first_of(done)) < OFF:
        s.stage = MEASURE
        return 0
    return done


@rule
def legal_measure(s, events, weights):
    """Of dice equally many thumbs from the Post one may still be the closest, or none is."""
    done = closest(s)
    events[0], weights[0] = STILL, 1
    n = 1
    for seat in range(SEATS):
        for die in range(s.thrown[seat]):
            if is_in(done, seat) and distance(s.spot[seat, die] - 1) == nearest(s, seat):
                events[n], weights[n] = KNOCKED + DICE * seat + die, 0
                n += 1
    return n, 1


@rule
def measure(s, a):
    return closest(s) if a == STILL else 1 << (a - KNOCKED) // DICE


@rule
def next_thrower(s):
    """One throw each around, the challenger last; an Extra die after the third round, by its owner alone."""
    seat = s.thrower
    for _ in range(SEATS * DICE):
        if seat == s.challenger:
            s.lap += 1
        seat = (seat + 1) % s.seats
        if is_in(fighting(s), seat) and s.count[seat] >= s.lap:
            s.thrower = seat
            return
    s.thrower = NOBODY


@rule
def distance(outcome: int) -> int:
    """How far from the Post a die lies. One that felled it has its own place, or by KD-D7 lies far."""
    if outcome == TOUCHED:
        return 0
    return FARTHEST if outcome == FELLED else outcome - 1 if outcome < OFF_MAT else OFF


@rule
def nearest(s, seat):
    best = OFF
    for die in range(s.thrown[seat]):
        best = min(best, distance(s.spot[seat, die] - 1))
    return best


@rule
def closest(s):
    """The set of seats whose best die lies closest."""
    best, mask = OFF + 1, 0
    for seat in range(SEATS):
        if is_in(fighting(s), seat):
            mine = nearest(s, seat)
            if mine < best:
                best, mask = mine, 1 << seat
            elif mine == best:
                mask |= 1 << seat
    return mask


@rule
def award(s, winner):
    """1000 for the closest, and target dice for all."""
    for seat in range(SEATS):
        s.gain[seat] = s.points[seat]
    s.gain[winner] += 1000
    conclude(s, winner)
