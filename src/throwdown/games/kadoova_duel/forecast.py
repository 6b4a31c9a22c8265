"""Kadoova Duel: how a duel is likely to go with the dice that cards add or take, and what it brings."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.contract import rule
from .duels.register import FACTS, carried, has_winner
from .duels.table import NOBODY, count_of, is_in

MOST_DICE = 2  # added or taken, that the table tells apart
AT_STAKE = 1.7  # of what a duel brings: bets and Double Down go with it


class Forecast(NamedTuple):
    """What is foreseen of a duel of two.

    ``chances[a][b]`` is the chance that the challenger comes out ahead with ``a - MOST_DICE`` dice more than
    the rulebook gives, where the challenged has ``b - MOST_DICE`` more. ``stake`` is by how many points the
    winner comes out ahead, ``gain`` how many points the winner has then, both without the 100 of a challenger
    (KD-6), and ``cover`` what a Viking Invasion takes from the lead of whom it is laid on.
    """

    chances: list[list[float]]
    stake: float
    gain: float
    cover: float


DICE = range(-MOST_DICE, MOST_DICE + 1)  # that cards have added, or below 0 taken
OTHERS = Forecast([[0.5 + 0.08 * (mine - theirs) for theirs in DICE] for mine in DICE], 1250.0, 1250.0, 100.0)
# With the house values, paced: see :mod:`.survey`
# fmt: off
FORECASTS: dict[str, Forecast] = {
    "axe": Forecast([
        [1.00, 1.00, 0.24, 0.07, 0.02], [1.00, 1.00, 0.33, 0.13, 0.06], [1.00, 1.00, 0.52, 0.37, 0.22],
        [1.00, 1.00, 0.74, 0.54, 0.35], [1.00, 1.00, 0.84, 0.65, 0.42],
    ], 1120.0, 1120.0, 376.0),
    "chicken": Forecast([
        [0.51, 0.31, 0.19, 0.15, 0.13], [0.70, 0.51, 0.33, 0.22, 0.17], [0.81, 0.68, 0.51, 0.35, 0.26],
        [0.86, 0.78, 0.66, 0.50, 0.38], [0.87, 0.83, 0.75, 0.64, 0.51],
    ], 1802.0, 1802.0, 272.0),
    "class": Forecast([
        [0.50, 0.50, 0.00, 0.00, 0.00], [0.50, 0.50, 0.00, 0.00, 0.00], [1.00, 1.00, 0.50, 0.50, 0.50],
        [1.00, 1.00, 0.50, 0.50, 0.50], [1.00, 1.00, 0.50, 0.50, 0.50],
    ], 2000.0, 1251.0, 194.0),
    "con": Forecast([
        [0.51, 0.52, 0.50, 0.50, 0.50], [0.48, 0.50, 0.47, 0.47, 0.47], [0.51, 0.52, 0.50, 0.50, 0.50],
        [0.51, 0.52, 0.50, 0.50, 0.50], [0.51, 0.52, 0.50, 0.50, 0.50],
    ], 1631.0, 1631.0, 0.0),
    "beach": Forecast([
        [0.50, 0.42, 0.34, 0.26, 0.18], [0.58, 0.50, 0.42, 0.34, 0.26], [0.66, 0.58, 0.50, 0.42, 0.34],
        [0.74, 0.66, 0.58, 0.50, 0.42], [0.82, 0.74, 0.66, 0.58, 0.50],
    ], 0.0, 0.0, 0.0),
    "hare": Forecast([
        [0.48, 0.48, 0.48, 0.03, 0.00], [0.48, 0.48, 0.48, 0.03, 0.00], [0.48, 0.48, 0.48, 0.03, 0.00],
        [0.68, 0.68, 0.68, 0.07, 0.00], [0.77, 0.77, 0.77, 0.11, 0.01],
    ], 1401.0, 1401.0, 133.0),
    "pineapple": Forecast([
        [0.95, 0.95, 0.95, 0.95, 0.95], [0.92, 0.86, 0.86, 0.86, 0.86], [0.83, 0.80, 0.74, 0.74, 0.74],
        [0.77, 0.67, 0.63, 0.66, 0.66], [0.64, 0.57, 0.55, 0.59, 0.60],
    ], 1297.0, 1297.0, 0.0),
    "plague": Forecast([
        [0.50, 0.50, 0.53, 0.52, 0.52], [0.49, 0.52, 0.50, 0.51, 0.51], [0.50, 0.49, 0.50, 0.50, 0.50],
        [0.48, 0.49, 0.50, 0.50, 0.50], [0.48, 0.49, 0.49, 0.50, 0.50],
    ], 1253.0, 1253.0, 61.0),
    "skeptic": Forecast([
        [0.53, 0.73, 0.83, 0.83, 0.83], [0.49, 0.70, 0.82, 0.82, 0.82], [0.47, 0.69, 0.79, 0.79, 0.79],
        [0.47, 0.69, 0.79, 0.79, 0.79], [0.47, 0.69, 0.79, 0.79, 0.79],
    ], 1156.0, 1156.0, 153.0),
    "quick-draw": Forecast([
        [0.50, 0.50, 0.00, 0.00, 0.00], [0.50, 0.50, 0.00, 0.00, 0.00], [1.00, 1.00, 0.50, 0.31, 0.22],
        [1.00, 1.00, 0.69, 0.49, 0.37], [1.00, 1.00, 0.78, 0.62, 0.50],
    ], 1000.0, 1000.0, 170.0),
    "war": Forecast([
        [0.50, 0.38, 0.38, 0.24, 0.20], [0.63, 0.51, 0.51, 0.33, 0.27], [0.63, 0.51, 0.50, 0.35, 0.29],
        [0.76, 0.68, 0.66, 0.50, 0.44], [0.80, 0.73, 0.71, 0.57, 0.50],
    ], 1936.0, 1936.0, 0.0),
    "horse": Forecast([
        [0.50, 0.34, 0.27, 0.22, 0.20], [0.66, 0.51, 0.42, 0.36, 0.33], [0.74, 0.60, 0.50, 0.44, 0.41],
        [0.78, 0.65, 0.56, 0.51, 0.47], [0.81, 0.69, 0.60, 0.55, 0.51],
    ], 1078.0, 1037.0, 106.0),
}
# fmt: on
EACH = [FORECASTS.get(each.key, OTHERS) for each in FACTS]
CHANCES = np.array([each.chances for each in EACH])
STAKES = np.array([each.stake for each in EACH])
GAINS = np.array([each.gain for each in EACH])
COVERS = np.array([each.cover for each in EACH])


@rule
def weight_of_others(s):
    """What a point of another counts against one's own: of two players as much, of more a part of it."""
    return 1.0 / max(1, s.seats - 1)


