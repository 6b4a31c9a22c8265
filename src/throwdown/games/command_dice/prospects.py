"""The table of prospects in :mod:`.heuristics`, from matches between players by the rule of thumb.

``python -m throwdown.games.command_dice.prospects`` plays them, and prints the table. Row t is for t turns to
come: how much a point ahead, and a red, a white and a blue die more, add to the logarithm of the odds of the
round, times the square root of 1 + the dice that both have left. Fitted by :mod:`throwdown.bots.logit`.

The table in place was made when Regular went by the rule of thumb of former levels (:mod:`.former`). It
stays, for they go by it, too.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

from throwdown.bots.levels import named
from throwdown.bots.logit import fit
from throwdown.bots.player import Player, sight
from throwdown.games.command_dice import state
from throwdown.games.command_dice.judge import turns_to_come  # pyright: ignore[reportUnknownVariableType]
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.records import Record

TURNS = state.CARDS // state.LINE
Numbers = NDArray[np.float64]


def signs(s: Record) -> list[float]:
    """How a turn begins: the turns to come, then what counts for seat 0."""
    mine, theirs = s.pool[0], s.pool[1]
    scale = np.sqrt(1.0 + mine.sum() + theirs.sum())
    return [turns_to_come(s) + 1, *(np.array([s.score[0] - s.score[1], *(mine - theirs)]) / scale)]


def play(match: Match, player: Player, rng: Random) -> list[list[float]]:
    """The signs of every turn of a match, and whether seat 0 won its round; drawn rounds are left out."""
    rows, turns = list[list[float]](), list[list[float]]()
    s: Record = match.state[0]
    rounds, victories = 1, s.victories.copy()
    while not match.over:
        if s.phase == state.COMMIT and not s.ready.any():
            turns.append(signs(s))
        seat = match.awaited[0]
        match.play(seat, player.choose(sight(match, seat), rng))
        gained = s.victories - victories
        if gained.any():
            rows += [[*turn, float(gained[0])] for turn in turns]
        if gained.any() or s.rounds != rounds:
            turns, rounds, victories = [], s.rounds, s.victories.copy()
    return rows


def survey(matches: int, seed: int) -> Numbers:
    """The rows of many matches."""
    game = load("command-dice").compile(players=True)
    player, rng = named("regular"), Random(seed)
    return np.array([row for k in range(matches) for row in play(game.match(seed=seed + k), player, rng)])


def table(rows: Numbers) -> Numbers:
    """``weights[turns to come]``; row 0, where nothing is to come, is that of the last turn."""
    fitted = [weights(rows[rows[:, 0] == t, 1:]) for t in range(1, TURNS)]
    return np.array([fitted[0], *fitted])


def weights(rows: Numbers) -> Numbers:
    """Logit weights, float64[signs], by which seat 0 wins; ``rows``, float64[matches, signs + 1], hold by how
    much each of its signs is more than that of seat 1, and whether it won."""
    signs, won = rows[:, :-1], rows[:, -1]
    return fit(np.stack([signs, 0 * signs], 1), np.stack([won, 1 - won], 1), ridge=1e-3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compute the prospects of Command Dice.")
    parser.add_argument("--matches", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    print(np.array2string(table(survey(wanted.matches, wanted.seed)), precision=2, separator=", "))
