"""Dice thrown at mats: how they come to rest, what else they move, and whose throw is next (KD-22)."""

from __future__ import annotations

from ....kernel.contract import rule
from .gate import begin_rolls
from .hands import LIFTED, is_newest, row_of
from .table import DICE, KNOCK, KNOCKED, NOBODY, RESULT, SEATS, SPOT, STILL
from .verbs import has_answer, verb

IS_AT_MATS = has_answer("next_throw")  # whether some duel here throws dice at a mat, where they lie


@verb
def places(s):
    """How many outcomes a throw has."""
    return 0


@verb
def hit(s, seat, die, outcome, row):
    """A throw may count at once; whether the die is still to be placed, at stage SPOT."""
    return False


@verb
def lie(s, seat, die, outcome):
    """A die that lies there may move others."""


@verb
def worth_of_throws(s, seat):
    """What the dice of ``seat`` count for as they lie."""
    return 0


@verb
def is_read(s, outcome):
    """Whether the number that a die shows there counts."""
    return False


@verb
def may_move(s, seat, die):
    """Whether that die may lie elsewhere after the throw of another: any on the mat of the thrower."""
    return seat == s.thrower and s.spot[seat, die] != LIFTED and not is_newest(s, seat, die)


@verb
def next_throw(s):
    """Who throws next, at a gate; returns the set of winners: 0 while the duel goes on."""
    return 0


@verb
def legal_measure(s, events, weights):
    """Which of the closest dice is the closest of all: no table says it, only who sees it does (weight 0)."""
    return 0, 0


@verb
def measure(s, a):
    """One of the closest dice is the closest of all, or none is; returns the set of winners."""
    return 0


@verb
def legal_spot(s, events, weights):
    """Where a knocked die may lie: no table says it, only who sees it does (weight 0)."""
    size = places(s)
    for k in range(size):
        events[k] = RESULT + k
    return size, 0


@rule
def land(s, outcome):
    """A throw comes to rest; returns the set of winners: 0 while the duel goes on."""
    seat = s.thrower
    die = s.thrown[seat]
    s.thrown[seat] += 1
    s.rolls[seat] += 1
    row = row_of(s)
    if s.covered[seat] > 0:
        s.covered[seat] -= 1
    s.reread[:] = 0
    if hit(s, seat, die, outcome, row):
        return 0
    return lay(s, DICE * seat + die, outcome)


@rule
def lay(s, index, outcome):
    """A die lies at ``outcome``, and what its owner has is counted anew."""
    seat, die = index // DICE, index % DICE
    s.spot[seat, die] = outcome + 1
    s.die[seat, die] = 0
    lie(s, seat, die, outcome)
    s.points[seat] = worth_of_throws(s, seat)
    if is_read(s, outcome):
        s.knocked = index
        begin_rolls(s, 1 << seat)
        return 0
    return read_on(s)


@rule
def show_lying(s, number):
    """The number on a die that lies."""
    seat = s.knocked // DICE
    s.die[seat, s.knocked % DICE] = number
    s.points[seat] = worth_of_throws(s, seat)
    return read_on(s)


@rule
def read_on(s):
    """KD-22: of dice thrown by hand, what else has moved? Then the next throw."""
    s.knocked = NOBODY
    if s.by_hand and could_move(s) > 0:
        s.stage = KNOCK
        return 0
    return next_throw(s)


@rule
def is_movable(s, seat, die):
    """Whether that die may lie elsewhere after the throw, and has not been read again."""
    return s.reread[seat] >> die & 1 == 0 and may_move(s, seat, die)


@rule
def could_move(s):
    many = 0
    for seat in range(SEATS):
        for die in range(s.thrown[seat]):
            many += int(is_movable(s, seat, die))
    return many


@rule
def legal_knock(s, events, weights):
    """No table says how dice are knocked: only who sees it does (weight 0)."""
    events[0], weights[0] = STILL, 1
    n = 1
    for seat in range(SEATS):
        for die in range(s.thrown[seat]):
            if is_movable(s, seat, die):
                events[n], weights[n] = KNOCKED + DICE * seat + die, 0
                n += 1
    return n, 1


@rule
def knock(s, a):
    """What else the throw has moved; returns the set of winners."""
    if a == STILL:
        s.reread[:] = -1
        return read_on(s)
    s.knocked = a - KNOCKED
    s.reread[s.knocked // DICE] |= 1 << s.knocked % DICE
    s.stage = SPOT
    return 0
