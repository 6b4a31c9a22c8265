"""Solving a game with few pieces beforehand, so that Master plays it by what is kept.

The matches are those that ``TAUGHT`` of the game's ``solving.py`` names, and what is kept of their strategies
is its ``keep``. Each is solved by regret minimisation (:mod:`.solve`), is stopped by Ctrl-C and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from throwdown.kernel.game import Game
from throwdown.lab.runs import keeping_place
from throwdown.lab.solve import Look, Solution, Sought, solve

ITERATIONS = 300  # by default


def teach(
    game: Game,
    iterations: int,
    folder: Path,
    command: str,
    keep: Path | None,
    told: Callable[[int, Look], None],
) -> list[Solution]:
    """Solve each match that ``game`` names in so many ``iterations`` and keep its strategy in ``folder``,
    with the ``command`` that made it.

    ``told`` is called with the number of the match at every look. What was learnt of a match lies in a file
    of its own beside ``keep``, by default in the user's cache folder, until it is solved. Raises as
    :func:`.solve.solve` does.
    """
    base = keep or keeping_place({"what": "train", "game": game.key, "rules": game.version})
    solutions: list[Solution] = []
    for number, values in enumerate(game.solving.TAUGHT):
        file = base.with_name(f"{base.stem}-{number}.npz")

        def say(look: Look, number: int = number) -> None:
            told(number, look)

        whole, solution = solve(Sought(game.key, dict(values)), 0.0, iterations, keep=file, told=say)
        made = {"command": command, "minutes": solution.course[-1].minutes, "curve": solution.course}
        game.solving.keep(whole, msgspec.to_builtins(made), folder)
        file.unlink()
        solutions.append(solution)
    return solutions
