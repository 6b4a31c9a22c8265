"""How a turn opens: bets, then declarations."""

from __future__ import annotations

from ...kernel.contract import rule
from .betting import may_bet, open_betting
from .record import DECLARE, IDLE, SAY_AIM, SAY_REROLL, SAY_SHOOT, acts


@rule
def begin_turn(s):
    s.turns += 1
    s.declared[:] = 0
    s.changes[:] = 0
    if may_bet(s):
        open_betting(s)
    else:
        open_declarations(s)


@rule
def open_declarations(s):
    """DU-2, DU-20: all who have not shot."""
    s.phase = DECLARE
    s.waiting = 0
    for seat in range(s.seats):
        if acts(s, seat):
            s.waiting |= 1 << seat


@rule
def legal_declarations(s, seat, events):
    """DU-8, DU-9: a shot is forced without stock and in the last further turn. DU-3: the stall."""
    n = 0
    if s.stocks[seat] and s.further[seat] != 1:
        if s.idle < IDLE:
            events[n] = SAY_REROLL
            n += 1
        events[n] = SAY_AIM
        n += 1
    events[n] = SAY_SHOOT
    return n + 1


@rule
def declared_mask(s, action):
    mask = 0
    for seat in range(s.seats):
        if s.declared[seat] == action:
            mask |= 1 << seat
    return mask
