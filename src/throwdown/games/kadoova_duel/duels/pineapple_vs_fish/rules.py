"""Pineapple vs Fish (KD-D8): one die each in turn on the Post, Fish first."""

from __future__ import annotations

from .....kernel.contract import rule
from ..gate import open_gate
from ..hands import fall_chance, place, placement, set_rows
from ..table import THROW, conclude, other, second
from .facts import TOWER

__all__ = ["clear", "legal_outcome", "set_tables", "settle_outcome", "start"]


@rule
def set_tables(s, options):
    set_rows(s.pineapple_falls, options.pineapple_falls)
    s.off_mat = options.off_mat


@rule
def clear(s):
    s.off = 0


@rule
def start(s):
    s.thrower = second(s)
    open_gate(s, 1 << s.thrower)


@rule
def legal_outcome(s, events, weights):
    """While a fallen tower lands, whether the next die stays on the mat or lands off it; else whether the
    tower stands."""
    if s.falling:
        return placement(s, events, weights, s.off_mat)
    chance = s.pineapple_falls[s.steadiness, min(s.up, TOWER - 1)]
    return placement(s, events, weights, fall_chance(s, chance))


@rule
def settle_outcome(s, outcome):
    if s.falling:
        land_die(s, outcome)
    else:
        place(s)
        build(s, outcome)
    return 0


@rule
def build(s, outcome):
    """The die of the thrower stands or fells the tower; then the other builds if it has dice left (KD-16)."""
    seat = s.thrower
    s.thrown[seat] += 1
    if outcome:
        s.fell = 1
        collapse(s, seat)
        return
    s.up += 1
    fish = second(s)
    if s.thrown[s.lead] == s.count[s.lead] and s.thrown[fish] == s.count[fish]:
        s.gain[s.lead] = 1500
        conclude(s, s.lead)
        return
    next_seat = other(s, seat)
    s.thrower = next_seat if s.thrown[next_seat] < s.count[next_seat] else seat
    open_gate(s, 1 << s.thrower)


@rule
def collapse(s, seat):
    """Fish fells it: 100 a die that was up. Pineapple: 100 a die off the mat, 1500 on the last die."""
    if seat != s.lead:
        s.gain[s.lead] = 100 * s.up
        conclude(s, s.lead)
    elif s.thrown[seat] == s.count[seat]:
        fish = second(s)
        s.gain[fish] = 1500
        conclude(s, fish)
    else:
        s.falling = s.up + 1  # the felling die lands too
        s.stage = THROW


@rule
def land_die(s, outcome):
    s.off += outcome
    s.falling -= 1
    if s.falling == 0:
        fish = second(s)
        s.gain[fish] = 100 * s.off
        conclude(s, fish)
