"""A duel from its roles to its winner, and what each duel may answer in its own way on the way there."""

from __future__ import annotations

from typing import Any

from ....kernel.contract import CHANCE, rule
from .facts import CHALLENGER, NOBODY_CHOOSES
from .gate import (
    ask_targets,
    at_gate,
    begin_rolls,
    go_on,
    is_racing,
    is_slapped,
    legal_at_gate,
    pace,
    start_race,
    waiting,
)
from .register import CHOOSERS, TARGETS, base_dice, carried, least_dice
from .table import (
    BANG,
    BID,
    DONE,
    FACE,
    GAP,
    GATE,
    KNOCK,
    MAT,
    MEASURE,
    NOBODY,
    PACE,
    PACES,
    RESULT,
    ROLE,
    ROLL,
    SEATS,
    SET,
    SPOT,
    TAKE,
    TARGET,
    THROW,
    TIE,
    WAIT,
    conclude,
    count_of,
    fighting,
    first_of,
    is_in,
    other,
)
from .throws import (
    IS_AT_MATS,
    knock,
    land,
    lay,
    legal_knock,
    legal_measure,
    legal_spot,
    measure,
    show_lying,
)
from .verbs import draw_verb, every_duel, has_answer, verb

HAS_OUTCOMES = has_answer("legal_outcome")  # whether something is thrown or placed in some duel here
HAS_CHOICES = has_answer("legal_choices")  # whether something is chosen in one beside the roles
IS_MEASURED = has_answer("measure")  # whether dice are measured in one

# What each duel answers in its own way


@every_duel
def clear(s):
    """Sweep what this duel alone keeps in the record."""


@every_duel
def set_tables(s, options):
    """Keep in the record what this duel has of the options."""


@verb
def dice_of_role(s, is_first):
    """How many dice a duelist begins with, before cards change that; ``is_first`` says they have the first
    role."""
    return base_dice(s.duel, is_first)


@verb
def start(s):
    """The roles are known and the targets lie."""
    start_race(s)


@verb
def who_chooses(s: Any) -> int:
    """At SET, BID and MAT: the set of seats that may choose."""
    return 0


@verb
def legal_choices(s, seat, events):
    """At SET, BID and MAT: fill ``events`` with what ``seat`` may choose, and return how many there are."""
    return 0


@verb
def choose(s, seat, a):
    """At SET, BID and MAT: ``seat`` chooses ``a``."""


@verb
def legal_outcome(s, events, weights):
    """At THROW: what CHANCE may say, as :attr:`Rules.legal` does."""
    return 0, 0


@verb
def settle_outcome(s, outcome):
    """A throw, or what is placed, comes to rest; returns the set of winners: 0 while the duel goes on."""
    return land(s, outcome)


@draw_verb
def dice_due(s, seat):
    """How many dice the roll of ``seat`` has."""
    return s.count[seat]


@draw_verb
def lay_face(s, seat, number):
    """The next die of the roll of ``seat`` shows ``number``."""
    s.die[seat, s.rolled[seat]] = number


@draw_verb
def has_won(s, seat):
    """The roll of ``seat`` takes effect; whether it has now done what wins the race."""
    return False


@draw_verb
def home(s):
    """The beat's rolls take effect; the set of seats that have now done what wins."""
    done = 0
    for seat in range(SEATS):
        if is_in(s.rolling, seat) and has_won(s, seat):
            done |= 1 << seat
    return done


@verb
def leave(s):
    """A Quick Draw begins that decides the duel, or a dispute about it."""


@verb
def break_tie(s, seats):
    """KD-11: what decides between ``seats``."""
    draw_for_it(s, seats)


@verb
def award(s, winner):
    """Fill ``gain`` with what ``winner`` scores and others lose, and end the duel."""
    s.gain[winner] = 1000
    conclude(s, winner)


@verb
def forfeit_to(s, winner):
    """KD-16: what whoever is left over scores."""
    s.gain[winner] = 1000
    conclude(s, winner)


