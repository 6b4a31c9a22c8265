"""KA'DICE!: how a position looks to the judge that is learned from play (:mod:`throwdown.bots.judges`).

The table holds, for the owner of one card against another, the chance of matching it within one, two or three
turns from each set of held dice, exact but for two things: a shift that comes once a round is there in every
turn, and Small Straight's bonus roll is left out. From it the rest of the round is followed, turn by turn.
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import MAX_SEATS, rule
from .cards import CARDS, DICE, FACES, shown_by, takes_any
from .choices import can_eliminate
from .outcomes import COUNT, FIRST, KEYS, ROLL_DICE, ROLL_KEY, mean_of_rolls
from .state import ACT, NOBODY, TURNS

HELD = 210  # sets of up to four dice
TABLE = CARDS * CARDS * TURNS * HELD
PLAIN = 15  # signs before those of the cards
SIGNS = PLAIN + 2 * CARDS
# BELOW[n, k] is the number of ways to choose k of n
BELOW = np.array([[1, 0, 0, 0, 0]] + [[0] * 5] * 9, np.int64)
for _n in range(1, 10):
    BELOW[_n] = BELOW[_n - 1] + np.concatenate([[0], BELOW[_n - 1, :-1]])


@rule
def place_of(card, target, turn, held):
    """Where the table has the chance of ``card`` against ``target`` within ``turn`` + 1 turns."""
    return ((card * CARDS + target) * TURNS + turn) * HELD + held


@rule
def number_of(counts, many):
    """The number, 0 to 209, of a set of ``many`` dice, up to four, ``counts[face]`` of each face."""
    number, at = 0, DICE - 1 - many
    for face in range(1, FACES + 1):
        for _ in range(counts[face]):
            at += 1
            number += BELOW[face + at - 1, at]
    return number


@rule
def held_by(s, seat):
    """The number of the set of dice that ``seat`` has on the hold card."""
    counts, many = np.zeros(FACES + 1, np.int64), 0
    for die in range(DICE):
        if s.held[seat] >> die & 1:
            counts[s.face[seat, die]] += 1
            many += 1
    return number_of(counts, many)


@rule
def work_out(table):
    """Fill ``table``, float32[TABLE]."""
    hits, gains = np.zeros(KEYS), np.zeros(KEYS)
    for card in range(CARDS):
        for target in range(CARDS):
            for k in range(FIRST[DICE], FIRST[DICE + 1]):
                shown = shown_by(ROLL_DICE[k])
                hits[ROLL_KEY[k]] = 1.0 if takes_any(card, shown) > 0 or shown >> target & 1 == 1 else 0.0
            gains[:] = hits
            for turn in range(TURNS):
                first = place_of(card, target, turn, 0)
                fill_turn(card, gains, table[first : first + HELD])
                for k in range(FIRST[DICE], FIRST[DICE + 1]):
                    best = hits[ROLL_KEY[k]]
                    if best == 0.0:
                        best = best_held(COUNT[k], table[first : first + HELD])
                    gains[ROLL_KEY[k]] = best


@rule
def fill_turn(card, gains, chances):
    """``chances``, float32[HELD], by set of held dice: the mean of ``gains`` after the next roll."""
    for many in range(DICE):
        for k in range(FIRST[many], FIRST[many + 1]):
            chances[number_of(COUNT[k], many)] = mean_of_rolls(card, 0, ROLL_KEY[k], DICE - many, gains)


@rule
def best_held(counts, chances):
    """The best of ``chances`` over the dice that may be held of five, ``counts[face]`` of each face."""
    faces, at = np.zeros(DICE, np.int64), 0
    for face in range(1, FACES + 1):
        for _ in range(counts[face]):
            faces[at] = face
            at += 1
    best = 0.0
    held = np.zeros(FACES + 1, np.int64)
    for chosen in range((1 << DICE) - 1):
        held[:] = 0
        many = 0
        for die in range(DICE):
            if chosen >> die & 1:
                held[faces[die]] += 1
                many += 1
        best = max(best, chances[number_of(held, many)])
    return best


@rule
def follow(s, table, got, kept):
    """The rest of the round: ``got[seat]`` cards that a seat is expected to eliminate, and the chance
    ``kept[seat]`` that it keeps its own active card; both float64[8]."""
    at_it = np.zeros(MAX_SEATS)  # the chance that a seat still has turns: it has not eliminated yet
    for seat in range(s.seats):
        got[seat] = 0.0
        kept[seat] = float(s.in_play >> seat & 1)
        at_it[seat] = kept[seat]
    if s.turn == NOBODY:
        return
    turns = np.zeros(MAX_SEATS, np.int64)
    seat = s.turn
    if s.phase == ACT:
        if can_eliminate(s):
            take_turn(s, seat, table, 1.0, got, kept, at_it)
        turns[seat] = 1
        seat = seat + 1 if seat + 1 < s.seats else 0
    for _ in range(TURNS * s.seats):
        if turns[seat] < s.left[seat]:
            take_turn(s, seat, table, -1.0 - turns[seat], got, kept, at_it)
            turns[seat] += 1
        seat = seat + 1 if seat + 1 < s.seats else 0


@rule
def take_turn(s, seat, table, odds, got, kept, at_it):
    """One turn of ``seat``, which eliminates any card with chance ``odds``; below 0 it is -1 less the number
    of its turn, and the chance is that of the table."""
    busy = at_it[seat] * kept[seat]
    number = held_by(s, seat)
    missed, gained = 1.0, 0.0
    for other in range(s.seats):
        if other == seat or not s.in_play >> other & 1 or s.immune >> other & 1:
            continue
        hit = odds
        if odds < 0.0:
            turn = int(-1.0 - odds)
            place = place_of(s.active[seat] - 1, s.active[other] - 1, turn, number)
            before = table[place - HELD] if turn else 0.0
            hit = (table[place] - before) / max(1e-6, 1.0 - before)
        hit *= kept[other]
        gained += hit
        missed *= 1.0 - hit
        kept[other] -= busy * hit
    got[seat] += busy * gained
    at_it[seat] *= 1.0 - kept[seat] * (1.0 - missed)


@rule
def describe(s, seat, table, signs):
    """Fill ``signs``, float32[SIGNS]: how the position looks for ``seat``."""
    got, kept = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    follow(s, table, got, kept)
    signs[:] = 0.0
    others = s.seats - 1.0
    mine = cards_of(s, seat)
    after = mine - float(int(s.active[seat] != 0)) + kept[seat]
    best, best_after, total = 0.0, 0.0, mine
    for other in range(s.seats):
        if other != seat:
            theirs = cards_of(s, other)
            lost = float(int(s.active[other] != 0)) - kept[other]
            best, best_after = max(best, theirs), max(best_after, theirs - lost)
            total += theirs
            signs[0] += got[other] / others
            signs[1] += lost / others
            if s.active[other]:
                signs[PLAIN + CARDS + s.active[other] - 1] += kept[other] / others
    signs[2] = got[seat]
    signs[3] = kept[seat]
    signs[4] = mine / 17.0
    signs[5] = (mine - best) / 6.0
    signs[6] = (after - best_after) / 6.0
    signs[7] = (after - best_after) / np.sqrt(1.0 + total)
    signs[8] = total / s.seats / 17.0
    signs[9] = float(int(s.turn == seat))
    signs[10] = float(int(s.phase == ACT and s.turn == seat))
    signs[11] = s.left[seat] / 3.0
    signs[12] = float(s.immune >> seat & 1)
    signs[13] = float(int(s.dealer == seat))
    signs[14] = float(int(after < 1.5))
    if s.active[seat]:
        signs[PLAIN + s.active[seat] - 1] = kept[seat]


@rule
def cards_of(s, seat):
    return float(s.stock[seat] + int(s.active[seat] != 0))
