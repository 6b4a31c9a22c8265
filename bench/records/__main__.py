"""``python -m bench records``: bytes of every game's record, how many of them change, and what copying takes.

A simulation copies the record once, and at each of its decisions in the tree copies it again and takes the
fingerprint of its bytes. What that takes is set beside a whole simulation of the shortest duel.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import numba
import numpy as np

import throwdown
from bench.report import report
from bench.timing import Result, in_turns, median
from throwdown.bots import sight, warm
from throwdown.bots.player import loops_of
from throwdown.bots.search import Style, Thoughts
from throwdown.bots.tree import words_of
from throwdown.kernel.rng import generator

GOALS = {"class-warfare": 400.0}  # bytes that the record of the smallest duel is to stay under
COPIES = 300_000
MATCHES = 12  # random ones, in which it is counted what of a record changes
SIMULATIONS = 2_000


def measure() -> dict[str, list[Result]]:
    games = throwdown.all_games()
    return {
        "The record of each game": [
            Result(game.title, game.rules.STATE.itemsize, "bytes", GOALS.get(game.key, 0.0), at_most=True)
            for game in games
        ],
        "What of it changes in random matches": [changing(game) for game in games],
        "Time": times(),
    }


def changing(game: throwdown.Game) -> Result:
    """The bytes of those fields of the game's record that are not always as at the beginning of a match."""
    found = set[str]()
    for seed in range(MATCHES):
        match, rng = game.match(game.seats[seed % 2], seed=seed), Random(seed)
        first = match.replay(0).state.copy()
        while not match.over:
            seat = match.awaited[0]
            match.play(seat, rng.choice(match.legal_events(seat)))
            names = game.rules.STATE.names or ()
            found |= {name for name in names if not np.array_equal(match.state[name], first[name])}
    return Result(game.title, sum(game.rules.STATE[name].itemsize for name in found), "bytes")


def times() -> list[Result]:
    """How long it takes to copy and fingerprint records, and to simulate Class Warfare."""
    duel, whole = (throwdown.load(key) for key in ("class-warfare", "kadoova-duel"))
    simulating = Simulating(duel)
    runs: dict[str, Callable[[], float]] = {
        f"To copy and fingerprint {game.rules.STATE.itemsize:,} bytes": _copying(
            game.rules.STATE, simulating.loops.fingerprint
        )
        for game in (duel, whole)
    }
    runs[f"A simulation of {duel.title}"] = simulating
    found = [median(each) for each in in_turns(runs).values()]
    return [
        *(Result(name, time, "ns") for name, time in zip(runs, found, strict=True)),
        Result("Decisions of it in the tree", simulating.decisions, ""),
        Result("Share of it that copying takes", 100 * simulating.decisions * found[0] / found[-1], "%"),
    ]


def _copying(kind: np.dtype[Any], fingerprint: Any) -> Callable[[], float]:
    @numba.njit
    def copy(here: Any, words: Any, there: Any, many: int) -> int:  # pragma: no cover - compiled
        found = 0
        for _ in range(many):
            here[0] = there[0]
            found ^= fingerprint(words, 0)
        return found

    here, there = np.zeros(1, kind), np.zeros(1, kind)
    words = words_of(here)

    def run() -> float:
        began = time.perf_counter()
        copy(here, words, there, COPIES)
        return 1e9 * (time.perf_counter() - began) / COPIES

    return run


class Simulating:
    """Simulations from the first decision of a match with a choice; a call gives the ns of one."""

    def __init__(self, game: throwdown.Game) -> None:
        warm(game)
        self.loops, self.decisions = loops_of(game), 0.0
        match, rng = game.match(seed=5), Random(1)
        self._game, self._seen = game, sight(match, match.awaited[0])
        while len(self._seen.legal) < 2:
            match.play(self._seen.seat, rng.choice(self._seen.legal))
            self._seen = sight(match, match.awaited[0])

    def __call__(self) -> float:
        thoughts = Thoughts(self._game, 1 << 14)
        began = time.perf_counter()
        thoughts.think(self._seen, generator(7), SIMULATIONS, Style().tuning())
        taken = time.perf_counter() - began
        self.decisions = float(thoughts.tree.nodes["visits"].sum()) / SIMULATIONS
        return 1e9 * taken / SIMULATIONS


def main() -> None:
    report("records", measure())


if __name__ == "__main__":
    main()