@rule
def row_of(dice):
    """The row of the table for so many dice more."""
    return min(MOST_DICE, max(-MOST_DICE, dice)) + MOST_DICE


@rule
def chance_of(s, seat, on, dice):
    """The chance that ``seat`` wins the duel that is on, or about to begin, where duelist ``on`` gets so many
    ``dice`` more than it has; 0 for who is not in it, and where nobody wins.

    Of more than two each must come out ahead of every other: their odds against add up (Bradley and Terry
    1952).
    """
    if not has_winner(s.duel) or not is_in(s.duelists, seat):
        return 0.0
    mine = row_of(carried(s, seat) + (dice if on == seat else 0))
    against = 0.0
    for other in range(s.seats):
        if other != seat and is_in(s.duelists, other):
            theirs = row_of(carried(s, other) + (dice if on == other else 0))
            ahead = chance_of_first(s, seat, mine, theirs)
            against += (1.0 - ahead) / max(0.01, ahead)
    return 1.0 / (1.0 + against)


@rule
def chance_of_first(s, seat, mine, theirs):
    """The chance that ``seat`` comes out ahead of another, by their rows of the table."""
    if s.opponent == NOBODY or seat == s.challenger:
        return CHANCES[s.duel, mine, theirs]
    return 1.0 - CHANCES[s.duel, theirs, mine]


@rule
def chance_at_first(s):
    """The chance that the challenger wins before any card; in an All Duel that of each."""
    if s.opponent == NOBODY:
        return 1.0 / count_of(s.duelists)
    return CHANCES[s.duel, MOST_DICE, MOST_DICE]


@rule
def worth_of_win(s):
    """Points that the winner of the duel gets ahead of another."""
    return AT_STAKE * STAKES[s.duel]


@rule
def worth_of_chance(s, chance):
    """What a ``chance`` to win the duel is worth, in points ahead of the others."""
    return worth_of_win(s) * chance * (1.0 + weight_of_others(s))


@rule
def worth_of_dice(s, seat, on, dice):
    """What so many ``dice`` more of duelist ``on`` are worth to duelist ``seat``, in points ahead of the
    others."""
    return worth_of_chance(s, chance_of(s, seat, on, dice) - chance_of(s, seat, on, 0))