@draw_verb
def settle(s):
    """The last die of a beat lies: see who has won, or go on."""
    done = home(s)
    if is_slapped(s):
        s.matched |= done
        done = 0
    judge(s, done)
    if done == 0:
        go_on(s, s.rolling & s.racers)


@verb
def has_dice_next(s):
    """Whether what is thrown or placed next is a die."""
    return True


@verb
def is_secret(s):
    """KD-23: whether dice lie hidden now."""
    return False


@verb
def hide_dice(s, seat):
    """KD-23: blank the dice that ``seat`` may not see."""


@verb
def guess_dice(s, seat, rng):
    """KD-23: fill the dice that ``seat`` may not see with a sample; ``rng`` is uint64[4]."""


# The course of a duel


@rule
def clear_duel(s):
    """Sweep the table: nothing of the last duel is left on it."""
    s.stage = WAIT
    s.decided = s.lead = s.winner = s.thrower = s.knocked = NOBODY
    s.forfeits = s.caught = s.disputing = s.by_forfeit = s.breaking = s.rolling = s.racers = s.pacing = (
        s.matched
    ) = 0
    s.pressers = s.waited = s.targets = s.aside = 0
    s.up = s.fell = s.falling = s.far = 0
    s.target[:] = 0
    clear_seats(s)
    clear(s)


@rule
def clear_seats(s):
    for seat in range(SEATS):
        s.gain[seat] = s.given[seat] = s.taken[seat] = s.count[seat] = s.rolled[seat] = s.rolls[seat] = 0
        s.due[seat] = s.covered[seat] = s.outs[seat] = 0
        s.thrown[seat] = s.points[seat] = s.lost[seat] = s.reread[seat] = 0
        s.extra[seat] = s.less[seat] = s.guns[seat] = 0
        s.die[seat, :] = 0
        s.spot[seat, :] = 0


@rule
def begin_duel(s):
    """Begin the duel, once the cards before it are played: with the choice of roles, where it has any."""
    if chooser(s) == NOBODY:
        enlist(s)
    else:
        s.stage = ROLE


@rule
def chooser(s: Any) -> int:
    """The seat that says who has which role; NOBODY where nobody says so."""
    who = CHOOSERS[s.duel]
    if who == NOBODY_CHOOSES:
        return NOBODY
    return s.challenger if who == CHALLENGER else s.opponent


@rule
def enlist(s):
    """KD-16: count the dice; who has too few is out, and the last one left wins."""
    for seat in range(SEATS):
        if is_in(s.duelists, seat):
            s.count[seat] = dice_of_role(s, seat == s.lead) + carried(s, seat)
            if s.count[seat] < least_dice(s.duel):
                s.count[seat] = 0
                s.forfeits |= 1 << seat
    if count_of(fighting(s)) < 2:
        win_by_forfeit(s)
        return
    s.racers = fighting(s)
    if TARGETS[s.duel] > 0:
        ask_targets(s, TARGETS[s.duel])
    else:
        start(s)


@rule
def win_by_forfeit(s):
    """The last one left wins; nobody where nobody is left."""
    s.by_forfeit = 1
    if fighting(s) == 0:
        conclude(s, NOBODY)
    else:
        forfeit_to(s, first_of(fighting(s)))


@rule
def awaited_in_duel(s):
    if s.stage == GATE:
        return waiting(s)
    if s.stage == ROLE:
        return 1 << chooser(s)
    if s.stage == SET or s.stage == BID or s.stage == MAT:
        return who_chooses(s)
    return 1 << CHANCE


