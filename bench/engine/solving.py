"""How soon liar's dice with a die each is solved, here and by OpenSpiel's CFR+, and what the values are."""

from __future__ import annotations

import time
from typing import Any

import pyspiel

from bench.engine.peers import reference
from bench.timing import Result
from throwdown.bots.solver import Solver, solve, solver
from throwdown.kernel.chance import Reported

GOAL = 1e-3
VALUE, KUHN_VALUE = -7 / 258, -1 / 18  # for the first seat
FIRST_LOOK, STEP = 150, 25  # iterations of OpenSpiel's before its exploitability is asked for


def fresh(name: str, **values: Any) -> Solver:
    game = reference(name)
    return solver(game, game.match(chance=Reported(), values=values).state, 400_000)


def ours() -> float:
    """Processor seconds to the goal, everything included: the tree, the iterations, the checks."""
    began = time.process_time()
    solve(fresh("liars_dice", dice=1), GOAL, step=STEP)
    return time.process_time() - began


def theirs() -> float:
    """Processor seconds of OpenSpiel's CFR+ (in C++) to the goal; its checks are not counted."""
    game = pyspiel.load_game("liars_dice(numdice=1)")
    began, seconds, iterations = time.process_time(), 0.0, 0
    solving = pyspiel.CFRPlusSolver(game)
    while True:
        for _ in range(STEP if iterations else FIRST_LOOK):
            solving.evaluate_and_update_policy()
            iterations += 1
        seconds += time.process_time() - began
        if pyspiel.exploitability(game, solving.average_policy()) <= GOAL:
            return seconds
        began = time.process_time()


def measure() -> list[Result]:
    """Side by side: ours before and after theirs, the slower of the two counts."""
    ours()
    mine = ours()
    spiel = theirs()
    mine = max(mine, ours())
    liars, kuhn = fresh("liars_dice", dice=1), fresh("kuhn")
    for one, goal in ((liars, 1e-4), (kuhn, 1e-6)):
        solve(one, goal, step=500)
    title = "Liar's dice 1x6 to exploitability 1e-3"
    return [
        Result(f"{title}, ours", mine, "s"),
        Result(f"{title}, OpenSpiel's CFR+", spiel, "s"),
        Result("  ours sooner by", spiel / mine, "times", 40),
        Result("Its value, away from -7/258 by", abs(liars.value - VALUE), "", 1e-4, at_most=True),
        Result("Kuhn poker, away from -1/18 by", abs(kuhn.value - KUHN_VALUE), "", 1e-4, at_most=True),
    ]
