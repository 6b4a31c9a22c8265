"""What a hunter knows of a target of one or two dice that it has not found, and what it can learn.

Values that it cannot tell apart are one: what its stock shows, what a reroll has brought, and what its stock
does not show. So is what lies under the other cup (a hand): a class of values, or a pair of classes. What is
asked, rolled or named then moves a hand to another class with some probability, which is counted here over
all values and pairs that the hand may be. Clauses are those of RULES.md.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...bots.ranges import SHIFT, STEP
from ...kernel.contract import record, rule
from .record import VALUES

HANDS = 9  # of two dice
SINGLE_HANDS = 4  # of one; when all are found there is one hand
MISSES = 3  # target dice that a shot may leave: 0 to 2
# Classes of a die: its value is shown by the stock, came by a reroll, is not shown, or is one found already
STOCKED, ROLLED, ABSENT, AGAIN = 0, 1, 2, 3
PAIRS = (0, 4, 7)  # hands of two equal dice of a class; those of two different ones follow
KINDS = 4  # what an answer tells: nothing is right, one die of the first class, of the second, or all
NONE, ALL = 0, 3
REROLLS = 1  # of a hunter; a second one changes what an ending is worth by less than a thousandth
# Room for what two hunters can come to know, with two rerolls each
MOST_KNOWN, MOST_ACTS, MOST_RESULTS, MOST_SHOTS = 300, 1_020, 2_642, 1_152
MOST_SHIFTS = MOST_RESULTS + (MISSES - 1) * MOST_SHOTS
MOST_STEPS, MOST_ROWS = 28_000, MOST_SHOTS + MOST_SHIFTS
NOTHING = 1  # the row of a hand at which nobody shoots

KNOWN = record(
    ("unfound", "i4"),  # target dice that are not found
    ("stocked", "i4"),  # values that such a die may have, by their class
    ("rolled", "i4"),
    ("absent", "i4"),
    ("again", "i4"),  # 1: the value that was found may be there a second time
    ("spare", "i4"),  # stock dice that nothing can be asked with
    ("rerolls", "i4"),  # that are left
    ("act", "i4"),  # the first of its acts: to ask about so many dice, to roll the spare ones again
    ("acts", "i4"),
    ("shot", "i4"),  # the first of its shots, rows of chances
    ("shots", "i4"),
)
ACT = record(("result", "i4"), ("results", "i4"))  # the first of its results
RESULT = record(("known", "i4"), ("shift", "i4"))  # what the hunter knows then, what becomes of the hands


class Moves(NamedTuple):
    """All that two hunters can come to know and do."""

    known: Any  # KNOWN[n]
    acts: Any  # ACT[n]
    results: Any  # RESULT[n]
    shifts: Any  # SHIFT[n]; the first is nobody's
    steps: Any  # STEP[n]
    chances: Any  # float64[rows, hands, MISSES]: what shots miss; the first row is nobody's
    told: Any  # int32[n]: for a shift, the row of the only shot that is left behind it
    used: Any  # int64[6]: how much of each there is


@rule
def no_moves(hands):
    """Room for what two hunters know, with nothing in it, for so many ``hands`` at most."""
    chances, told = np.zeros((MOST_ROWS, hands, MISSES)), np.zeros(MOST_SHIFTS, np.int32)
    chances[NOTHING, :, 0] = 1.0
    told[0] = NOTHING
    return Moves(
        np.zeros(MOST_KNOWN, KNOWN), np.zeros(MOST_ACTS, ACT), np.zeros(MOST_RESULTS, RESULT),
        np.zeros(MOST_SHIFTS, SHIFT), np.zeros(MOST_STEPS, STEP), chances, told,
        np.array([0, 0, 0, 1, 0, NOTHING + 1]),
    )  # fmt: skip


@rule
def stock_of(known):
    """Dice of the stock."""
    return known.stocked + known.rolled + known.spare


@rule
def values_of(known):
    """How many values a die that is not found may have, without the one that was found."""
    return known.stocked + known.rolled + known.absent


@rule
def class_of(known, value):
    """The class of a value, from 0; the one that was found comes last."""
    if value < known.stocked:
        return STOCKED
    if value < known.stocked + known.rolled:
        return ROLLED
    return ABSENT if value < values_of(known) else AGAIN


@rule
def sort_hand(known, value, other):
    """The hand of a die that is not found, or of two, ``value`` no higher than ``other``."""
    first = class_of(known, value)
    if known.unfound < 2:
        return first if known.unfound else 0
    if value == other:
        return PAIRS[first]
    return PAIRS[first] + 1 + class_of(known, other) - first


@rule
def dice_of(known):
    """All that the dice which are not found may be: int32[n, 2], pairs of values in order; one die, or none,
    stands there twice."""
    end, count = values_of(known) + known.again if known.unfound else 1, 0
    dice = np.zeros((end * (end + 1) // 2 if known.unfound == 2 else end, 2), np.int32)
    for value in range(end):
        for other in range(value, end if known.unfound == 2 else value + 1):
            dice[count, 0], dice[count, 1] = value, other
            count += 1
    return dice


@rule
def count_hands(known, dice, counts):
    """Fill ``counts``, float64[HANDS], with how many of ``dice``, those of :func:`dice_of`, each hand is."""
    counts[:] = 0.0
    for value, other in dice:
        counts[sort_hand(known, value, other)] += 1.0


@rule
def starts(known, weights):
    """Fill ``weights``, float64[hands], with the probability of each hand: two different dice are rolled in
    two ways, equal ones in one."""
    weights[:] = 0.0
    for value, other in dice_of(known):
        is_single = value == other if known.unfound == 2 else class_of(known, value) == AGAIN
        weights[sort_hand(known, value, other)] += 1.0 if is_single else 2.0
    weights /= weights.sum()


@rule
def place_of(moves, unfound, stocked, rolled, absent, again, spare, rerolls):
    """The number of what a hunter knows, which is added where it is new."""
    if unfound == 0:
        spare += stocked + rolled
        stocked = rolled = absent = again = 0
    if spare == 0 or absent == 0:
        rerolls = 0
    for at in range(moves.used[0]):
        known = moves.known[at]
        if (
            known.unfound == unfound
            and known.stocked == stocked
            and known.rolled == rolled
            and known.absent == absent
            and known.again == again
            and known.spare == spare
            and known.rerolls == rerolls
        ):
            return at
    at = moves.used[0]
    moves.used[0] += 1
    known = moves.known[at]
    known.unfound, known.again, known.spare, known.rerolls = unfound, again, spare, rerolls
    known.stocked, known.rolled, known.absent = stocked, rolled, absent
    return at


@rule
def learn(moves):
    """Add all that follows what is known so far; returns the first of the shifts of :func:`add_misses`."""
    at, counts = 0, np.zeros(HANDS)
    table = np.zeros((KINDS, HANDS, HANDS))
    while at < moves.used[0]:
        known = moves.known[at]
        dice = dice_of(known)
        count_hands(known, dice, counts)
        add_shots(moves, known, dice, counts)
        known.act = moves.used[1]
        for first in range(known.stocked + 1):
            for second in range(known.rolled + 1):
                if first + second:
                    add_question(moves, known, dice, counts, table, first, second)
        if known.rerolls:
            add_reroll(moves, known, dice, counts, table)
        known.acts = moves.used[1] - known.act
        at += 1
    missed = add_misses(moves)
    add_last_shots(moves)
    return missed


@rule
def add_shots(moves, known, dice, counts):
    """DU-7: what was found is named, and for the rest a hand; of its values the first, for all are alike."""
    known.shot = moves.used[5]
    is_named = np.zeros(HANDS)
    for value, other in dice:
        hand = sort_hand(known, value, other)
        if is_named[hand] == 0.0:
            is_named[hand] = 1.0
            add_shot(known, dice, counts, value, other, moves.chances[moves.used[5]])
            moves.used[5] += 1
    known.shots = moves.used[5] - known.shot


@rule
def add_shot(known, dice, counts, named, second, chances):
    """Fill ``chances``, float64[hands, MISSES], for the values that are named."""
    for value, other in dice:
        hits = 0
        if known.unfound == 2 and named == second:
            hits = (value == named) + (other == named)
        elif known.unfound == 2:
            hits = (value == named or other == named) + (value == second or other == second)
        elif known.unfound == 1:
            hits = int(value == named)
        hand = sort_hand(known, value, other)
        chances[hand, known.unfound - hits] += 1.0 / counts[hand]


@rule
def add_question(moves, known, dice, counts, table, first, second):
    """DU-4: to ask about so many dice of the two classes, a value each; which of them is all one."""
    table[:] = 0.0
    for value, other in dice:
        hand = sort_hand(known, value, other)
        here = is_asked(known, value, first, second)
        there = value != other and is_asked(known, other, first, second)
        kind, after = NONE, hand
        if here and (there or known.unfound == 1):
            kind, after = ALL, 0
        elif here:  # DU-5: one die matches one
            kind = 1 + class_of(known, value)
            after = AGAIN if value == other else class_of(known, other)
        elif there:
            kind, after = 1 + class_of(known, other), class_of(known, value)
        table[kind, hand, after] += 1.0 / counts[hand]
    act = moves.acts[moves.used[1]]
    act.result = moves.used[2]
    stocked, rolled = known.stocked - first, known.rolled - second
    for kind in range(KINDS):
        if table[kind].sum() == 0.0:
            continue
        unfound, again = known.unfound, known.again
        if kind == ALL:
            unfound, again = 0, 0
        elif kind != NONE:
            unfound, again = 1, 1
        to = place_of(moves, unfound, stocked, rolled, known.absent, again, known.spare, known.rerolls)
        add_result(moves, to, table[kind])
    act.results = moves.used[2] - act.result
    moves.used[1] += 1


@rule
def is_asked(known, value, first, second):
    return value < first or known.stocked <= value < known.stocked + second


@rule
def add_reroll(moves, known, dice, counts, table):
    """DU-3: to roll all spare dice again. Those that show a value that was absent can be asked with."""
    news = np.zeros(VALUES + 2)
    new_values(known, news)
    act = moves.acts[moves.used[1]]
    act.result = moves.used[2]
    for new in range(min(known.spare, known.absent) + 1):
        rolled, absent, spare = known.rolled + new, known.absent - new, known.spare - new
        to = place_of(
            moves, known.unfound, known.stocked, rolled, absent, known.again, spare, known.rerolls - 1
        )
        table[0] = 0.0
        for value, other in dice:
            hand, after = sort_hand(known, value, other), sort_hand(moves.known[to], value, other)
            table[0, hand, after] += news[new] / counts[hand]
        add_result(moves, to, table[0])
    act.results = moves.used[2] - act.result
    moves.used[1] += 1


@rule
def new_values(known, news):
    """Fill ``news``, float64[VALUES + 2], with the probability of each number of absent values that the spare
    dice show when they are rolled."""
    news[0] = 1.0
    for _ in range(known.spare):
        for new in range(known.absent, -1, -1):
            came = news[new - 1] * (known.absent - new + 1) / VALUES if new else 0.0
            news[new] = news[new] * (VALUES - known.absent + new) / VALUES + came


@rule
def add_result(moves, to, table):
    """An act may lead to number ``to`` of what is known; ``table``, float64[HANDS, HANDS], says how."""
    result = moves.results[moves.used[2]]
    result.known, result.shift = to, moves.used[3]
    moves.used[2] += 1
    shift = moves.shifts[moves.used[3]]
    shift.first = moves.used[4]
    for before in range(HANDS):
        for after in range(HANDS):
            if table[before, after] > 0.0:
                add_step(moves, before, after, table[before, after])
    shift.many = moves.used[4] - shift.first
    moves.used[3] += 1


@rule
def add_step(moves, before, after, chance):
    step = moves.steps[moves.used[4]]
    step.before, step.after, step.chance = before, after, chance
    moves.used[4] += 1


@rule
def add_misses(moves):
    """A shift for each shot and number of misses but 0, after which nothing of the hand matters. Returns the
    first of them: that of row ``r`` and ``m`` misses is ``(MISSES - 1) * r + m - 1`` further on."""
    first, rows = moves.used[3], moves.used[5]
    for row in range(rows):
        for misses in range(1, MISSES):
            shift = moves.shifts[moves.used[3]]
            shift.first = moves.used[4]
            moves.told[moves.used[3]] = moves.used[5]
            for hand in range(moves.chances.shape[1]):
                chance = moves.chances[row, hand, misses]
                moves.chances[moves.used[5], hand, 0] = chance
                if chance > 0.0:
                    add_step(moves, hand, 0, chance)
            shift.many = moves.used[4] - shift.first
            moves.used[3] += 1
            moves.used[5] += 1
    return first


@rule
def add_last_shots(moves):
    """For each result after which one shot alone is left: what it misses, by the hands before that result."""
    for k in range(moves.used[2]):
        result = moves.results[k]
        known, shift = moves.known[result.known], moves.shifts[result.shift]
        if known.shots != 1:
            continue
        moves.told[result.shift] = moves.used[5]
        for n in range(shift.first, shift.first + shift.many):
            step = moves.steps[n]
            for misses in range(MISSES):
                chance = step.chance * moves.chances[known.shot, step.after, misses]
                moves.chances[moves.used[5], step.before, misses] += chance
        moves.used[5] += 1
