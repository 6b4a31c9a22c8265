"""Endings of Duello that matches come to, as Master solves them: ``python -m tests.lab.endings``.

Matches of the rule of thumb against itself are played. At every declaration with one or two target dice each
at which there is a choice it is told how many endings are solved with a reroll of both, how much best
responses win against the solution (half of their sum), how long it takes, and by how much the value to seat 0
differs where nobody, and where each twice, can roll again. Of the last, those are left out for which there is
no room.

``--pairs N`` plays N pairs of matches from the first such declaration of a match on, by the real rules and
with the seats exchanged: a player that declares by the solutions, and else goes by the rule of thumb, against
the rule of thumb alone.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import throwdown
from throwdown.bots import sight
from throwdown.bots.levels import PLAIN
from throwdown.bots.player import Player, Sight, loops_of
from throwdown.bots.search import drawn
from throwdown.games.duello import endgame, solving
from throwdown.games.duello.record import DECLARE
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.rng import generator

FIRST = 200_001  # seed of the first match


def positions(game: Game, matches: int) -> Counter[tuple[bytes, int]]:
    """Records that are hidden for a seat which has a choice, and that seat, and how often each came."""
    found: Counter[tuple[bytes, int]] = Counter()
    for number in range(matches):
        match, rng = game.match(seed=FIRST + number), Random(number)
        players = [PLAIN["greedy"]() for _ in range(2)]
        while not match.over:
            seat = match.awaited[0]
            seen = sight(match, seat)
            record: Any = seen.state[0]
            if record.phase == DECLARE and max(record.targets) <= 2 and len(seen.legal) > 1:
                found[seen.state.tobytes(), seat] += 1
            match.play(seat, players[seat].choose(seen, rng))
    return found


class BySolutions:
    """Declares by what solves endings, and goes by the rule of thumb where nothing is solved."""

    def __init__(self) -> None:
        self._otherwise = PLAIN["greedy"]()

    def choose(self, seen: Sight, rng: Random) -> int:
        """An event for the seat, drawn by the solution."""
        if len(seen.legal) > 1 and loops_of(seen.game).is_solved(seen.state):
            events, shares = solving.solution(seen.game, seen.state, seen.seat, generator(1))
            return drawn((events.tolist(), shares.tolist()), rng)
        return self._otherwise.choose(seen, rng)


def ending_of(game: Game, number: int) -> Match | None:
    """A match by the rule of thumb as far as the first declaration of both with one or two target dice each
    and stock dice; None where it has none."""
    match, rng = game.match(seed=FIRST + number), Random(number)
    player = PLAIN["greedy"]()
    while not match.over:
        record: Any = match.state[0]
        is_open = record.phase == DECLARE and len(match.awaited) == 2
        if is_open and max(record.targets) <= 2 and record.stocks[:2].min():
            return match
        match.play(match.awaited[0], player.choose(sight(match, match.awaited[0]), rng))
    return None


def play_on(match: Match, number: int, own: int) -> float:
    """The share of the win of seat ``own``, who goes by solutions from here on."""
    players: list[Player] = [PLAIN["greedy"](), PLAIN["greedy"]()]
    players[own], rng = BySolutions(), Random(f"played {number}")
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, players[seat].choose(sight(match, seat), rng))
    winner = int(match.state[0]["winner"])
    return 0.5 if winner < 0 else float(winner == own)


def play(game: Game, pairs: int) -> None:
    """Print the share of the win of solutions over so many pairs of matches."""
    shares: list[float] = []
    number = 0
    while len(shares) < pairs:
        played = [play_on(match, number, own) for own in range(2) if (match := ending_of(game, number))]
        if played:
            shares.append(sum(played) / 2)
        number += 1
    error = 1.96 * np.std(shares) / np.sqrt(pairs)
    print(
        f"solutions win {100 * np.mean(shares):.1f} % ± {100 * error:.1f} of {pairs} pairs by the real rules"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--pairs", type=int, default=0)
    asked = parser.parse_args()
    game = throwdown.load("duello").compile(players=True)
    if asked.pairs:
        play(game, asked.pairs)
        return
    math = game.part(Path(endgame.__file__))
    found = positions(game, asked.matches)
    total, counts, won, seconds = found.total(), Counter[str](), [], []
    differences: dict[int, list[tuple[float, int]]] = {0: [], 2: []}
    for (data, seat), many in found.items():
        state = np.frombuffer(bytearray(data), game.rules.STATE)
        if not math.is_solvable(state[0]):
            counts["not solved"] += many
            continue
        began = time.perf_counter()
        tree, strategy, _ = solving.solve(game, state, seat)
        seconds.append(time.perf_counter() - began)
        won.append(sum(math.ranges.result(tree, strategy.copy(), each, True) for each in range(2)) / 2)
        if not math.fits(math.sketch(state[0], endgame.TWO, 1)):
            counts["with a reroll of one or nobody"] += many
            continue
        counts["with a reroll of both"] += many
        value = math.ranges.result(tree, strategy, 0, False)
        for rerolls, into in differences.items():
            draft = math.sketch(state[0], endgame.TWO, rerolls)
            if math.fits(draft):
                tree, rows, _ = math.filled(draft)
                strategy = solving.to_the_end(math, tree, rows)
                into.append((abs(math.ranges.result(tree, strategy, 0, False) - value), many))
    print(f"{total} declarations in {asked.matches} matches, {len(found)} different:")
    for what, many in counts.most_common():
        print(f"  {what}: {many}, {100 * many / total:.1f} %")
    print(f"best responses win {max(won):.5f} at most, {np.mean(won):.5f} on average")
    print(f"seconds: {np.median(seconds):.3f} in the middle, {max(seconds):.2f} at most")
    for rerolls, pairs in differences.items():
        gaps, weights = np.array(pairs).T
        mean = np.average(gaps, weights=weights)
        print(f"with {rerolls} rerolls each, at {weights.sum():.0f} declarations, the value differs by")
        print(f"  {gaps.max():.5f} at most, {mean:.5f} on average")


if __name__ == "__main__":
    main()
