"""Take Aim (DU-4 to DU-6)."""

from __future__ import annotations

from ...kernel.contract import rule
from .record import AIM, AIMS, CHANGES, INTO, MIDDLE, OUT_OF, SATISFIED, STAY, VALUES
from .sets import take_subset
from .shots import open_shots
from .turns import declared_mask


@rule
def open_aim(s):
    """DU-4; where several aim, dice move in sight of all (DU-6)."""
    s.waiting = declared_mask(s, AIMS)
    s.satisfied = 0
    if s.waiting == 0:
        open_shots(s)
    else:
        s.phase = MIDDLE if s.waiting & (s.waiting - 1) else AIM


@rule
def aim_alone(s, seat, k):
    take_subset(k, s.stock[seat], s.forward[seat])
    answer(s)


@rule
def in_middle(s, seat):
    count = 0
    for value in range(VALUES):
        count += s.forward[seat, value]
    return count


@rule
def legal_moves(s, seat, events):
    """DU-6: the last change may not leave the middle empty."""
    n = 0
    lying = in_middle(s, seat)
    may_empty = s.changes[seat] < CHANGES - 1
    for value in range(VALUES):
        if s.stock[seat, value]:
            events[n] = INTO + value
            n += 1
        if s.forward[seat, value] and (lying > 1 or may_empty):
            events[n] = OUT_OF + value
            n += 1
    if s.satisfied >> seat & 1:
        events[n] = STAY
        n += 1
    elif lying:
        events[n] = SATISFIED
        n += 1
    return n


@rule
def move(s, seat, value, into):
    """DU-6: a move takes back all words but those of players whose changes are used up."""
    s.stock[seat, value] -= into
    s.forward[seat, value] += into
    s.changes[seat] += 1
    s.waiting = s.satisfied = 0
    for other in range(s.seats):
        if s.declared[other] == AIMS:
            if s.changes[other] < CHANGES:
                s.waiting |= 1 << other
            else:
                s.satisfied |= 1 << other
    if s.waiting == 0:
        answer(s)


@rule
def be_satisfied(s, seat):
    """DU-6: the word is given; until all have given theirs its owner may still move."""
    s.satisfied |= 1 << seat
    if s.satisfied == declared_mask(s, AIMS):
        answer(s)


@rule
def handle_middle(s, seat, a):
    if a == SATISFIED:
        be_satisfied(s, seat)
    elif a == STAY:
        s.waiting ^= 1 << seat
    elif a >= OUT_OF:
        move(s, seat, a - OUT_OF, -1)
    else:
        move(s, seat, a - INTO, 1)


@rule
def answer(s):
    """DU-4, DU-5: one for one, adding up over the round; right or wrong, the dice are used."""
    for seat in range(s.seats):
        if s.declared[seat] == AIMS:
            for value in range(VALUES):
                answer_value(s, seat, value)
    open_shots(s)


@rule
def answer_value(s, seat, value):
    placed = s.forward[seat, value]
    right = min(placed, s.target[s.aims_at[seat], value] - s.right[seat, value])
    s.right[seat, value] += right
    s.wrong[seat, value] += placed - right
    s.stocks[seat] -= placed
    s.forward[seat, value] = 0
