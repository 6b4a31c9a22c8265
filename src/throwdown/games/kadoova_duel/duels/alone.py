"""A duel as a game of its own: no turns, no cards, seat 0 challenges."""

from __future__ import annotations

from ....kernel.contract import EVERYBODY, record, rule
from .con_person import guess_dice, hide_dice
from .play import apply_in_duel, awaited_in_duel, begin_duel, clear_duel, legal_in_duel, roller
from .table import CON, DONE, DUEL_EVENTS, DUEL_FIELDS, NOBODY, ROLL, SEATS, is_two_player

# The first field sets the layout apart from that of the whole game, which Numba would take for a subtype.
STATE = record(("alone", "i4"), ("by_wins", "i4"), *DUEL_FIELDS)
EVENTS = DUEL_EVENTS


@rule
def open_alone(s, seats, duel, less):
    """``duel`` between all seats, each with ``less`` dice; the options are in the record already."""
    s.alone = 1
    s.seats = seats
    clear_duel(s)
    s.duel = duel
    s.plain = 1
    s.challenger = 0
    s.opponent = 1 if is_two_player(duel) else NOBODY
    s.duelists = (1 << seats) - 1
    for seat in range(seats):
        s.less[seat] = less
    begin_duel(s)


@rule
def set_result(s, result):
    """Whether a result tells the points of the duel (0), or one for its winner (1)."""
    s.by_wins = result


@rule
def set_time(s, timing, pace_base, pace_die):
    s.timing = timing
    s.pace_base = pace_base
    s.pace_die = pace_die


@rule
def awaited(s):
    return 0 if s.stage == DONE else awaited_in_duel(s)


@rule
def legal(s, seat, events, weights):
    return legal_in_duel(s, seat, events, weights)


@rule
def apply(s, seat, a):
    apply_in_duel(s, seat, a)
    if s.stage == DONE:
        for each in range(SEATS):
            s.score[each] += s.gain[each]


@rule
def hide(s, seat):
    """KD-23."""
    hide_dice(s, seat)


@rule
def guess(s, seat, rng):
    guess_dice(s, seat, rng)


@rule
def standing(s, points):
    """What ranks the seats: who has won the duel, whatever the points are that it gives."""
    for seat in range(s.seats):
        points[seat] = int(seat == s.winner)


@rule
def witnesses(s, seat, a):
    """A Con-Person die is its owner's alone until the call."""
    return 1 << roller(s) if s.duel == CON and s.stage == ROLL and not s.breaking else EVERYBODY
