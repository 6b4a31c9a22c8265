"""The whole contract on one game, told check by check."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable

from throwdown.conformance import CHECKS
from throwdown.conformance.trial import Check, Fault, Trial, engines_of
from throwdown.kernel.game import Game

Tell = Callable[[str], None]


def check_game(game: Game, tell: Tell = print) -> int:
    """Run every check on ``game`` and ``tell`` each as it is made; returns how many found a fault.

    Compiling comes first and takes most of the time.
    """
    began = time.perf_counter()
    tell(f"{game.title}: compiling its rules ...")
    game.compile()
    tell(f"{game.title}: compiled in {time.perf_counter() - began:.0f} s")
    outcomes = [_one(game, check, is_compiled, tell) for check in CHECKS for is_compiled in engines_of(check)]
    faults = outcomes.count(False)
    tell(f"{game.title}: {len(outcomes) - faults} checks hold, {faults} do not")
    return faults


def _one(game: Game, check: Check, is_compiled: bool, tell: Tell) -> bool:
    words = check.__name__.replace("_", " ")
    how = "compiled" if is_compiled else "interpreted"
    try:
        check(Trial(game, is_compiled))
    except Fault as fault:
        tell(f"FAULT  {words} ({how}): {fault}")
        return False
    except Exception as error:  # the code of a game may raise anything
        where = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error}, at line {where.lineno} of {where.filename}"
        tell(f"FAULT  {words} ({how}): {what}")
        return False
    tell(f"holds  {words} ({how})")
    return True
