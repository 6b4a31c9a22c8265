"""Endings of Duello solved by counterfactual regret over public states: two players with one or two target
dice each, from any declaration on, rerolls included.

Values that a hunter cannot tell apart are a class (``knowledge.py``), and a hand is the class of the dice
under the own cup as the hunter sees them. At a public state both choose together: to name a hand and shoot,
to ask about so many dice of each class, or to roll the spare ones again. Who is left alone, after the other's
shot, does so until the own shot, which ends the round (DU-9). A state in which nobody has a choice is no
state but an end.

That is a model of the ending. Who asks does not see about how many the other asks (DU-6); nobody asks about
the same value twice in one turn, or after it was found; each rolls again once, and then all spare dice; and
the next round is worth what ``worth`` says of the dice left.

Regrets stay above 0, and later strategies weigh more (CFR+: Tammelin 2014); the walk over public states is
that of all games (:mod:`throwdown.bots.ranges`). How Master goes by it is in ``solving.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...bots import ranges
from ...bots.ranges import EDGE, END, STATE, Changes, Learning, Manner, PublicTree, iterate
from ...kernel.contract import record, rule
from .knowledge import (
    ABSENT,
    AGAIN,
    HANDS,
    KNOWN,
    MISSES,
    NOTHING,
    PAIRS,
    REROLLS,
    SINGLE_HANDS,
    STOCKED,
    Moves,
    learn,
    no_moves,
    place_of,
    starts,
    stock_of,
)
from .record import DECLARE, IDLE, ROUNDS, SAY_AIM, SAY_REROLL, SAY_SHOOT, VALUES, acts

__all__ = ["LEAD", "filled", "fits", "is_solvable", "mixture", "ranges", "sketch", "solve", "tree_of"]

STATES, EDGES = 20_000, 20_000  # that are written out at most
LEAD = 0.35  # what a die more is worth when a round is over
TARGETS = 2  # dice of a target
BOTH = -1  # both choose
NO_DIE = -1
TWO = 3  # the bit set of both seats

PUBLIC = record(
    ("known", "i4", 2),  # what each hunter knows
    ("alone", "i4"),  # the seat that is left to shoot, else BOTH
    ("turns", "i4"),  # that it has, this one included
    ("left", "i4"),  # its target dice
)
SIZE = record(
    ("states", "i4"),
    ("edges", "i4"),
    ("rows", "i4"),  # of choices
    ("ends", "i4"),
)


class Draft(NamedTuple):
    """A tree that is written out: what is known in it, its states, and, when these are counted, its edges."""

    moves: Moves
    public: Any  # PUBLIC[room]
    states: Any  # STATE[room]
    edges: Any  # EDGE[edges]; none while they are counted
    pays: Any  # float64[ends, MISSES, MISSES]
    size: Any  # SIZE[1]
    missed: int  # the first shift of misses
    last: bool  # DU-14: whether it is the last round


@rule
def is_solvable(s):
    """Two players, one or two target dice each, and few enough public states behind what they declare now."""
    if s.seats != 2 or s.phase != DECLARE or not (acts(s, 0) or acts(s, 1)):
        return False
    for seat in range(2):
        if not 1 <= s.targets[seat] <= TARGETS:
            return False
    return fits(sketch(s, 0, 0))


@rule
def solve(s, seat, rng, iterations, events, shares):
    """The mixture of ``seat`` between a shot, an aim and a reroll; CFR+ that keeps the first state alone."""
    tree, rows, hunters = tree_of(s, seat)
    shape = (rows, tree.start.shape[1])
    learning = Learning(np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape))
    iterate(tree, learning, Manner(False, 1, 0.0, 0), 0, iterations)
    return mixture(s, seat, tree, hunters, learning.mean, events, shares)


@rule
def mixture(s, seat, tree, hunters, strategy, events, shares):
    """Fill ``events`` and ``shares`` with the declarations of ``seat`` in the first state of ``tree``, and
    their weights by ``strategy``, float64[rows, hands]; returns how many there are. ``hunters`` are those of
    :func:`tree_of`."""
    # Not through a record of the first state: compiled code frees an array after its own last use.
    count, origin = tree.states["count"][0, seat], tree.states["origin"][0, seat]
    shots, can_reroll = hunters["shots"][seat], hunters["rerolls"][seat] > 0
    hand = own_hand(s, seat, hunters) if acts(s, 1 - seat) else 0
    events[0], events[1], events[2] = SAY_SHOOT, SAY_AIM, SAY_REROLL
    shares[:3] = 0.0
    for choice in range(count):
        at = 0 if choice < shots else 2 if can_reroll and choice == count - 1 else 1
        shares[at] += strategy[origin + choice, hand]
    return 3 if can_reroll else 2


@rule
def own_hand(s, seat, hunters):
    """The hand of ``seat`` as its hunter sees it, by what the two hunters know, KNOWN[2]."""
    hunter, first, second = 1 - seat, ABSENT, NO_DIE
    value_of_first, known = NO_DIE, hunters[hunter]
    if known.unfound == 0:
        return 0
    for value in range(VALUES):
        for _ in range(s.target[seat, value] - s.right[hunter, value]):
            kind = AGAIN if s.right[hunter, value] else STOCKED if s.stock[hunter, value] else ABSENT
            if value_of_first == NO_DIE:
                first, value_of_first = kind, value
            elif value == value_of_first:
                return PAIRS[first]
            else:
                second = kind
    if second == NO_DIE:
        return first
    low, high = min(first, second), max(first, second)
    return PAIRS[low] + 1 + high - low


# The public states


@rule
def tree_of(s, seat):
    """What can follow, as a :class:`.ranges.PublicTree`, how many choices it has for one hand, and what the
    hunters know at first, KNOWN[2].

    Where there is no room for rerolls of both, ``seat`` alone has one, else nobody.
    """
    draft = sketch(s, TWO, REROLLS)
    if not fits(draft):
        draft = sketch(s, 1 << seat, REROLLS)
    if not fits(draft):
        draft = sketch(s, 0, 0)
    return filled(draft)


@rule
def filled(draft):
    """What :func:`tree_of` returns of a :class:`Draft` that fits."""
    moves, states, size = draft.moves, draft.states[: draft.size["states"][0]], draft.size
    edges, pays = np.zeros(size[0].edges, EDGE), np.zeros((size[0].ends, MISSES, MISSES))
    rows = size[0].rows
    write_out(Draft(moves, draft.public, states, edges, pays, size, draft.missed, draft.last))
    hands = moves.chances.shape[1]
    hunters, start = np.zeros(2, KNOWN), np.zeros((2, hands))
    for hunter in range(2):
        hunters[hunter] = moves.known[draft.public[0].known[hunter]]
        starts(hunters[hunter], start[1 - hunter])
    maps, counts = np.zeros((1, hands), np.int32), np.zeros((2, 0, hands), np.int32)
    changes = Changes(moves.shifts, moves.steps, moves.chances)
    return PublicTree(states, edges, start, maps, pays, counts, changes), rows, hunters


@rule
def fits(draft):
    """Whether there is room for all that was counted."""
    return draft.size["states"][0] <= STATES and draft.size["edges"][0] <= EDGES


@rule
def sketch(s, rollers, rerolls):
    """Count what can follow where each seat of the bit set ``rollers`` can roll again so often: a
    :class:`Draft` without edges. What does not fit is not counted to its end."""
    hands = HANDS if max(s.targets[0], s.targets[1]) > 1 else SINGLE_HANDS
    moves, public, states = no_moves(hands), np.zeros(STATES + 1, PUBLIC), np.zeros(STATES + 1, STATE)
    begin(s, moves, public, rollers, rerolls if s.idle < IDLE else 0)
    missed = learn(moves)
    edges, pays = np.zeros(0, EDGE), np.zeros((0, MISSES, MISSES))
    draft = Draft(moves, public, states, edges, pays, np.zeros(1, SIZE), missed, s.rounds == ROUNDS)
    write_out(draft)
    return draft


@rule
def begin(s, moves, public, rollers, rerolls):
    """Write what the hunters know into the first of ``public``."""
    root = public[0]
    root.alone = BOTH
    for hunter in range(2):
        prey, found, stocked, absent, again = 1 - hunter, 0, 0, 0, 0
        for value in range(VALUES):
            found += s.right[hunter, value]
            if s.wrong[hunter, value]:
                continue
            if s.right[hunter, value]:
                again = 1
            elif s.stock[hunter, value]:
                stocked += 1
            else:
                absent += 1
        unfound = max(0, s.targets[prey] - found) if acts(s, hunter) else 0
        again = again if unfound == 1 else 0
        spare = s.stocks[hunter] - stocked
        root.known[hunter] = place_of(
            moves, unfound, stocked, 0, absent, again, spare, rerolls * (rollers >> hunter & 1)
        )
        if not acts(s, hunter):  # DU-9
            root.alone, root.turns, root.left = prey, s.further[prey], s.targets[prey]


@rule
def write_out(draft):
    """Write out what can follow the first state: first the states are counted, then the edges are written."""
    size, public, at = draft.size[0], draft.public, 0
    size.states, size.edges, size.rows, size.ends = 1, 0, 0, 0
    while at < size.states <= STATES and size.edges <= EDGES:
        state = draft.states[at]
        for seat in range(2):
            state.count[seat], state.origin[seat] = choices_of(draft.moves, public[at], seat), size.rows
            size.rows += state.count[seat]
        state.first = size.edges
        for mine in range(max(1, state.count[0])):
            for theirs in range(max(1, state.count[1])):
                if public[at].alone == BOTH:
                    go_on_together(draft, at, mine, theirs)
                else:
                    go_on_alone(draft, at, mine, theirs)
        state.many = size.edges - state.first
        at += 1


@rule
def choices_of(moves, state, seat):
    """Shots come first, then questions, then the reroll. DU-9: the last turn is for a shot. So is every turn
    in which the other shoots at dice that are all found, for without a shot it is lost."""
    if state.alone == 1 - seat:
        return 0
    known, rival = moves.known[state.known[seat]], moves.known[state.known[1 - seat]]
    is_last = state.turns == 1 if state.alone == seat else rival.unfound == 0
    return known.shots + (0 if is_last else known.acts)


@rule
def go_on_together(draft, at, mine, theirs):
    """What follows where seat 0 makes the choice ``mine`` and seat 1 ``theirs``."""
    moves, state = draft.moves, draft.public[at]
    known, other = moves.known[state.known[0]], moves.known[state.known[1]]
    if mine < known.shots and theirs < other.shots:
        put_end(draft, at, mine, theirs, other.shot + theirs, known.shot + mine)
    elif mine < known.shots:
        put_shot(draft, at, mine, theirs, known.shot + mine, moves.acts[other.act + theirs - other.shots])
    elif theirs < other.shots:
        put_shot(draft, at, mine, theirs, other.shot + theirs, moves.acts[known.act + mine - known.shots])
    else:
        first = moves.acts[known.act + mine - known.shots]
        second = moves.acts[other.act + theirs - other.shots]
        for k in range(first.result, first.result + first.results):
            for j in range(second.result, second.result + second.results):
                one, two = moves.results[k], moves.results[j]
                next_state(draft, one.known, two.known, BOTH, 0, 0)
                put_next(draft, mine, theirs, two.shift, one.shift)


@rule
def put_shot(draft, at, mine, theirs, row, act):
    """DU-9: one shoots, by a row of chances, and the other, who does ``act``, goes on alone where target dice
    are left. DU-12: where none is, who shoots has won."""
    moves, state, size = draft.moves, draft.public[at], draft.size[0]
    shooter = 0 if mine < moves.known[state.known[0]].shots else 1
    if draft.edges.shape[0]:
        draft.pays[size.ends, 0, 0] = sign(1 - 2 * shooter) - 0.5
    hands = (row, NOTHING) if shooter else (NOTHING, row)
    put_edge(draft, mine, theirs, END, hands[0], hands[1])
    for left in range(1, moves.known[state.known[shooter]].unfound + 1):
        missed = draft.missed + (MISSES - 1) * row + left - 1
        for k in range(act.result, act.result + act.results):
            result = moves.results[k]
            if shooter:
                next_state(draft, result.known, state.known[1], 0, left, left)
                put_next(draft, mine, theirs, missed, result.shift)
            else:
                next_state(draft, state.known[0], result.known, 1, left, left)
                put_next(draft, mine, theirs, result.shift, missed)


@rule
def go_on_alone(draft, at, mine, theirs):
    """What follows a choice of the seat that is left: its shot ends the round."""
    moves, state = draft.moves, draft.public[at]
    seat = state.alone
    known, choice = moves.known[state.known[seat]], theirs if seat else mine
    if choice < known.shots:
        hands = (known.shot + choice, NOTHING) if seat else (NOTHING, known.shot + choice)
        put_end(draft, at, mine, theirs, hands[0], hands[1])
        return
    act = moves.acts[known.act + choice - known.shots]
    for k in range(act.result, act.result + act.results):
        result = moves.results[k]
        if seat:
            next_state(draft, state.known[0], result.known, 1, state.turns - 1, state.left)
            put_next(draft, mine, theirs, result.shift, 0)
        else:
            next_state(draft, result.known, state.known[1], 0, state.turns - 1, state.left)
            put_next(draft, mine, theirs, 0, result.shift)


@rule
def next_state(draft, first, second, alone, turns, left):
    """Write the next state, in which the hunters know ``first`` and ``second``; the room for one too many is
    written over."""
    state = draft.public[min(draft.size[0].states, STATES)]
    state.known[0], state.known[1] = first, second
    state.alone, state.turns, state.left = alone, turns, left


@rule
def put_next(draft, mine, theirs, first, second):
    """Add an edge to the next state by shifts of the hands of seats 0 and 1; to its end, where nobody has a
    choice in it."""
    moves, at = draft.moves, min(draft.size[0].states, STATES)
    state = draft.public[at]
    if choices_of(moves, state, 0) <= 1 and choices_of(moves, state, 1) <= 1:
        put_end(draft, at, mine, theirs, moves.told[first], moves.told[second])
        return
    put_edge(draft, mine, theirs, draft.size[0].states, first, second)
    draft.size[0].states += 1


@rule
def put_edge(draft, mine, theirs, to, first, second):
    """Add an edge: to a state by shifts of the hands of seats 0 and 1, or to an end by rows of chances."""
    size = draft.size[0]
    if draft.edges.shape[0]:
        edge = draft.edges[size.edges]
        edge.choice[0], edge.choice[1], edge.to, edge.number = mine, theirs, to, size.ends
        into = edge.outcomes if to == END else edge.shift
        into[0], into[1] = first, second
    size.edges += 1
    size.ends += to == END


@rule
def put_end(draft, at, mine, theirs, first, second):
    """Add the end of a round: rows of chances tell how many target dice of seats 0 and 1 are left."""
    state, moves = draft.public[at], draft.moves
    for own in range(MISSES if draft.edges.shape[0] else 0):
        for other in range(MISSES):
            ours = state.left if state.alone == 0 else own
            others = state.left if state.alone == 1 else other
            stock, stocks = stock_of(moves.known[state.known[0]]), stock_of(moves.known[state.known[1]])
            draft.pays[draft.size[0].ends, own, other] = worth(ours, others, stock, stocks, draft.last) - 0.5
    put_edge(draft, mine, theirs, END, first, second)


@rule
def worth(targets, others, stock, stocks, is_last):
    """The chance to win with so many target and stock dice left when a round is over, against ``others`` and
    ``stocks``."""
    if targets == 0 or others == 0:  # DU-12, DU-13
        return sign(targets - others if targets or others else stock - stocks)
    if is_last:  # DU-14
        return sign(targets - others if targets != others else stock - stocks)
    return 1.0 / (1.0 + np.exp(-LEAD * (targets + stock - others - stocks)))


@rule
def sign(ahead):
    """More wins, and as much is a draw."""
    if ahead == 0:
        return 0.5
    return 1.0 if ahead > 0 else 0.0
