"""Caught cheating (KD-12), for tables that use the program as their referee."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import AFTER, DUELING
from .duels.play import draw_for_it, win_by_forfeit
from .duels.table import BEACH, SEATS, count_of, fighting
from .windows import open_window

FINE = 1000


@rule
def charge(s, cheat):
    """The duel is lost, and 1000 points."""
    s.score[cheat] -= FINE
    s.forfeits |= 1 << cheat
    if s.duel == BEACH:
        s.gain[cheat] = 0
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
