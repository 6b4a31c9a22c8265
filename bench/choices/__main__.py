"""``python -m bench choices``: processor time of a choice of Master, of Master with a part of its thought,
and of ``master-1``, on one core. The part is half; a third at KA'DICE!, where half comes out a little above
half of the time, a 26th at Command Dice, where Master has ten times the simulations of ``master-1`` and a
judge, and a 16th at DARDZ, where it has rollouts. At Kadoova Duel it is all, for Master ends a search there
when it is sure.

Matches of Master against itself are played, and the three are asked at every choice, in turns; none has a
clock, and each keeps its tree from choice to choice as at a table. Prints a table and writes
``bench/results/choices.json``. How strong they are, ``throwdown lab meet GAME master/2 master-1`` tells.
"""

from __future__ import annotations

import time
from random import Random

import numpy as np

import throwdown
from bench.report import report
from bench.timing import Result
from throwdown.bots import sight, warm
from throwdown.bots.levels import unhurried
from throwdown.bots.player import Player
from throwdown.kernel.game import Game

MATCHES = {"command-dice": 8, "duello": 8, "dardz": 4, "kadice": 8, "kadoova-duel": 4, "con-person": 8}
# Which Master is asked beside it, where that is not half of it:
LESS = {"command-dice": "master/26", "dardz": "master/16", "kadice": "master/3", "kadoova-duel": "master"}
BEST = 1.0  # seconds that 95 of 100 choices of Master may take at most
HALF = 0.5  # what Master with a part of its thought may take at most of what ``master-1`` takes


def asked(game: Game, seed: int, seconds: dict[str, list[float]]) -> None:
    """Play a match of Master against itself, and add what each choice takes each kind of ``seconds``."""
    match, rng = game.match(2, seed=seed), Random(seed)
    players: dict[str, list[Player]] = {
        kind: [unhurried(kind) for _ in range(match.seats)] for kind in seconds
    }
    while not match.over:
        seen = sight(match, match.awaited[0])
        event = seen.legal[0]
        if len(seen.legal) > 1:
            for kind in seconds:
                began = time.process_time()
                chosen = players[kind][seen.seat].choose(seen, rng)
                seconds[kind].append(time.process_time() - began)
                event = chosen if kind == "master" else event
        match.play(seen.seat, event)


def measure(game: Game) -> list[Result]:
    warm(game)
    kinds = ("master", LESS.get(game.key, "master/2"), "master-1")
    asked(game, 0, {kind: [] for kind in kinds})  # loads the code
    seconds: dict[str, list[float]] = {kind: [] for kind in kinds}
    for seed in range(1, MATCHES[game.key] + 1):
        asked(game, seed, seconds)
    whole, less, former = (np.array(seconds[kind]) for kind in kinds)
    return [
        Result("choices asked of each", len(whole), ""),
        Result("a choice of Master", float(1000 * whole.mean()), "ms"),
        Result("95 of 100 take less than", float(np.quantile(whole, 0.95)), "s", BEST, at_most=True),
        Result("Master by master-1", float(whole.sum() / former.sum()), "times"),
        Result(
            "Master with a part of its thought by master-1",
            float(less.sum() / former.sum()),
            "times",
            HALF,
            at_most=True,
        ),
    ]


def main() -> None:
    report("choices", {throwdown.load(key).title: measure(throwdown.load(key)) for key in MATCHES})


if __name__ == "__main__":
    main()
