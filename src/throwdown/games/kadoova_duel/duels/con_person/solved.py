"""Con-Person (KD-D4) solved by counterfactual regret over public states.

A public state is a run of bids. Each holds, for every hand of either seat, how likely it is to have come
there by its own choices. The last bids are played again from where they began, so that what both have said
weighs in what they may hold; bids that nobody made are followed ``REACH`` dice further, where one must call.
Regrets stay above 0, the seats take turns, and later strategies weigh more (CFR+: Tammelin 2014).

There are too many hands to go through (11,628 of 14 dice), so each seat has ``HANDS`` drawn at random; the
first is the one that the thinking seat holds. What two hands pay depends on how many dice show the number
that was bid, so a call costs as many steps as there are hands, not pairs.
"""

from __future__ import annotations

import numpy as np

from .....bots.matching import match, plus
from .....kernel.contract import record, rule
from .....kernel.rng import below
from ..table import BID, CALL, RAISE, other
from .rules import all_dice

HANDS = 240
FACES = 6
STATES = 2000  # room for public states
REACH = 3  # dice that bids are followed beyond the last that was made
STEPS = 3  # dice that they raise at most
BACK = 1  # bids that are played again
DOUBT = 0.02  # the least chance that a bid made is given: nobody is sure of anybody

PUBLIC = record(
    ("bid", "i4"),  # + 1, as in ``bid_list``; 0 before the first
    ("mover", "i4"),  # 0 for who moves at the first state, else 1
    ("first", "i4"),  # its children: first .. first + count - 1
    ("count", "i4"),
    ("origin", "i4"),  # of its choices: to call, then its children
    ("limit", "i4"),  # dice of the highest bid that is followed
    ("made", "i4"),  # how many of the bids played again lead here; -1 where others do
)


@rule
def is_solvable(s):
    return s.stage == BID


@rule
def dice_of(bid):
    """How many dice a bid + 1 names; 0 before the first."""
    return (bid - 1) // FACES + 1 if bid else 0


@rule
def solve(s, seat, rng, iterations, events, shares):
    """The mixture of ``seat``: fills ``events`` and ``shares`` and returns how many there are."""
    public = np.zeros(STATES, PUBLIC)
    used, here = write_out(s, public)
    me = public[here].mover
    hands = np.zeros((2, HANDS, FACES), np.int32)
    draw_hands(s, seat, hands[me], rng)
    draw_hands(s, other(s, seat), hands[1 - me], rng)
    hands[me, 0] = 0
    for die in range(s.count[seat]):
        hands[me, 0, s.die[seat, die] - 1] += 1
    mean = np.zeros(public[here].count + 1)
    iterate(public[:used], hands, here, iterations, mean)
    return read_out(public, here, mean, events, shares)


@rule
def draw_hands(s, seat, hands, rng):
    for k in range(HANDS):
        for _ in range(s.count[seat]):
            hands[k, below(rng, FACES)] += 1


# The public states


@rule
def write_out(s, public):
    """Write out what can be bid; returns how many states there are, and which is the present one."""
    back = min(s.bids, BACK)
    start = s.bids - back
    root = public[0]
    root.bid = s.bid_list[start - 1] if start else 0
    root.limit = lowest(s, root.bid) + REACH
    used, at, here, choices = 1, 0, 0, 0
    while at < used:
        state = public[at]
        state.first, state.origin = used, choices
        made = s.bid_list[start + state.made] if 0 <= state.made < back else 0
        if state.made == back:
            here = at
        used = raise_all(s, public, at, made, used)
        state.count = used - state.first
        choices += state.count + 1
        at += 1
    return used, here


