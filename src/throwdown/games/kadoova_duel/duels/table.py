"""What every duel is played with: its part of the record, its stages, its events."""

from __future__ import annotations

from enum import IntEnum

from ....kernel.contract import rule

SEATS, DICE, BIDS = 4, 16, 28
NOBODY = -1
GREY = 4  # the owner of a grey die


class Stage(IntEnum):
    """WAIT: no duel is on. GATE: whoever is due presses, and others may lay a card or pass.

    ROLE, SET, BID and MAT wait for a choice; MAT is for who sets the mat (KD-D2). By hand, KNOCK is for
    what else a throw has moved, SPOT for where that lies now, and MEASURE for which of several dice lies
    closest (KD-D7).
    """

    WAIT, ROLE, TARGET, SET, PACE, GATE, ROLL, BID, THROW, DONE, MAT, KNOCK, SPOT, MEASURE = range(14)


WAIT, ROLE, TARGET, SET, PACE, GATE, ROLL, BID, THROW, DONE, MAT, KNOCK, SPOT, MEASURE = (
    int(stage) for stage in Stage
)

PACED, LIVE, SIMULATED = range(3)  # KD-21, in the order of the option's choices

# Events
FACE = 0  # + number - 1: a die comes to rest
GAP = 6  # + step: the time until a roller's next roll (simulated)
PACES = 13
RESULT = GAP + PACES  # + outcome of a throw, a placement, a die that falls
RESULTS = 14
NO_BOUNCE = RESULTS - 1  # the outcome of a die that a hand threw straight onto the mat
TAKE = RESULT + RESULTS  # + 0: the first role for oneself, + 1: the second
AIM = TAKE + 2  # + number - 1: the Psychic's target
PRESS = AIM + 6  # roll, throw or place
PASS = PRESS + 1
ASIDE = PASS + 1  # pass for this duel
CALL = ASIDE + 1
BANG = CALL + 1  # the slap of a live Quick Draw
TIE = BANG + 1  # slaps, or presses, at the same moment: for whoever judges who was first
FAR = TIE + 1  # + steps that the mat lies further away
FARS = 3
STILL = FAR + FARS  # nothing else lies elsewhere than before the throw; at MEASURE: none is the closest
KNOCKED = STILL + 1  # + DICE * seat + die: that one does; at MEASURE: that one is
RAISE = KNOCKED + SEATS * DICE  # + (count - 1) * 6 + number - 1
DUEL_EVENTS = RAISE + 6 * BIDS

# Small numbers take a byte: seats and sets of them, faces, spots, counts of dice, stages. Points, times and
# numbers that a table may make large take four.
FIELDS = (
    ("seats", "i1"),
    ("timing", "i1"),
    ("steadiness", "i1"),
    ("duel", "i1"),
    ("plain", "i1"),  # 1: no cards are in it (KD-4, KD-11)
    ("challenger", "i1"),
    ("opponent", "i1"),  # NOBODY in an All Duel
    ("duelists", "i1"),  # bit set of seats
    ("stage", "i1"),
    ("lead", "i1"),  # who has the first role: Axe, High, Hare, Pineapple, Skeptic
    ("forfeits", "i1"),  # bit set
    ("caught", "i1"),  # bit set: who of them was caught cheating
    ("by_forfeit", "i1"),
    ("winner", "i1"),
    ("gain", "i4", SEATS),  # what the duel gives and takes, once DONE
    ("given", "i4", SEATS),  # points that the duel has given at once
    ("score", "i4", SEATS),
    ("thick", "i1"),  # bit set: KD-14 Thick Skin
    ("thick_limit", "i4"),
    ("taken", "i4", SEATS),  # points that this duel has taken so far
    ("extra_duels", "i1", 3),  # 1: Extra Dice may be played in Hare vs Tortoise, Pineapple vs Fish, War!
    ("extra", "i1", SEATS),
    ("less", "i1", SEATS),
    ("guns", "i1", SEATS),
    ("count", "i1", SEATS),  # dice to roll, or that may be thrown in all
    ("die", "i1", (SEATS, DICE)),  # faces of the last roll; 0 is unrolled
    ("rolled", "i1", SEATS),  # dice of the roll in progress that lie
    ("rolls", "i4", SEATS),  # rolls made in this duel
    ("rolling", "i1"),  # who rolls, or rolled, in this beat
    ("racers", "i1"),
    ("matched", "i1"),  # live Quick Draws: who has matched and may slap
    ("pacing", "i1"),  # whose next roll has no time yet
    ("due", "i4", SEATS),  # hundredths of a second
    ("pressers", "i1"),
    ("waited", "i1"),  # who has pressed or passed at this gate
    ("aside", "i1"),  # who passes for this duel
    ("covered", "i1", SEATS),  # Viking Invasions that lie on the dice
    ("breaking", "i1"),  # 1: a Quick Draw breaks the duel's tie
    ("disputing", "i1"),  # 1: a Quick Draw decides a dispute about a duel that is over; 2: drawn for, too
    ("decided", "i1"),  # who has won that
    ("target", "i1", 3),
    ("targets", "i1"),  # target dice to roll
    ("outs", "i1", SEATS),  # dice that are out (Plague Doctor), or matched (Skeptic vs Psychic)
    ("thrower", "i1"),
    ("thrown", "i1", SEATS),
    ("spot", "i1", (SEATS, DICE)),  # outcome + 1 of each throw; faces of dice laid aside
    ("by_hand", "i1"),  # 1: people throw, and dice that lie may be knocked (KD-22)
    ("far", "i1"),  # steps that the mat lies further away
    ("knocked", "i1"),  # DICE * seat + die that is being read again; NOBODY while none is
    ("reread", "i4", SEATS),  # bit sets of dice read again after this throw
    ("points", "i4", SEATS),
    ("lost", "i4", SEATS),  # points that dice had which the Bust line has lifted (KD-D2)
    ("up", "i1"),  # dice in the tower
    ("fell", "i1"),  # 1: the tower fell
    ("falling", "i1"),  # dice that have still to land
    ("pace_base", "i4"),
    ("pace_die", "i4"),
    ("blind_factor", "i4"),
    ("viking_time", "i4"),  # hundredths of a second
)


@rule
def is_in(mask, seat):
    return mask >> seat & 1 == 1


@rule
def count_of(mask):
    n = 0
    for seat in range(SEATS):
        n += mask >> seat & 1
    return n


@rule
def first_of(mask):
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


@rule
def other(s, seat):
    """The other of two duelists."""
    return s.opponent if seat == s.challenger else s.challenger


@rule
def second(s):
    """Who has the second role: Daggers, Low, Tortoise, Fish, Psychic."""
    return other(s, s.lead)


@rule
def fighting(s):
    """The duelists who have not forfeited."""
    return s.duelists & ~s.forfeits


@rule
def dock(s, seat, points):
    """What of ``points`` the duel takes from ``seat``: KD-14, Thick Skin stops at its limit."""
    if is_in(s.thick, seat):
        points = min(points, s.thick_limit - s.taken[seat])
    s.taken[seat] += points
    return points


@rule
def conclude(s, winner):
    """The duel is over; ``gain`` is filled already."""
    s.winner = winner
    s.stage = DONE
