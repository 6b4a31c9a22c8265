"""The table of prospects in :mod:`.between_turns`, from matches between players by the rule of thumb.

``python -m throwdown.games.kadoova_duel.prospects`` plays them, and prints the table: a row for the short
game, then one each for two, three and four seats to 10,000. How much a point, and a card of each kind in
hand, add to the logarithm of a seat's share of the win, times the square root of the turns to come. Fitted
by :mod:`throwdown.bots.logit`; as hands are full, what all kinds have in common is left to the ridge.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from throwdown.bots.levels import named
from throwdown.bots.logit import fit
from throwdown.bots.player import Player, sight
from throwdown.games.kadoova_duel.between_turns import (
    turns_to_come,  # pyright: ignore[reportUnknownVariableType]
)
from throwdown.games.kadoova_duel.cards import TURN, UPGRADES
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.records import Record

Numbers = NDArray[np.float64]

ROWS = (
    {"seats": 2},
    {"seats": 2, "values": {"two-seats": "to 10,000"}},
    {"seats": 3},
    {"seats": 4},
)
POINTS = 1000.0  # to a unit of the fit


def signs(s: Record) -> Numbers:
    """``[seat, sign]`` as a turn begins: points, and cards of each kind in hand."""
    seats = int(s.seats)
    scale = float(np.sqrt(turns_to_come(s)))
    return np.column_stack([s.score[:seats] / POINTS, s.hand[:seats, UPGRADES:]]) / scale


def play(match: Match, player: Player, rng: Random) -> tuple[list[Numbers], list[Numbers]]:
    """The signs of every turn of a match, and the share of each seat in its win."""
    turns, last = list[Numbers](), -1
    s: Record = match.state[0]
    while not match.over:
        if s.purpose == TURN and s.turns != last:
            last = int(s.turns)
            turns.append(signs(s))
        seat = match.awaited[0]
        match.play(seat, player.choose(sight(match, seat), rng))
    shares = np.array([(seat in match.winners) / len(match.winners) for seat in range(match.seats)])
    return turns, [shares] * len(turns)


def survey(matches: int, seed: int, setting: dict[str, Any]) -> tuple[Numbers, Numbers]:
    """``[turn, seat, sign]`` and ``[turn, seat]`` of many matches."""
    game = load("kadoova-duel").compile(players=True)
    player, rng = named("greedy"), Random(seed)
    turns, shares = list[Numbers](), list[Numbers]()
    for k in range(matches):
        more, won = play(game.match(seed=seed + k, **setting), player, rng)
        turns += more
        shares += won
    return np.array(turns), np.array(shares)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compute the prospects of Kadoova Duel.")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for setting in ROWS:
        weights = fit(*survey(wanted.matches, wanted.seed, setting), ridge=1.0)
        weights[0] /= POINTS
        print(np.array2string(weights, precision=5, separator=", ", suppress_small=True, max_line_width=110))
