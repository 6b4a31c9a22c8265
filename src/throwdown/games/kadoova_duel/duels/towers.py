"""Towers, drawn (KD-22): Day at the Beach and Pineapple vs Fish.

Tables say how often in 1000 a placement fells the tower, by its place in the order.
"""

from __future__ import annotations

from ....kernel.contract import rule
from .gate import open_gate
from .table import BEACH, LAYERS, NOBODY, RESULT, THROW, conclude, other, second

SURE = 950  # of 1000: no placement is surer to fall


@rule
def start_tower(s):
    if s.duel == BEACH:
        s.thrower = s.challenger  # KD-D5: the challenger has the dice, the other the cards
    else:
        s.thrower = second(s)  # KD-D8: Fish first
    open_gate(s, 1 << s.thrower)


@rule
def fall_chance(s):
    """Of 1000: what the placement due does; covered dice fall more often (KD-18)."""
    hands = s.steadiness
    if s.duel == BEACH:
        chance = s.beach_falls[hands, s.up + s.cards_up]
    else:
        chance = s.pineapple_falls[hands, min(s.up, 11)]
    if s.covered[s.thrower] > 0:
        chance *= s.blind_factor
    return min(chance, SURE)


@rule
def legal_placement(s, events, weights):
    """RESULT: it stands, + 1: it falls. Of a tower that fell: the die stays on the mat, + 1: it lands off."""
    chance = s.off_mat if s.falling else fall_chance(s)
    n = 0
    for outcome in range(2):
        weight = chance if outcome else 1000 - chance
        if weight > 0:
            events[n], weights[n] = RESULT + outcome, weight
            n += 1
    return n, 1000


@rule
def settle_tower(s, outcome):
    if s.falling:
        land_die(s, outcome)
        return
    s.rolls[s.thrower] += 1
    if s.covered[s.thrower] > 0:
        s.covered[s.thrower] -= 1
    if s.duel == BEACH:
        build_beach(s, outcome)
    else:
        build_pineapple(s, outcome)


@rule
def build_beach(s, outcome):
    """KD-D5: die, card, die, card, until all are up or it falls."""
    if outcome:
        s.fell = 1
        award_beach(s)
        return
    if s.up == s.cards_up:
        s.up += 1
    else:
        s.cards_up += 1
    if s.up + s.cards_up == LAYERS:
        award_beach(s)
        return
    s.thrower = other(s, s.thrower)
    open_gate(s, 1 << s.thrower)


@rule
def award_beach(s):
    """KD-D5: both score 100 a card; nobody wins, nobody loses."""
    s.gain[s.challenger] = s.gain[s.opponent] = 100 * s.cards_up
    conclude(s, NOBODY)


@rule
def build_pineapple(s, outcome):
    """KD-D8: one die each in turn; who has fewer (KD-16) runs out first."""
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
    """KD-D8: Fish fells it: 100 a die that was up. Pineapple: 100 a die off the mat, 1500 on the last die."""
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
