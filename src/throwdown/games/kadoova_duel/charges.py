"""Caught cheating (KD-12), for tables that use the program as their referee."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import ACCUSED, ADMIT, AFTER, CAUGHT, DENY, DUELING
from .duels.play import draw_for_it, win_by_forfeit
from .duels.register import has_winner
from .duels.table import NOBODY, SEATS, count_of, fighting
from .scoring import has_to_return
from .windows import open_window

FINE = 1000


@rule
def accuse(s, seat, a):
    """Somebody says that a duelist was caught; who says so of themselves has admitted it."""
    cheat = a - CAUGHT
    if s.charges or cheat == seat:
        charge(s, cheat)
        return
    s.accuser, s.accused = seat, cheat
    s.phase = ACCUSED


@rule
def legal_answers(events):
    events[0], events[1] = ADMIT, DENY
    return 2


@rule
def answer(s, a):
    """The accused gives their word, or a Quick Draw between the two decides at once (KD-11)."""
    if a == ADMIT:
        convict(s)
        return
    s.drew = s.racers
    s.disputing = 1 + s.breaking
    draw_for_it(s, 1 << s.accuser | 1 << s.accused)
    s.phase = DUELING


@rule
def settle_dispute(s):
    """The Quick Draw is over: the duel stands as it did, or the charge holds."""
    s.breaking = s.disputing - 1
    s.disputing = 0
    s.racers = s.drew
    if s.decided == s.accuser:
        convict(s)
        return
    s.cleared |= 1 << s.accused
    s.accuser = s.accused = NOBODY
    open_window(s, AFTER)


@rule
def convict(s):
    cheat = s.accused
    s.accuser = s.accused = NOBODY
    charge(s, cheat)


@rule
def charge(s, cheat):
    """The duel is lost with all that it gave, and 1000 points."""
    s.score[cheat] -= FINE
    s.forfeits |= 1 << cheat
    s.caught |= 1 << cheat
    if has_to_return(s, cheat):
        s.score[cheat] -= s.given[cheat]
        s.given[cheat] = 0
    if not has_winner(s.duel) or has_to_return(s, cheat):
        s.gain[cheat] = min(0, s.gain[cheat])
    if s.winner == cheat:
        lose_duel(s, cheat)
    else:
        open_window(s, AFTER)


@rule
def lose_duel(s, cheat):
    """Who is left wins by forfeit; several who are left draw for the duel (KD-11)."""
    s.points[cheat] = 0
    for seat in range(SEATS):
        s.gain[seat] = s.taken[seat] = 0
    if count_of(fighting(s)) < 2:
        win_by_forfeit(s)
        open_window(s, AFTER)
        return
    draw_for_it(s, fighting(s))
    s.phase = DUELING
