"""``throwdown lab solve``: equilibria of games small enough."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.console import grouped, progress, status
from throwdown.lab.options import MOST_ROUNDS, Duel, Json, Key, print_json, values_of

if TYPE_CHECKING:
    from throwdown.lab.solve import Look


@dataclass(frozen=True)
class Goal:
    """When a strategy is good enough, and what is paid."""

    goal: Annotated[
        float, typer.Option(help="Stop when a best response wins no more than this.", min=0, max=1000)
    ] = 0.001
    iterations: Annotated[
        int, typer.Option(help="Stop after so many iterations at the latest.", min=1, max=MOST_ROUNDS)
    ] = 10_000
    points: Annotated[
        bool, typer.Option("--points", help="Pay half the lead in points, not 1 for a win.")
    ] = False


@grouped
def solve(
    game: Key,
    setting: Duel,
    goal: Goal,
    to: Annotated[
        Path | None,
        typer.Option(help="Write every choice and its probability to this table."),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Keep what was learnt in this .npz file; by default in the cache.")
    ] = None,
    json: Json = False,
) -> None:
    """Solve GAME for two by regret minimisation (predictive CFR+), where all that can follow can be written
    out, such as con-person --set dice=4. Prints what the game is worth to the first seat, and what a best
    response wins against the strategy found, on average over both seats."""
    from throwdown.lab import files
    from throwdown.lab import solve as solving
    from throwdown.lab.named import game_of

    if to:
        files.check(to)
    met = game_of(game)
    sought = solving.Sought(game, values_of(met, setting), goal.points)
    met.match(2, values=sought.values)
    with status(f"making {met.title} ready"):
        met.compile()
    with progress(met.title, goal.iterations) as bar:

        def told(look: Look) -> None:
            bar.reach(look.iterations, goal.iterations)
            if not json:
                print(_line(look), flush=True)

        whole, solved = solving.solve(sought, goal.goal, goal.iterations, keep=keep, told=told)
    if to:
        files.write(to, ["seat", "known", "choice", "probability"], whole.rows())
    if json:
        print_json(solved)
    else:
        print(f"{solved.title}: {solved.positions:,} positions, {solved.choices:,} choices")


def _line(look: Look) -> str:
    return f"{look.iterations} iterations: worth {look.value:+.6f}, exploitable by {look.exploitability:.6f}"
