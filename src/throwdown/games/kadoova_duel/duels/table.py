"""What a duel is played with: its part of the record, its stages, its events."""

from __future__ import annotations

from enum import IntEnum

from ....kernel.contract import rule

SEATS, DICE, SPACES, BIDS = 4, 16, 24, 28
TRACK = 12  # spaces of the track as published, and of either half of the longest one
LAYERS, TOWER = 24, 12  # KD-D5: twelve dice and twelve cards; KD-D8: twelve coloured dice
RINGS, BANDS = 3, 5  # of the mats as published
MOST_BANDS = 8
AXE_PLACES, CHICKEN_PLACES, HORSE_PLACES = RINGS + 1, BANDS + 2, 11  # where a throw may come to rest
FELLED_PLACES = 9  # where a die may lie that felled the Post: at 1 to 8, off the mat
ROWS, KINDS = 4, 3  # of a table of throws, with the covered mat; of one of towers: kinds of steadiness
NOBODY = -1
GREY = 4  # the owner of a grey die


class Duel(IntEnum):
    AXE, CHICKEN, CLASS, CON, BEACH, HARE, PINEAPPLE, PLAGUE, SKEPTIC, QUICK_DRAW, WAR, HORSE = range(12)


AXE, CHICKEN, CLASS, CON, BEACH, HARE, PINEAPPLE, PLAGUE, SKEPTIC, QUICK_DRAW, WAR, HORSE = (
    int(duel) for duel in Duel
)


class Stage(IntEnum):
    """WAIT: no duel is on. GATE: whoever is due presses, and others may lay a card or pass.

    Thrown by hand, MAT is for who sets the mat (KD-D2), KNOCK for what else a throw has moved, and SPOT for
    where that lies now.
    """

    WAIT, ROLE, TARGET, SET, PACE, GATE, ROLL, BID, THROW, DONE, MAT, KNOCK, SPOT = range(13)


