"""Take a Shot (DU-7, DU-10)."""

from __future__ import annotations

from ...kernel.contract import rule
from .record import PICK, SHOOT, SHOOTS, VALUES
from .rounds import end_turn
from .sets import FIRST_OF, NAMES, SETS_OF
from .turns import declared_mask


@rule
def open_shots(s):
    s.waiting = declared_mask(s, SHOOTS)
    if s.waiting == 0:
        end_turn(s, 0)
    else:
        s.phase = SHOOT


@rule
def legal_shots(s, seat, events):
    """DU-7: exactly as many values as there are target dice."""
    many = SETS_OF[s.targets[s.aims_at[seat]]]
    for k in range(many):
        events[k] = PICK + k
    return many


@rule
def name(s, seat, k):
    """DU-10: nobody's shot is seen before all who shoot have named theirs."""
    s.named[seat] = NAMES[FIRST_OF[s.targets[s.aims_at[seat]]] + k]
    s.waiting ^= 1 << seat
    if s.waiting == 0:
        fire(s)


@rule
def fire(s):
    """DU-7: targets are shown, and what was named of them is discarded, one for one."""
    struck = 0
    for seat in range(s.seats):
        if s.declared[seat] == SHOOTS:
            hit = s.aims_at[seat]
            struck |= 1 << hit
            s.shot[seat] = s.shown[hit] = 1
            s.further[seat] = 0
            for value in range(VALUES):
                hits = min(s.named[seat, value], s.target[hit, value])
                s.hits[seat, value] = hits
                s.target[hit, value] -= hits
                s.targets[hit] -= hits
                s.gone[hit] += hits
    end_turn(s, struck)
