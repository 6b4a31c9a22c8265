"""The end of a turn and of a round: who is out, who aims at whom, who has how many turns left."""

from __future__ import annotations

from ...kernel.contract import rule
from .ending import after_rounds, all_lost, last_one
from .record import AIMS, BET, LAST, NOBODY, ROUNDS, TURN, acts, hunter_of, left_of, someone_acts, used
from .rolling import next_due, roll_all, start_rolling
from .turns import begin_turn, open_declarations


@rule
def end_turn(s, struck):
    """``struck`` is the bit set of those who were shot at in it."""
    idles = True
    for seat in range(s.seats):
        idles = idles and s.declared[seat] < AIMS
        if s.further[seat]:
            s.further[seat] -= 1
        if struck >> seat & 1 and not s.shot[seat]:
            s.further[seat] = s.targets[seat]  # DU-9, DU-20
    s.idle = s.idle + 1 if idles else 0
    left = with_targets(s)
    if left == 0:
        all_lost(s)
    elif left == 1:
        last_one(s, LAST)
    else:
        drop_out(s)
        go_on(s, TURN)


@rule
def with_targets(s):
    many = 0
    for seat in range(s.seats):
        if s.alive[seat] and s.targets[seat]:
            many += 1
    return many


@rule
def drop_out(s):
    """DU-19: whoever has no target dice left is out."""
    for seat in range(s.seats):
        if s.alive[seat] and s.targets[seat] == 0:
            leave(s, seat)


@rule
def leave(s, seat):
    """All dice of a player who is out leave the game."""
    s.alive[seat] = 0
    s.gone[seat] += s.stocks[seat] + s.targets[seat] + used(s, seat)
    s.stocks[seat] = s.targets[seat] = s.spent[seat] = s.further[seat] = 0
    s.stock[seat] = 0
    s.target[seat] = 0
    s.right[seat] = 0
    s.wrong[seat] = 0


@rule
def go_on(s, resume):
    """The circle closes; the round goes on at ``resume``, or ends where all have shot (DU-9, DU-20).

    DU-24: a bet is answered by everybody who stays, also where the round ends with it.
    """
    goes_on = someone_acts(s)
    for seat in range(s.seats):
        if s.alive[seat] and s.aims_at[seat] != left_of(s, seat):
            aim_afresh(s, seat, goes_on)
    if not goes_on:
        if resume == BET:
            go_on_betting(s)
        else:
            end_round(s)
        return
    set_limits(s)
    if next_due(s, 0) != NOBODY:
        start_rolling(s, resume)
    elif resume == TURN:
        begin_turn(s)
    else:
        go_on_betting(s)


@rule
def aim_afresh(s, seat, goes_on):
    """DU-19: the dice used stay used; a target that was shown already is rolled again."""
    s.spent[seat] = used(s, seat)
    s.right[seat] = 0
    s.wrong[seat] = 0
    at = left_of(s, seat)
    s.aims_at[seat] = at
    if s.shown[at] and goes_on:
        s.shown[at] = 0
        s.target[at] = 0
        s.due[at, 0] = s.targets[at]


@rule
def set_limits(s):
    """DU-20: further turns for those at whom nobody is left to shoot."""
    for seat in range(s.seats):
        if acts(s, seat) and s.further[seat] == 0 and s.shot[hunter_of(s, seat)]:
            s.further[seat] = s.targets[seat]


@rule
def go_on_betting(s):
    """After a fold: the next to bet, or, when all have answered, what follows the bets."""
    if s.to_answer > 0:
        s.phase = BET
        s.waiting = 1 << s.bettor
    else:
        end_betting(s)


@rule
def end_betting(s):
    """The turn comes, or, where nobody is left to act in it, the end of the round."""
    if someone_acts(s):
        open_declarations(s)
    else:
        end_round(s)


@rule
def end_round(s):
    """DU-11, DU-14. What lies on the table stays in sight until the first die of the next round."""
    if s.rounds == ROUNDS:
        after_rounds(s)
    else:
        s.closed = 1
        roll_all(s)


@rule
def clear_round(s):
    """DU-11: used dice are discarded."""
    s.closed = 0
    s.rounds += 1
    s.turns = 0
    for seat in range(s.seats):
        s.gone[seat] += used(s, seat)
    s.target[:] = 0
    s.stock[:] = 0
    s.right[:] = 0
    s.wrong[:] = 0
    s.named[:] = 0
    s.hits[:] = 0
    s.spent[:] = 0
    s.shown[:] = 0
    s.shot[:] = 0
    s.further[:] = 0
