"""Chicken! (KD-D2): six throws up the mat, the challenged first. Past the Bust line everything is lifted."""

from __future__ import annotations

from typing import Any

from .....kernel.contract import rule
from ..gate import open_gate
from ..hands import LIFTED, is_newest, most_points, row_of, set_rows, throw_again, throw_outcomes
from ..table import FAR, FARS, MAT, conclude
from .facts import BANDS

__all__ = [
    "award",
    "choose",
    "legal_choices",
    "legal_outcome",
    "lie",
    "may_move",
    "next_throw",
    "places",
    "set_tables",
    "start",
    "who_chooses",
    "worth_of_throws",
]


@rule
def set_tables(s, options):
    s.mat_for_both = options.chicken_mat
    s.band_count = options.chicken_band_count
    s.chicken_bands[:BANDS] = options.chicken_bands
    s.chicken_bands[BANDS:] = options.chicken_bands_more
    set_rows(s.chicken_throws, options.chicken_throws)


@rule
def start(s):
    s.thrower = s.opponent
    ask_mat(s)


@rule
def ask_mat(s):
    """Who is about to throw sets the mat where they like, where it is set by hand."""
    if s.by_hand:
        s.stage = MAT
    else:
        open_gate(s, 1 << s.thrower)


@rule
def who_chooses(s):
    return 1 << s.thrower


@rule
def legal_choices(s, seat, events):
    for k in range(FARS):
        events[k] = FAR + k
    return FARS


@rule
def choose(s, seat, a):
    """Lay the mat as many steps further away as event ``a`` says; the throws begin."""
    s.far = a - FAR
    open_gate(s, 1 << s.thrower)


@rule
def bust(s: Any) -> int:
    """The outcome of a die past the Bust line."""
    return s.band_count + 1


@rule
def places(s):
    return s.band_count + 2


@rule
def band_weight(s, row, outcome):
    """KD-22: the table is for five bands; where there are others, each has its share of their breadth."""
    many = s.band_count
    if many == BANDS:
        return s.chicken_throws[row, outcome]
    if outcome == 0:
        return many * s.chicken_throws[row, 0]
    if outcome == many + 1:
        return many * s.chicken_throws[row, BANDS + 1]
    weight = 0
    for band in range(BANDS):
        first, last = max(band * many, (outcome - 1) * BANDS), min((band + 1) * many, outcome * BANDS)
        weight += max(0, last - first) * s.chicken_throws[row, band + 1]
    return weight


@rule
def legal_outcome(s, events, weights):
    row = row_of(s)
    for k in range(places(s)):
        weights[k] = band_weight(s, row, k)
    return throw_outcomes(s, events, weights, places(s))


@rule
def lie(s, seat, die, outcome):
    """A die past the Bust line lifts all that ``seat`` has thrown so far, with its points."""
    if outcome == bust(s):
        s.lost[seat] += s.points[seat]
        for each in range(s.thrown[seat]):
            if each != die:
                s.spot[seat, each] = LIFTED


@rule
def may_move(s, seat, die):
    spot = s.spot[seat, die]
    if seat != s.thrower or spot == LIFTED or spot == bust(s) + 1:
        return False
    return not is_newest(s, seat, die)


@rule
def worth_of_throws(s, seat):
    total = 0
    for die in range(s.thrown[seat]):
        place = s.spot[seat, die] - 1
        if 0 < place < bust(s):
            total += s.chicken_bands[place - 1]
    return total


@rule
def next_throw(s):
    if throw_again(s):
        return 0
    if s.thrower == s.challenger:
        return most_points(s)
    s.thrower = s.challenger
    if s.mat_for_both:
        open_gate(s, 1 << s.thrower)
    else:
        ask_mat(s)
    return 0


@rule
def award(s, winner):
    s.gain[winner] = s.points[winner]
    conclude(s, winner)
