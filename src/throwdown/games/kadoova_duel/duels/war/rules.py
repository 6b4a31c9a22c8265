"""War! (KD-D12): six rounds of one die each; grey dice break ties."""

from __future__ import annotations

from typing import Any

from .....kernel.contract import rule
from ..gate import begin_rolls, open_gate
from ..table import GATE, SEATS, SIMULATED, conclude, count_of, fighting, first_of, is_in
from .facts import ROUNDS

__all__ = ["award", "clear", "dice_due", "lay_face", "leave", "set_tables", "settle", "start"]


@rule
def set_tables(s, options):
    s.war_all = options.war_ties


@rule
def clear(s):
    s.battle = s.tied = s.still = s.greys = s.fresh = 0
    s.grey[:] = 0
    s.round_winner[:] = 0
    s.spoils[:] = 0


@rule
def leave(s):
    s.greys = s.fresh = 0


@rule
def start(s):
    next_battle(s)


@rule
def next_battle(s):
    """The next round in which anybody has a die; KD-16: who has fewer sits out the last ones."""
    s.greys = 0
    s.battle += 1
    while s.battle <= ROUNDS and fighters(s) == 0:
        s.battle += 1
    if s.battle > ROUNDS:
        end_war(s)
    else:
        ask_rolls(s, fighters(s))


@rule
def fighters(s):
    mask = 0
    for seat in range(SEATS):
        if is_in(fighting(s), seat) and s.count[seat] >= s.battle:
            mask |= 1 << seat
    return mask


@rule
def ask_rolls(s, seats):
    """Each of ``seats`` rolls one die: at a press of their own, or at once where nobody presses."""
    s.still = seats
    if s.timing == SIMULATED:
        begin_rolls(s, seats)
    else:
        open_gate(s, seats)


@rule
def dice_due(s: Any, seat: int) -> int:
    return 1 if s.greys else 1 + s.extra[seat]


@rule
def lay_face(s, seat, number):
    if s.fresh:
        clear_battle(s)
    if s.greys:
        s.grey[seat] = number
    else:
        s.die[seat, s.rolled[seat]] = number


@rule
def clear_battle(s):
    """The first die of a round clears the round before."""
    s.fresh = 0
    for seat in range(SEATS):
        s.die[seat, :] = 0
        s.grey[seat] = 0


@rule
def settle(s):
    """Judge the round once all who are in it have rolled."""
    if s.timing != SIMULATED and s.pressers & ~s.waited:
        s.stage = GATE
        return
    high = highest(s)
    if count_of(high) == 1:
        take_battle(s, first_of(high))
    else:
        tie(s, high)


@rule
def highest(s):
    """The set of those still in it who show the most."""
    best, mask = 0, 0
    for seat in range(SEATS):
        if is_in(s.still, seat):
            face = s.grey[seat] if s.greys else best_die(s, seat)
            if face > best:
                best, mask = face, 1 << seat
            elif face == best:
                mask |= 1 << seat
    return mask


@rule
def best_die(s, seat):
    """KD-16: of a die and Extra dice that are rolled along the best one counts."""
    best = 0
    for die in range(1 + s.extra[seat]):
        best = max(best, s.die[seat, die])
    return best


@rule
def tie(s, high):
    """KD-D12: grey dice; the prize is also what all who were tied at first have won.

    Where all roll for it, all of the round are taken to be tied, again too.
    """
    if s.war_all and s.greys < 2:
        high = fighters(s)
    if s.greys == 0:
        s.greys = 1
        s.tied = high
    ask_rolls(s, high)


@rule
def take_battle(s, winner):
    if s.greys == 2:
        award(s, winner)
        return
    for owner in range(SEATS):
        if is_in(fighters(s), owner):
            s.spoils[winner, owner] += 1
    if s.greys == 1:
        rob(s, winner)
    s.round_winner[s.battle - 1] = winner + 1
    s.fresh = 1
    next_battle(s)


@rule
def rob(s, winner):
    """All the dice of the tied go to the winner of the grey dice."""
    for loser in range(SEATS):
        if is_in(s.tied, loser) and loser != winner:
            for owner in range(SEATS):
                s.spoils[winner, owner] += s.spoils[loser, owner]
                s.spoils[loser, owner] = 0


@rule
def spoils_of(s, seat):
    total = 0
    for owner in range(SEATS):
        total += s.spoils[seat, owner]
    return total


@rule
def end_war(s):
    """KD-D12: most dice; a tie is rolled off with grey dice."""
    best, mask = -1, 0
    for seat in range(SEATS):
        if is_in(fighting(s), seat):
            mine = spoils_of(s, seat)
            if mine > best:
                best, mask = mine, 1 << seat
            elif mine == best:
                mask |= 1 << seat
    if count_of(mask) == 1:
        award(s, first_of(mask))
    else:
        s.greys = 2
        s.tied = mask
        ask_rolls(s, mask)


@rule
def award(s, winner):
    s.gain[winner] = 1000 + 100 * spoils_of(s, winner)
    conclude(s, winner)