@rule
def lowest(s, bid):
    """Dice above which bids are looked at: nobody learns from very low ones."""
    return max(dice_of(bid), all_dice(s) // 7 - 1)


@rule
def raise_all(s, public, at, made, used):
    """The children of a state, that of the bid ``made`` (0: none) among them; returns the states used."""
    state = public[at]
    low = lowest(s, state.bid)
    if made and not low < dice_of(made) <= min(low + STEPS, state.limit):
        used = raise_to(s, public, at, made, made, used)
    for dice in range(low + 1, min(low + STEPS, state.limit, all_dice(s)) + 1):
        for face in range(FACES):
            if used + 1 < STATES:
                used = raise_to(s, public, at, FACES * (dice - 1) + face + 1, made, used)
    return used


@rule
def raise_to(s, public, at, bid, made, used):
    state, child = public[at], public[used]
    child.bid, child.mover = bid, 1 - state.mover
    child.made = state.made + 1 if bid == made else -1
    child.limit = max(state.limit, lowest(s, bid) + REACH) if bid == made else state.limit
    return used + 1


# Counterfactual regret


@rule
def iterate(public, hands, here, iterations, mean):
    """Add up in ``mean`` the strategies of the first hand of who moves at ``here``."""
    last = public[public.shape[0] - 1]
    choices = last.origin + last.count + 1
    regrets, chances = np.zeros((choices, HANDS)), np.zeros((choices, HANDS))
    reach = np.zeros((2, public.shape[0], HANDS))
    value = np.zeros((public.shape[0], HANDS))
    node = public[here]
    for t in range(iterations):
        for player in range(2):
            match_hands(public, regrets, chances)
            walk_down(public, chances, reach)
            walk_up(public, hands, player, chances, reach[1 - player], value, regrets)
            if player == node.mover:
                for k in range(node.count + 1):
                    weight = (t + 1.0) * (reach[player, here, 0] + 1e-9)
                    mean[k] += weight * chances[node.origin + k, 0]


@rule
def match_hands(public, regrets, chances):
    """Regret matching for every hand at every state; nobody can call before the first bid."""
    all_regrets, all_chances = regrets.reshape(-1), chances.reshape(-1)
    for at in range(public.shape[0]):
        state = public[at]
        low = 0 if state.bid else 1
        for h in range(HANDS):
            first = (state.origin + low) * HANDS + h
            match(all_regrets, all_chances, first, state.count + 1 - low, HANDS)


@rule
def walk_down(public, chances, reach):
    """How likely each hand of each player is to come to a state by its own choices."""
    reach[:, 0] = 1.0 / HANDS
    for at in range(public.shape[0]):
        state = public[at]
        for k in range(state.count):
            child, c = state.first + k, state.origin + 1 + k
            least = DOUBT if public[child].made >= 0 else 0.0
            for h in range(HANDS):
                chance = max(least, chances[c, h])
                reach[state.mover, child, h] = reach[state.mover, at, h] * chance
                reach[1 - state.mover, child, h] = reach[1 - state.mover, at, h]


@rule
def walk_up(public, hands, player, chances, theirs, value, regrets):
    """What every hand of ``player`` is worth at every state; adds up its regrets."""
    called = np.zeros(HANDS)
    for at in range(public.shape[0] - 1, -1, -1):
        state = public[at]
        called[:] = 0.0
        if state.bid:
            pay_call(state, hands, player, chances, theirs[at], called)
        if state.mover != player:
            value[at] = called
            for k in range(state.count):
                for h in range(HANDS):
                    value[at, h] += value[state.first + k, h]
        else:
            weigh(state, chances, called, value, at, regrets)


@rule
def weigh(state, chances, called, value, at, regrets):
    """What a state is worth to every hand of who moves there, the mean over its choices; adds up the regrets
    of these."""
    low = 0 if state.bid else 1
    for h in range(HANDS):
        mean = chances[state.origin, h] * called[h] if state.bid else 0.0
        for k in range(state.count):
            mean += chances[state.origin + 1 + k, h] * value[state.first + k, h]
        value[at, h] = mean
        for k in range(low, state.count + 1):
            worth = value[state.first + k - 1, h] if k else called[h]
            regrets[state.origin + k, h] = plus(regrets[state.origin + k, h], worth - mean)


@rule
def pay_call(state, hands, player, chances, theirs, called):
    """KD-D4: true or exceeded, the bidder wins: ``called[h]`` is 1 for a win times the other's reach."""
    face = (state.bid - 1) % FACES
    at_least = np.zeros(hands[0, 0].sum() + hands[1, 0].sum() + 2)
    for h in range(HANDS):
        chance = theirs[h] * (1.0 if state.mover == player else chances[state.origin, h])
        at_least[hands[1 - player, h, face]] += chance
    for k in range(at_least.shape[0] - 2, -1, -1):
        at_least[k] += at_least[k + 1]
    sign = -1.0 if state.mover == player else 1.0
    need = dice_of(state.bid)
    for h in range(HANDS):
        missing = max(0, need - hands[player, h, face])
        true = at_least[missing] if missing < at_least.shape[0] else 0.0
        called[h] = sign * (2.0 * true - at_least[0])


@rule
def read_out(public, here, mean, events, shares):
    state = public[here]
    n = 0
    for k in range(0 if state.bid else 1, state.count + 1):
        events[n] = RAISE + public[state.first + k - 1].bid - 1 if k else CALL
        shares[n] = mean[k]
        n += 1
    return n
