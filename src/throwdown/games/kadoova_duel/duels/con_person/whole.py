"""Con-Person (KD-D4) with few dice, whole: every run of bids and every hand.

A public state is a run of bids. All numbers of a die are alike, so runs that differ only in the names of the
numbers are one state: there the numbers are named in the order in which they were first bid. A bid of a
number that was not bid before leads to the state in which it has the lowest free name; there the hands are
those with the two names exchanged. Hands are the multisets of a seat's dice, as counts of each number.

The choices of a state are to call, where there is a bid, then the bids in the order of the rules. A bid of
all dice must be called, so that it ends a run: no state follows it. All that is paid is 1 to the winner,
taken from the loser.
"""

from __future__ import annotations

from .....bots import ranges
from .....bots.ranges import END
from .....kernel.contract import record, rule

__all__ = ["FACES", "RUN", "child_of", "draw", "ranges", "write_out"]

FACES = 6
FULL = -1

RUN = record(
    ("dice", "i4"),  # of the last bid; 0 before the first
    ("face", "i4"),
    ("named", "i4"),  # how many numbers have been bid
    ("mover", "i4"),
    ("parent", "i4"),
    ("first", "i4"),  # its children, by dice and then by number, up to the first free name
)


@rule
def named_after(run):
    """How many of the numbers lead to states of their own: those that have been bid, and one new one."""
    return min(run.named + 1, FACES)


@rule
def write_out(runs, most):
    """Write the runs of bids with ``most`` dice in all into ``runs``, RUN[n]; returns how many there are,
    FULL where they do not fit, and how many choices they have for one hand."""
    used, at, choices = 1, 0, 0
    runs[0].parent = -1
    while at < used:
        run = runs[at]
        wide = named_after(run)
        left = most - run.dice
        run.first = used
        choices += left * FACES + int(run.dice > 0)
        if used + (left - 1) * wide > runs.shape[0]:
            return FULL, choices
        for dice in range(run.dice + 1, most):
            for face in range(wide):
                child = runs[used]
                child.dice, child.face, child.mover, child.parent = dice, face, 1 - run.mover, at
                child.named = max(run.named, face + 1)
                used += 1
        at += 1
    return used, choices


@rule
def child_of(run, dice, face):
    """The number of the run that follows with a bid of ``dice`` dice of ``face``, not of all dice."""
    return run.first + (dice - run.dice - 1) * named_after(run) + min(face, run.named)


@rule
def draw(runs, most, states, edges):
    """Write ``runs``, RUN[n] of bids with ``most`` dice in all, as the public tree of ``states``, STATE[n],
    and ``edges``, EDGE[choices]. The naming of an edge is 1 + 6 times one number plus the other, where two
    are exchanged."""
    drawn = 0
    for at in range(runs.shape[0]):
        run, state = runs[at], states[at]
        mover = run.mover
        state.first = state.origin[mover] = drawn
        if run.dice:
            edge = edges[drawn]
            edge.to, edge.number, edge.need, edge.stake = END, run.face, run.dice, 2.0 * mover - 1.0
            drawn += 1
        for dice in range(run.dice + 1, most + 1):
            for face in range(FACES):
                edge = edges[drawn]
                edge.choice[mover] = drawn - state.first
                if dice == most:
                    edge.to, edge.number, edge.need, edge.stake = END, face, dice, 1.0 - 2.0 * mover
                else:
                    edge.to = child_of(run, dice, face)
                    edge.naming = 1 + FACES * run.named + face if face > run.named else 0
                drawn += 1
        state.many = state.count[mover] = drawn - state.first