@rule
def legal_in_duel(s, seat, events, weights):
    if s.stage == ROLL or s.stage == TARGET:
        return run_of(events, FACE, 6), 0
    if s.stage == GATE:
        return legal_at_gate(s, seat, events), 0
    if s.stage == PACE:
        return run_of(events, GAP, PACES), 0
    if s.stage == ROLE:
        return run_of(events, TAKE, 2), 0
    if HAS_CHOICES and (s.stage == SET or s.stage == BID or s.stage == MAT):
        return legal_choices(s, seat, events), 0
    if IS_AT_MATS and s.stage == KNOCK:
        return legal_knock(s, events, weights)
    if IS_AT_MATS and s.stage == SPOT:
        return legal_spot(s, events, weights)
    if IS_MEASURED and s.stage == MEASURE:
        return legal_measure(s, events, weights)
    return legal_outcome(s, events, weights)


@rule
def run_of(events, first, many):
    for k in range(many):
        events[k] = first + k
    return many


@rule
def apply_in_duel(s, seat, a):
    if s.stage == ROLL:
        show(s, a - FACE + 1)
    elif s.stage == GATE:
        act_at_gate(s, seat, a)
    elif s.stage == PACE:
        pace(s, first_of(s.pacing), a - GAP)
    elif s.stage == TARGET:
        show_target(s, a - FACE + 1)
    elif s.stage == ROLE:
        s.lead = seat if a == TAKE else other(s, seat)
        enlist(s)
    elif HAS_OUTCOMES and s.stage == THROW:
        judge(s, settle_outcome(s, a - RESULT))
    elif IS_AT_MATS and s.stage == KNOCK:
        judge(s, knock(s, a))
    elif IS_AT_MATS and s.stage == SPOT:
        judge(s, lay(s, s.knocked, a - RESULT))
    elif IS_MEASURED and s.stage == MEASURE:
        judge(s, measure(s, a))
    elif HAS_CHOICES:
        choose(s, seat, a)


@rule
def act_at_gate(s, seat, a):
    """KD-D10: the first slap wins; slaps at the same moment are a tie, presses roll in one beat."""
    if a == BANG:
        judge(s, 1 << seat)
    elif a == TIE and s.matched == 0:
        begin_rolls(s, s.racers)
    elif a == TIE:
        judge(s, s.matched)
    else:
        at_gate(s, seat, a)


@rule
def show_target(s, number):
    """Target dice come to rest one after the other; a redraw begins with a new one."""
    wanted = 1 if s.breaking else TARGETS[s.duel]
    s.target[wanted - s.targets] = number
    s.targets -= 1
    s.matched = 0
    if s.targets > 0:
        return
    if s.breaking:
        start_race(s)
    else:
        start(s)


@rule
def roller(s):
    """The seat whose die comes to rest next."""
    seat = first_of(s.rolling)
    while not is_in(s.rolling, seat) or s.rolled[seat] == dice_due(s, seat):
        seat += 1
    return seat


@rule
def show(s, number):
    """The next die of the beat comes to rest, and the beat's last one settles it; or a die that lies is
    read."""
    if IS_AT_MATS and s.knocked != NOBODY and not s.breaking:
        judge(s, show_lying(s, number))
        return
    seat = roller(s)
    lay_face(s, seat, number)
    s.rolled[seat] += 1
    if s.rolled[seat] == dice_due(s, seat):
        s.rolls[seat] += 1
        if s.rolling >> seat + 1 == 0:
            settle(s)


@rule
def judge(s, done):
    """``done`` is the set of seats that have won now: none, one, or several, who draw for it."""
    if done == 0:
        return
    if count_of(done) > 1:
        break_tie(s, done)
    elif s.disputing:
        s.decided = first_of(done)
        s.stage = DONE
    else:
        award(s, first_of(done))


@rule
def draw_for_it(s, seats):
    """KD-11: a Quick Draw without cards between ``seats``."""
    s.breaking = 1
    leave(s)
    s.covered[:] = 0
    s.racers = seats
    ask_targets(s, 1)


@rule
def can_be_covered(s, target):
    """Whether a Viking Invasion may be laid on the dice of ``target`` at this gate."""
    if is_racing(s):
        return is_in(s.racers & ~s.matched, target)
    return target == s.thrower and has_dice_next(s)
