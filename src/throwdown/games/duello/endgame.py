"""Endings of Duello solved by counterfactual regret over public states: two players with one target die each.

The hunter of a target die knows some values that it cannot show (DU-5). Dice of the stock that show another
are worth asking about; which of them come first is all one, so they have an order, and the other's hand is
where their die comes in it. A public state is how many each has asked about, and who has been answered
"right". At each both choose together: to shoot, or to ask about so many more.

That is a model of the ending. Rerolls are left out; who asks does not see how many the other asks about
(DU-6); the order in which dice are asked about is known to both; and whoever shoots without knowing the
target names each value that it may show equally often.

Regrets stay above 0, and later strategies weigh more (CFR+: Tammelin 2014); the walk over public states is
that of all games (:mod:`throwdown.bots.ranges`). How Master goes by it is in ``solving.py``.
"""

from __future__ import annotations

import numpy as np

from ...bots import ranges
from ...bots.ranges import EDGE, END, STATE, Learning, Manner, PublicTree, iterate
from ...kernel.contract import record, rule
from .record import DECLARE, ROUNDS, SAY_AIM, SAY_SHOOT, VALUES

__all__ = ["LEAD", "PUBLIC", "SIDES", "end", "is_solvable", "ranges"]
__all__ += ["solve", "solve_by", "survey", "tree_of"]

STATES = 3_693  # public states with six dice to ask about on either side
LEAD = 0.35  # what a die more is worth when a round is over

# What each hunter knows before: values that the target may show, those of them that the stock has, its dice
SIDES = record(
    ("values", "i4", 2), ("useful", "i4", 2), ("stocks", "i4", 2), ("found", "i4", 2), ("last", "i4")
)
PUBLIC = record(
    ("asked", "i4", 2),
    ("found", "i4", 2),
    ("possible", "i4", 2),  # bit set of the hands of a seat that the answers allow
)


@rule
def is_solvable(s):
    """Two players, one target die each, no shot yet, and something to ask about."""
    if s.seats != 2 or s.phase != DECLARE or s.targets[0] != 1 or s.targets[1] != 1:
        return False
    for seat in range(2):
        if s.shot[seat] or s.further[seat] or useful_dice(s, seat) == 0:
            return False
    return True


@rule
def useful_dice(s, seat):
    """How many values, of those that the target may show, the stock has; 1 where it is known already."""
    count = 0
    for value in range(VALUES):
        if s.right[seat, value]:
            return 1
        count += s.wrong[seat, value] == 0 and s.stock[seat, value] > 0
    return count


@rule
def solve(s, seat, rng, iterations, events, shares):
    """The mixture of ``seat`` between a shot and an aim."""
    return solve_by(s, seat, Manner(False, 1, 0.0, 0), iterations, events, shares)


@rule
def solve_by(s, seat, manner, iterations, events, shares):
    """:func:`solve` in a :class:`.ranges.Manner` that keeps the average of the first state."""
    sides = np.zeros(1, SIDES)
    survey(s, sides[0])
    first, last = own_hands(s, seat, sides)
    tree, rows = tree_of(sides)
    shape = (rows, VALUES)
    learning = Learning(np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape))
    iterate(tree, learning, manner, 0, iterations)
    events[0], events[1] = SAY_SHOOT, SAY_AIM
    shares[0] = shares[1] = 0.0
    # Not through a record of the first state: compiled code frees an array after its own last use.
    count, origin = tree.states["count"][0, seat], tree.states["origin"][0, seat]
    for hand in range(first, last):
        for choice in range(count):
            shares[min(1, choice)] += learning.mean[origin + choice, hand]
    return 2


@rule
def survey(s, side):
    side.last = int(s.rounds == ROUNDS)
    for seat in range(2):
        side.stocks[seat] = s.stocks[seat]
        side.useful[seat] = useful_dice(s, seat)
        for value in range(VALUES):
            side.values[seat] += s.wrong[seat, value] == 0
            if s.right[seat, value]:
                side.found[seat] = 1
        if side.found[seat]:
            side.values[seat] = 1


@rule
def own_hands(s, seat, sides):
    """Where the own target die may come in the other's order: from the first of these to before the last.
    ``sides`` is SIDES[1]."""
    side, hunter = sides[0], 1 - seat
    if side.found[hunter]:
        return 0, 1
    for value in range(VALUES):
        if s.target[seat, value] and s.stock[hunter, value]:
            return 0, side.useful[hunter]
    return side.useful[hunter], side.values[hunter]


# The public states


