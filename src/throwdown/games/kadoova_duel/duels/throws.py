"""Dice thrown at mats, drawn (KD-22): Axe vs Daggers, Chicken!, Horse-Shoes & Hand-Grenades.

A row of the tables says how throws come to rest: one row for each steadiness, and the last for a
throw with the mat covered (KD-18).
"""

from __future__ import annotations

from ....kernel.contract import rule
from .gate import begin_rolls, open_gate
from .table import (
    AXE,
    CHICKEN,
    DICE,
    HORSE,
    NOBODY,
    RESULT,
    SEATS,
    conclude,
    dock,
    fighting,
    is_in,
    second,
)

COVERED = 3  # the row of the tables
RINGS, BUST, OFF_HORSE = 3, 6, 10
FELLED, TOUCHED = 0, 1
LIFTED = 14  # the spot of a die that a bust has lifted
FAR, OFF = 9, 10  # distances from the Post


@rule
def start_throws(s):
    s.lap = 1
    if s.duel == AXE:
        s.thrower = second(s)  # KD-D1: Daggers first
    elif s.duel == CHICKEN:
        s.thrower = s.opponent  # KD-D2
    else:
        s.lap = 0  # KD-D7: the challenger last
        s.thrower = s.challenger
        next_round_thrower(s)
    open_gate(s, 1 << s.thrower)


@rule
def row_of(s):
    return COVERED if s.covered[s.thrower] > 0 else s.steadiness


@rule
def legal_throw(s, events, weights):
    row = row_of(s)
    total = 0
    size = 4 if s.duel == AXE else 7 if s.duel == CHICKEN else 11
    for k in range(size):
        if s.duel == AXE:
            weights[k] = s.axe_throws[row, k]
        elif s.duel == CHICKEN:
            weights[k] = s.chicken_throws[row, k]
        else:
            weights[k] = s.horse_throws[row, k]
        events[k] = RESULT + k
        total += weights[k]
    return size, total


@rule
def land(s, outcome):
    """A throw comes to rest; returns the winners so far undecided: 0 while the duel goes on."""
    seat = s.thrower
    s.spot[seat, s.thrown[seat]] = outcome + 1
    s.thrown[seat] += 1
    s.rolls[seat] += 1
    if s.covered[seat] > 0:
        s.covered[seat] -= 1
    if s.duel == HORSE:
        return land_at_post(s, seat, outcome)
    if s.duel == AXE:
        land_on_rings(s, seat, outcome)
    else:
        land_on_bands(s, seat, outcome)
    return change_sides(s, seat)


@rule
def land_on_rings(s, seat, outcome):
    """KD-D1: Daggers adds up, Axe takes three times the best (KD-16)."""
    worth = s.axe_rings[outcome] if outcome < RINGS else 0
    if seat == s.lead:
        s.points[seat] = max(s.points[seat], 3 * worth)
    else:
        s.points[seat] += worth


@rule
def land_on_bands(s, seat, outcome):
    """KD-D2: past the Bust line everything thrown so far is lifted."""
    if outcome == BUST:
        s.points[seat] = 0
        for die in range(s.thrown[seat] - 1):
            s.spot[seat, die] = LIFTED
    elif outcome > 0:
        s.points[seat] += s.chicken_bands[outcome - 1]


@rule
def change_sides(s, seat):
    """The other throws when the first has no dice left; then the higher wins."""
    if s.thrown[seat] < s.count[seat]:
        open_gate(s, 1 << seat)
        return 0
    last = s.lead if s.duel == AXE else s.challenger
    if seat == last:
        return most_points(s)
    s.thrower = last
    open_gate(s, 1 << last)
    return 0


@rule
def most_points(s):
    mine, theirs = s.points[s.challenger], s.points[s.opponent]
    return int(mine >= theirs) << s.challenger | int(theirs >= mine) << s.opponent


@rule
def land_at_post(s, seat, outcome):
    """KD-D7: touching the Post gives 100 at once, felling it costs 500 at once."""
    if outcome == TOUCHED:
        s.score[seat] += 100
    elif outcome == FELLED:
        s.score[seat] -= dock(s, seat, 500)
    if outcome != OFF_HORSE:  # what number does it show?
        begin_rolls(s, 1 << seat)
        return 0
    return next_at_post(s)


@rule
def show_at_post(s, number):
    """KD-D7: each die that shows the target number is worth 100 in the end."""
    seat = s.thrower
    s.die[seat, s.thrown[seat] - 1] = number
    if number == s.target[0]:
        s.points[seat] += 100
    return next_at_post(s)


@rule
def next_at_post(s):
    next_round_thrower(s)
    if s.thrower == NOBODY:
        return closest(s)
    open_gate(s, 1 << s.thrower)
    return 0


@rule
def next_round_thrower(s):
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
def distance(outcome):
    """How far from the Post a die lies; one that felled it lies far."""
    if outcome == TOUCHED:
        return 0
    return FAR if outcome == FELLED else outcome - 1 if outcome < OFF_HORSE else OFF


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
def award_throws(s, winner):
    """Axe and Chicken!: the winner scores their points. Horse-Shoes: 1000, and all their target dice."""
    if s.duel == HORSE:
        for seat in range(SEATS):
            s.gain[seat] = s.points[seat]
        s.gain[winner] += 1000
    else:
        s.gain[winner] = s.points[winner]
    conclude(s, winner)
