"""Every game by itself: events a second on one core and on two, memory of a large batch, cold start."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import throwdown
from bench.timing import Result, in_turns, median, ratio
from throwdown.kernel.game import Game
from throwdown.lab.simulate import simulate

ROOT = Path(__file__).parents[2]
MILLIONS = {"kadoova-duel": 2.0}  # events a second to reach; 5 where nothing is said
SECONDS = 0.8  # of one measurement
TRIAL = 500  # matches, to see how many that is
BATCH = """
import re, sys, throwdown
from throwdown.lab.simulate import simulate
simulate(throwdown.load(sys.argv[1]), int(sys.argv[2]))
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1e6)
"""
COLD = """
import sys, throwdown
from throwdown.lab.simulate import simulate
simulate(throwdown.load(sys.argv[1]), 1)
"""


def measure_game(game: Game) -> list[Result]:
    """Random play of ``game`` with its least seats."""
    simulate(game, TRIAL, cores=1)  # loads the code
    trial = simulate(game, TRIAL, cores=1)
    many = max(TRIAL, int(TRIAL * SECONDS / trial.seconds))
    runs = {f"{cores}": lambda cores=cores: _rate(game, many, cores) for cores in (1, 2)}
    rates = in_turns(runs)
    return [
        Result(
            f"{game.title}, one core", median(rates["1"]) / 1e6, "M events/s", MILLIONS.get(game.key, 5.0)
        ),
        Result(f"{game.title}, two cores by one", ratio(rates, "2", "1"), "times", 1.8),
    ]


def _rate(game: Game, many: int, cores: int) -> float:
    batch = simulate(game, many, cores=cores)
    return batch.events / batch.seconds


def memory(game: Game, matches: int = 1_000_000) -> Result:
    """The most memory of a process that plays a million matches in one batch."""
    peak = float(_python(BATCH, game.key, str(matches)))
    return Result(f"A million matches of {game.title} in one batch", peak, "GB", 1.0, at_most=True)


def cold_start(game: Game) -> Result:
    """From the start of a process to its first match played, its code compiled before."""
    _python(COLD, game.key)
    times: list[float] = []
    for _ in range(5):
        began = time.perf_counter()
        _python(COLD, game.key)
        times.append(time.perf_counter() - began)
    return Result(f"Cold start of {game.title}, warm cache", median(times), "s", 1.0, at_most=True)


def _python(code: str, *arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},  # a warm cache has bytecode, too
    )
    return run.stdout


def measure() -> list[Result]:
    games = throwdown.all_games()
    results = [result for game in games for result in measure_game(game)]
    return [*results, *(cold_start(game) for game in games), memory(_quickest(results))]


def _quickest(results: list[Result]) -> Game:
    """The game with the most matches a second: a million of it take the least time."""
    return min(throwdown.all_games(), key=lambda game: simulate(game, 500, cores=1).seconds)
