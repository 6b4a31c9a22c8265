"""Dice thrown at mats and towers that are built (KD-22), as far as several duels have it alike.

A row of the tables says how throws come to rest: one row for each steadiness, and the last for a
throw with the mat covered (KD-18).
"""

from __future__ import annotations

from ....kernel.contract import rule
from .gate import open_gate
from .table import NO_BOUNCE, RESULT

COVERED = 3  # the row of the tables
LIFTED = NO_BOUNCE + 1  # the spot of a die that a bust has lifted, or that did not bounce
HANDS = (("throws", "i4"), ("steadiness", "i4"))  # options
SURE = 950  # of 1000: no placement is surer to fall


@rule
def set_hands(s, options):
    s.by_hand = options.throws
    s.steadiness = options.steadiness


@rule
def set_rows(table, values):
    """Fill ``table``, int32[rows, columns], from ``values``, int32[rows * columns] of the options."""
    width = table.shape[1]
    for row in range(table.shape[0]):
        table[row, :] = values[width * row : width * (row + 1)]


@rule
def row_of(s):
    return COVERED if s.covered[s.thrower] > 0 else s.steadiness


@rule
def throw_outcomes(s, events, weights, places):
    """The outcomes of a throw, whose ``weights`` are filled: how many, and the sum of the weights."""
    total = 0
    for k in range(places):
        events[k] = RESULT + k
        total += weights[k]
    if s.by_hand:  # the tables are of throws that bounced
        events[places], weights[places] = RESULT + NO_BOUNCE, 0
        places += 1
    return places, total


@rule
def is_newest(s, seat, die):
    """Whether that is the die just thrown."""
    return seat == s.thrower and die == s.thrown[seat] - 1


@rule
def throw_again(s):
    """Whether the thrower has a die left, and throws on."""
    if s.thrown[s.thrower] < s.count[s.thrower]:
        open_gate(s, 1 << s.thrower)
        return True
    return False


@rule
def most_points(s):
    """The set of duelists with the higher points."""
    mine, theirs = s.points[s.challenger], s.points[s.opponent]
    return int(mine >= theirs) << s.challenger | int(theirs >= mine) << s.opponent


@rule
def placement(s, events, weights, chance):
    """RESULT: what is placed stands, + 1: it falls, ``chance`` times of 1000."""
    n = 0
    for outcome in range(2):
        weight = chance if outcome else 1000 - chance
        if weight > 0:
            events[n], weights[n] = RESULT + outcome, weight
            n += 1
    return n, 1000


@rule
def fall_chance(s, chance):
    """How often of 1000 what is placed falls: ``chance``, or more often where dice are covered (KD-18)."""
    if s.covered[s.thrower] > 0:
        chance *= s.blind_factor
    return min(chance, SURE)


@rule
def place(s):
    """The one whose turn it is has placed something: a cover on it is used up."""
    s.rolls[s.thrower] += 1
    if s.covered[s.thrower] > 0:
        s.covered[s.thrower] -= 1
