"""Liar's dice and Kuhn poker: our compiled rules against OpenSpiel, and against the same game in C."""

from __future__ import annotations

import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from bench.timing import Result, in_turns, median, ratio
from throwdown.kernel.chance import Reported
from throwdown.kernel.contract import CHANCE, MAX_SEATS
from throwdown.kernel.game import Game

HERE = Path(__file__).parent
REFERENCE = HERE.parent / "reference"
MANY = 500_000
FEW = 15_000
DICE = 5


def reference(name: str) -> Game:
    """A reference game, compiled."""
    return Game(REFERENCE / name).compile()


def after_dice(game: Game, **values: Any) -> np.ndarray[Any, Any]:
    """The record of a match whose hidden dice or cards have been dealt."""
    match = game.match(chance=Reported(), values=values)
    rng = random.Random(1)
    while CHANCE in match.awaited:
        match.play(CHANCE, rng.choice(match.legal_events(CHANCE)))
    return match.state


def ours(game: Game, state: np.ndarray[Any, Any], many: int) -> Callable[[], float]:
    """Random matches a second on from ``state``, on one core."""
    points = np.zeros((many, MAX_SEATS), np.int64)

    def run() -> float:
        began = time.process_time()
        game.engine.playouts(state, many, 1, 0, 10_000, points)
        return many / (time.process_time() - began)

    return run


def first_choice(game: Any) -> Any:
    """OpenSpiel's state after its chance events."""
    state, rng = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def spiel_in_c(game: Any, many: int) -> Callable[[], float]:
    """OpenSpiel's C++ random playouts a second: one simulation of its MCTS bot is ``many`` of them."""
    state = first_choice(game)

    def run() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(many, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
        began = time.process_time()
        bot.step(state)
        return many / (time.process_time() - began)

    return run


def spiel_in_python(game: Any, many: int) -> Callable[[], float]:
    """Random playouts a second through OpenSpiel's Python API, by the loop of its ``example.py``."""
    first, rng = first_choice(game), random.Random(1)

    def run() -> float:
        began = time.process_time()
        for _ in range(many):
            state = first.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    events, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(events, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions(state.current_player())))
            state.returns()
        return many / (time.process_time() - began)

    return run


def in_c(folder: Path, many: int) -> Callable[[], float]:
    """Whole matches a second of ``liars_dice.c``, by its own clock."""
    program = folder / "liars_dice"
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, HERE / "liars_dice.c"], check=True)

    def run() -> float:
        said = subprocess.run(
            [program, str(DICE), str(many), "1"], capture_output=True, text=True, check=True
        )
        return many / float(said.stdout.split()[2])

    return run


def same_game(game: Game, folder: Path) -> bool:
    """Whether the C program plays our very matches: as many events, as many won by seat 0."""
    points = np.zeros((MANY, MAX_SEATS), np.int64)
    state = game.match(chance=Reported()).state
    events = game.engine.playouts(state, MANY, 1, 0, 10_000, points)
    said = subprocess.run(
        [folder / "liars_dice", str(DICE), str(MANY), "1"], capture_output=True, text=True, check=True
    )
    return said.stdout.split()[:2] == [str(events), str(int((points[:, 0] > 0).sum()))]


def measure() -> list[Result]:
    """Liar's dice with five dice, and Kuhn poker, side by side."""
    liars, kuhn = reference("liars_dice"), reference("kuhn")
    theirs, their_kuhn = pyspiel.load_game(f"liars_dice(numdice={DICE})"), pyspiel.load_game("kuhn_poker")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rates = in_turns(
            {
                "bids": ours(liars, after_dice(liars), MANY),
                "bids C++": spiel_in_c(theirs, MANY),
                "bids Python": spiel_in_python(theirs, FEW),
                "dice": ours(liars, liars.match(chance=Reported()).state, MANY),
                "dice C": in_c(folder, MANY),
                "Kuhn": ours(kuhn, after_dice(kuhn), MANY),
                "Kuhn C++": spiel_in_c(their_kuhn, MANY),
            }
        )
        if not same_game(liars, folder):
            raise RuntimeError("liars_dice.c and bench/reference/liars_dice play different matches")
    first = "Liar's dice from the first bid"
    return [
        Result(f"{first}, ours", median(rates["bids"]) / 1e6, "M matches/s"),
        Result(f"{first}, OpenSpiel in C++", median(rates["bids C++"]) / 1e6, "M matches/s"),
        Result(f"{first}, OpenSpiel in Python", median(rates["bids Python"]) / 1e6, "M matches/s"),
        Result("  ours by its C++", ratio(rates, "bids", "bids C++"), "times", 8),
        Result("  ours by its Python", ratio(rates, "bids", "bids Python"), "times", 60),
        Result("Liar's dice, every die an event, ours", median(rates["dice"]) / 1e6, "M matches/s"),
        Result("Liar's dice, every die an event, C", median(rates["dice C"]) / 1e6, "M matches/s"),
        Result("  ours by C", ratio(rates, "dice", "dice C"), "times", 0.7),
        Result(
            "Kuhn poker after the deal, ours by OpenSpiel's C++", ratio(rates, "Kuhn", "Kuhn C++"), "times"
        ),
    ]