WAIT, ROLE, TARGET, SET, PACE, GATE, ROLL, BID, THROW, DONE, MAT, KNOCK, SPOT = (
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
STILL = FAR + FARS  # nothing else lies elsewhere than before the throw
KNOCKED = STILL + 1  # + DICE * seat + die: that one does
RAISE = KNOCKED + SEATS * DICE  # + (count - 1) * 6 + number - 1
DUEL_EVENTS = RAISE + 6 * BIDS

DUEL_FIELDS = (
    ("seats", "i4"),
    ("timing", "i4"),
    ("steadiness", "i4"),
    ("duel", "i4"),
    ("plain", "i4"),  # 1: no cards are in it (KD-4, KD-11)
    ("challenger", "i4"),
    ("opponent", "i4"),  # NOBODY in an All Duel
    ("duelists", "i4"),  # bit set of seats
    ("stage", "i4"),
    ("lead", "i4"),  # who has the first role: Axe, High, Hare, Pineapple, Skeptic
    ("forfeits", "i4"),  # bit set
    ("caught", "i4"),  # bit set: who of them was caught cheating
    ("by_forfeit", "i4"),
    ("winner", "i4"),
    ("gain", "i4", SEATS),  # what the duel gives and takes, once DONE
    ("given", "i4", SEATS),  # points that the duel has given at once
    ("score", "i4", SEATS),
    ("thick", "i4"),  # bit set: KD-14 Thick Skin
    ("thick_limit", "i4"),
    ("taken", "i4", SEATS),  # points that this duel has taken so far
    ("extra_duels", "i4", 3),  # 1: Extra Dice may be played in Hare vs Tortoise, Pineapple vs Fish, War!
    ("extra", "i4", SEATS),
    ("less", "i4", SEATS),
    ("guns", "i4", SEATS),
    ("count", "i4", SEATS),  # dice to roll, or that may be thrown in all
    ("die", "i4", (SEATS, DICE)),  # faces of the last roll; 0 is unrolled
    ("hue", "i4", (SEATS, DICE)),  # whose colour each die is (Plague Doctor)
    ("rolled", "i4", SEATS),  # dice of the roll in progress that lie
    ("rolls", "i4", SEATS),  # rolls made in this duel
    ("rolling", "i4"),  # who rolls, or rolled, in this beat
    ("racers", "i4"),
    ("matched", "i4"),  # live Quick Draws: who has matched and may slap
    ("pacing", "i4"),  # whose next roll has no time yet
    ("due", "i4", SEATS),  # hundredths of a second
    ("pressers", "i4"),
    ("waited", "i4"),  # who has pressed or passed at this gate
    ("aside", "i4"),  # who passes for this duel
    ("covered", "i4", SEATS),  # Viking Invasions that lie on the dice
    ("breaking", "i4"),  # 1: a Quick Draw breaks the duel's tie
    ("disputing", "i4"),  # 1: a Quick Draw decides a dispute about a duel that is over; 2: drawn for, too
    ("decided", "i4"),  # who has won that
    ("target", "i4", 3),
    ("targets", "i4"),  # target dice to roll
    ("aimed", "i4"),  # the Psychic's number
    ("place", "i4", SEATS),  # spaces reached
    ("spaces", "i4", SPACES),
    ("track_spaces", "i4"),  # how many of them the track has
    ("outs", "i4", SEATS),  # dice out (Plague Doctor), matched (Skeptic vs Psychic)
    ("bid", "i4"),  # RAISE event of the standing bid, less RAISE; NOBODY before the first
    ("bidder", "i4"),
    ("bids", "i4"),
    ("bid_list", "i4", BIDS),
    ("caller", "i4"),
    ("actual", "i4"),
    ("battle", "i4"),  # round of War!, 1 to 6
    ("tied", "i4"),
    ("still", "i4"),
    ("war_all", "i4"),  # 1: a tie is rolled for by all of the round
    ("greys", "i4"),  # 1: grey dice decide a round, 2: the end
    ("fresh", "i4"),  # 1: what lies there belongs to the round before
    ("grey", "i4", SEATS),
    ("spoils", "i4", (SEATS, SEATS)),  # coloured dice won [seat, owner]
    ("round_winner", "i4", 6),  # seat + 1
    ("thrower", "i4"),
    ("thrown", "i4", SEATS),
    ("lap", "i4"),
    ("spot", "i4", (SEATS, DICE)),  # outcome + 1 of each throw; faces of dice laid aside
    ("by_hand", "i4"),  # 1: people throw, and dice that lie may be knocked (KD-22)
    ("far", "i4"),  # steps that the mat lies further away
    ("mat_for_both", "i4"),  # 1: the challenged sets the mat of Chicken! for both
    ("felled_far", "i4"),  # 1: a die that felled the Post counts as far from it
    ("felled_row", "i4"),  # the row of ``horse_felled`` for the die that has just felled it
    ("knocked", "i4"),  # DICE * seat + die that is being read again; NOBODY while none is
    ("reread", "i4", SEATS),  # bit sets of dice read again after this throw
    ("points", "i4", SEATS),
    ("lost", "i4", SEATS),  # points that dice had which the Bust line has lifted (KD-D2)
    ("up", "i4"),  # dice in the tower
    ("cards_up", "i4"),
    ("fell", "i4"),  # 1: the tower fell
    ("off", "i4"),  # dice that fell off the mat
    ("falling", "i4"),  # dice that have still to land
    ("pace_base", "i4"),
    ("pace_die", "i4"),
    ("axe_rings", "i4", RINGS),
    ("chicken_bands", "i4", MOST_BANDS),
    ("band_count", "i4"),
    ("axe_throws", "i4", (ROWS, AXE_PLACES)),
    ("chicken_throws", "i4", (ROWS, CHICKEN_PLACES)),
    ("horse_throws", "i4", (ROWS, HORSE_PLACES)),
    ("horse_felled", "i4", (ROWS, FELLED_PLACES)),
    ("beach_falls", "i4", (KINDS, LAYERS)),
    ("pineapple_falls", "i4", (KINDS, TOWER)),
    ("off_mat", "i4"),
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


@rule
def is_two_player(duel):
    return duel < QUICK_DRAW


@rule
def allows_extra(s):
    """KD-16: three more duels where the table says so."""
    if s.duel == HARE:
        return s.extra_duels[0] == 1
    if s.duel == PINEAPPLE:
        return s.extra_duels[1] == 1
    if s.duel == WAR:
        return s.extra_duels[2] == 1
    return s.duel in (AXE, CHICKEN, HORSE, PLAGUE, QUICK_DRAW)


@rule
def allows_less(duel):
    """KD-16."""
    return duel != BEACH and duel != HARE


@rule
def allows_viking(duel):
    """KD-18."""
    return duel != CON and duel != WAR


RACES = (CLASS, HARE, PLAGUE, SKEPTIC, QUICK_DRAW)


@rule
def is_race(duel):
    return duel in RACES


@rule
def greys_used(s):
    """KD-16: grey dice that the duel itself uses."""
    if s.duel == CON or s.duel == SKEPTIC:
        return 4
    if s.duel == HORSE or s.duel == PINEAPPLE:
        return 3
    if s.duel == HARE:
        return 2
    if s.duel == QUICK_DRAW:
        return 1
    return s.seats if s.duel == WAR else 0


@rule
def base_dice(duel, is_first):
    """The dice of a duelist by the rules of the duel; ``is_first`` says they have the first role."""
    if duel == AXE:
        return 1 if is_first else 3
    if duel in (CLASS, HORSE):
        return 3
    if duel == CON:
        return 14
    if duel == HARE:
        return 2 if is_first else 3
    if duel == SKEPTIC:
        return 6 if is_first else 3
    return 1 if duel == QUICK_DRAW else 6


@rule
def least_dice(duel):
    """KD-16: who has fewer forfeits."""
    return 3 if duel == CLASS else 1


@rule
def carried(s, seat):
    """Dice that cards have added or, below 0, taken. In War! an Extra die is rolled along in every round: it
    adds none (KD-16)."""
    added = 0 if s.duel == WAR else s.extra[seat]
    return added + s.guns[seat] - s.less[seat]
