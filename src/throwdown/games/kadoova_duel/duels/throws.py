"""Dice thrown at mats, drawn (KD-22): Axe vs Daggers, Chicken!, Horse-Shoes & Hand-Grenades.

A row of the tables says how throws come to rest: one row for each steadiness, and the last for a
throw with the mat covered (KD-18).
"""

from __future__ import annotations

from ....kernel.contract import rule
from .gate import begin_rolls, open_gate
from .table import (
    AXE,
    AXE_PLACES,
    BANDS,
    CHICKEN,
    DICE,
    FELLED_PLACES,
    HORSE,
    HORSE_PLACES,
    KNOCK,
    KNOCKED,
    MAT,
    NO_BOUNCE,
    NOBODY,
    RESULT,
    RINGS,
    SEATS,
    SPOT,
    STILL,
    conclude,
    dock,
    fighting,
    is_in,
    second,
)

COVERED = 3  # the row of the tables
OFF_HORSE = HORSE_PLACES - 1
FELLED, TOUCHED = 0, 1
LIFTED = NO_BOUNCE + 1  # the spot of a die that a bust has lifted, or that did not bounce
FARTHEST, OFF = 9, 10  # distances from the Post


@rule
def start_throws(s):
    s.lap = 1
    if s.duel == AXE:
        s.thrower = second(s)  # KD-D1: Daggers first
    elif s.duel == CHICKEN:
        s.thrower = s.opponent  # KD-D2
        if s.by_hand:
            s.stage = MAT
            return
    else:
        s.lap = 0  # KD-D7: the challenger last
        s.thrower = s.challenger
        next_round_thrower(s)
    open_gate(s, 1 << s.thrower)


@rule
def set_mat(s, far):
    """KD-D2: who is about to throw sets the mat where they like."""
    s.far = far
    open_gate(s, 1 << s.thrower)


@rule
def row_of(s):
    return COVERED if s.covered[s.thrower] > 0 else s.steadiness


@rule
def places(s):
    """How many outcomes a throw has."""
    return AXE_PLACES if s.duel == AXE else s.band_count + 2 if s.duel == CHICKEN else HORSE_PLACES


@rule
def bust(s):
    """The outcome of a die past the Bust line (KD-D2)."""
    return s.band_count + 1


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
def legal_throw(s, events, weights):
    row = row_of(s)
    total = 0
    size = places(s)
    for k in range(size):
        if s.duel == AXE:
            weights[k] = s.axe_throws[row, k]
        elif s.duel == CHICKEN:
            weights[k] = band_weight(s, row, k)
        else:
            weights[k] = s.horse_throws[row, k]
        events[k] = RESULT + k
        total += weights[k]
    if s.by_hand:  # the tables are of throws that bounced
        events[size], weights[size] = RESULT + NO_BOUNCE, 0
        size += 1
    return size, total


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
    if s.duel == HORSE and outcome == TOUCHED:  # KD-D7: at once
        s.score[seat] += 100
        s.given[seat] += 100
    elif s.duel == HORSE and outcome == FELLED:
        s.score[seat] -= dock(s, seat, 500)
        if not s.felled_far:
            s.felled_row = row
            s.spot[seat, die] = FELLED + 1
            s.knocked = DICE * seat + die
            s.stage = SPOT
            return 0
    return lay(s, DICE * seat + die, outcome)


@rule
def lay(s, index, outcome):
    """A die lies at ``outcome``, and what its owner has is counted anew."""
    seat, die = index // DICE, index % DICE
    s.spot[seat, die] = outcome + 1
    s.die[seat, die] = 0
    if s.duel == CHICKEN and outcome == bust(s):
        lift(s, seat, die)
    s.points[seat] = worth(s, seat)
    if s.duel == HORSE and outcome < OFF_HORSE:  # what number does it show?
        s.knocked = index
        begin_rolls(s, 1 << seat)
        return 0
    return read_on(s)


@rule
def lift(s, seat, die):
    """KD-D2: past the Bust line everything thrown so far is lifted."""
    s.lost[seat] += s.points[seat]
    for each in range(s.thrown[seat]):
        if each != die:
            s.spot[seat, each] = LIFTED


@rule
def worth(s, seat):
    """What the dice of ``seat`` count for as they lie.

    KD-D1, KD-16: Daggers adds up, Axe takes three times the best. KD-D2: the bands. KD-D7: 100 for each die
    that shows the target number.
    """
    total, best = 0, 0
    for die in range(s.thrown[seat]):
        place = s.spot[seat, die] - 1
        if s.duel == AXE:
            here = s.axe_rings[place] if place < RINGS else 0
        elif s.duel == CHICKEN:
            here = s.chicken_bands[place - 1] if 0 < place < bust(s) else 0
        else:
            here = 100 * int(s.die[seat, die] == s.target[0])
        total += here
        best = max(best, here)
    return 3 * best if s.duel == AXE and seat == s.lead else total


@rule
def show_at_post(s, number):
    """KD-D7: the number on a die that lies."""
    seat = s.knocked // DICE
    s.die[seat, s.knocked % DICE] = number
    s.points[seat] = worth(s, seat)
    return read_on(s)


@rule
def read_on(s):
    """KD-22: of dice thrown by hand, what else has moved? Then the next throw."""
    s.knocked = NOBODY
    if s.by_hand and could_move(s) > 0:
        s.stage = KNOCK
        return 0
    return next_at_post(s) if s.duel == HORSE else change_sides(s, s.thrower)


@rule
def is_movable(s, seat, die):
    """Whether that die may lie elsewhere after the throw: any that lies there, and has not been read again.

    The die just thrown has been read, but for one that hit the Post: where does it lie?
    """
    spot = s.spot[seat, die]
    if s.reread[seat] >> die & 1 or (s.duel != HORSE and seat != s.thrower):
        return False
    if spot == LIFTED or (s.duel == CHICKEN and spot == bust(s) + 1):
        return False
    is_last = seat == s.thrower and die == s.thrown[seat] - 1
    return not is_last or (s.duel == HORSE and spot <= TOUCHED + 1)


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


@rule
def legal_spot(s, events, weights):
    """Where a knocked die may lie: it neither touches nor fells the Post, for whoever threw did. Drawn, it is
    the die that has just felled the Post."""
    first = TOUCHED + 1 if s.duel == HORSE else 0
    size = places(s) - first
    for k in range(size):
        events[k] = RESULT + first + k
    if s.by_hand:
        return size, 0
    total = 0
    for k in range(FELLED_PLACES):
        weights[k] = s.horse_felled[s.felled_row, k]
        total += weights[k]
    return size, total


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
    if s.duel == CHICKEN and s.by_hand and not s.mat_for_both:
        s.stage = MAT
    else:
        open_gate(s, 1 << last)
    return 0


@rule
def most_points(s):
    mine, theirs = s.points[s.challenger], s.points[s.opponent]
    return int(mine >= theirs) << s.challenger | int(theirs >= mine) << s.opponent


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
    """How far from the Post a die lies. One that felled it has its own place, or by KD-D7 lies far."""
    if outcome == TOUCHED:
        return 0
    return FARTHEST if outcome == FELLED else outcome - 1 if outcome < OFF_HORSE else OFF


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