@rule
def tree_of(sides):
    """What can be asked and how it ends, as a :class:`.ranges.PublicTree`, and how many choices it has for
    one hand. ``sides`` is SIDES[1]."""
    side = sides[0]
    public, states = np.zeros(STATES, PUBLIC), np.zeros(STATES, STATE)
    used, drawn, rows, ends = write_out(side, public, states)
    edges, pays = np.zeros(drawn, EDGE), np.zeros((ends, VALUES, VALUES))
    draw_edges(side, public, states[:used], edges, pays)
    start, maps = np.full((2, VALUES), 1.0 / VALUES), np.zeros((1, VALUES), np.int32)
    counts = np.zeros((2, 0, VALUES), np.int32)
    return PublicTree(states[:used], edges, start, maps, pays, counts), rows


@rule
def write_out(side, public, states):
    """Write out what can be asked; returns how many states, edges, choices and ends there are."""
    root = public[0]
    for seat in range(2):
        root.found[seat] = side.found[seat]
        root.possible[seat] = (1 << side.values[1 - seat]) - 1
    used, drawn, rows, ends, at = 1, 0, 0, 0, 0
    while at < used:
        state = states[at]
        for seat in range(2):
            state.count[seat], state.origin[seat] = questions(side, public[at], seat) + 1, rows
            rows += state.count[seat]
        state.first = drawn
        state.many = state.count[0] + state.count[1] - 1
        ends += state.many
        for mine in range(1, state.count[0]):
            for theirs in range(1, state.count[1]):
                for answers in range(4):
                    answer(public[at], public[used], mine, theirs, answers)
                    used += 1
                    state.many += 1
        drawn += state.many
        at += 1
    return used, drawn, rows, ends


@rule
def draw_edges(side, public, states, edges, pays):
    """Write the edges of ``states``, in the order of the choices of seat 0 and then of seat 1, and what the
    ends pay, the chance to win less one half."""
    drawn, ends, to = 0, 0, 1
    for at in range(states.shape[0]):
        for mine in range(states[at].count[0]):
            for theirs in range(states[at].count[1]):
                for _ in range(4 if mine and theirs else 1):
                    edge = edges[drawn]
                    edge.choice[0], edge.choice[1] = mine, theirs
                    drawn += 1
                    if mine and theirs:
                        edge.to = to
                        to += 1
                    else:
                        edge.to, edge.number = END, ends
                        pay_out(side, public[at], mine, theirs, pays[ends])
                        ends += 1


@rule
def pay_out(side, state, mine, theirs, pays):
    """Fill ``pays``, float64[VALUES, VALUES], for the pairs of hands that the answers allow."""
    for hand in range(VALUES):
        for other in range(VALUES):
            if state.possible[0] >> hand & state.possible[1] >> other & 1:
                pays[hand, other] = end(side, state, 0, hand, other, mine, theirs) - 0.5


@rule
def questions(side, state, seat):
    """About how many dice ``seat`` can ask."""
    return 0 if state.found[seat] else side.useful[seat] - state.asked[seat]


@rule
def asked_now(state, seat, many):
    """The bit set of the places that ``many`` more questions of ``seat`` ask about."""
    return ((1 << many) - 1) << state.asked[seat]


@rule
def answer(state, child, mine, theirs, answers):
    """The state after both have asked; bit k of ``answers``: seat k has found its target."""
    for seat in range(2):
        many = theirs if seat else mine
        child.asked[seat] = state.asked[seat] + many
        child.found[seat] = answers >> seat & 1
        asked = asked_now(state, seat, many)
        child.possible[1 - seat] = state.possible[1 - seat] & (asked if child.found[seat] else ~asked)


# How a turn with a shot ends


@rule
def end(side, state, player, hand, other, choice, answer_of):
    """The chance that ``player`` wins where one of them shoots or both do; 0 stands for a shot."""
    rival = 1 - player
    mine = hits(side, state, player, other, choice)
    theirs = hits(side, state, rival, hand, answer_of)
    stocks = side.stocks[player] - state.asked[player] - choice
    others = side.stocks[rival] - state.asked[rival] - answer_of
    neither = (1.0 - mine) * (1.0 - theirs) * after_round(side, stocks - others)
    if choice == 0 and answer_of == 0:
        return mine * (1.0 - theirs) + mine * theirs * sign(stocks - others) + neither
    if choice == 0:  # DU-9: the other shoots only if this misses
        return mine + neither
    return (1.0 - theirs) * mine + neither


@rule
def hits(side, state, hunter, place, asks):
    """The chance that ``hunter`` hits the die at ``place``, having asked about ``asks`` more."""
    if state.found[hunter] or asked_now(state, hunter, asks) >> place & 1:
        return 1.0
    return 1.0 / (side.values[hunter] - state.asked[hunter] - asks)


@rule
def after_round(side, ahead):
    """The chance to win with one target die each and so many stock dice more (DU-11, DU-14)."""
    return sign(ahead) if side.last else 1.0 / (1.0 + np.exp(-LEAD * ahead))


@rule
def sign(ahead):
    """DU-13, DU-14: more stock wins, and an equal one is a draw."""
    if ahead == 0:
        return 0.5
    return 1.0 if ahead > 0 else 0.0
