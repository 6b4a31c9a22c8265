"""``throwdown arena``: fairness measured, the library of throws and the tables of drawn duels computed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from throwdown.kernel.errors import ThrowdownError

app = typer.Typer(
    help="Dice thrown by physics: fairness, the library of throws, tables for drawn duels.",
    no_args_is_help=True,
)
Seed = Annotated[int, typer.Option(help="The same seed gives the same throws.", min=0)]


class Unfair(ThrowdownError):
    """Thrown dice failed the test of fairness."""


@app.command()
def fairness(
    throws: Annotated[int, typer.Option(help="Throws at each steadiness.", min=60)] = 100_000,
    seed: Seed = 1,
) -> None:
    """Throw a die often at each steadiness, and print chi-square tests of its faces and of faces against
    the hand. Where one fails it ends with an error, Unfair."""
    from throwdown.arena import fairness as measured
    from throwdown.arena.hand import Steadiness

    failed = list[str]()
    for steadiness in Steadiness:
        found = measured.measure(steadiness, throws, seed)
        tests = " ".join(
            f"{name} {value:.1f} (p {p:.3f})"
            for name, (value, p) in (
                ("faces", found.even),
                ("strength", found.by_strength),
                ("aim", found.by_aim),
                ("aim-attitude", found.aim_by_attitude),
            )
        )
        print(f"{found.steadiness:7} {throws} throws {list(found.faces)} {tests}", flush=True)
        if not found.passes:
            failed.append(found.steadiness)
    if failed:
        raise Unfair(f"not fair at {measured.LEVEL}: {', '.join(failed)}")


@app.command()
def library(
    folder: Annotated[Path, typer.Argument(help="Where the files go, one for each number of dice.")],
    seed: Seed = 1,
) -> None:
    """Compute the throws that tables play for ordinary rolls of 1 to 14 dice."""
    from throwdown.arena.library import compute

    total = 0
    for dice, throws, size in compute(folder, seed):
        total += size
        print(f"{dice:2} dice  {throws:2} throws  {size:6} bytes", flush=True)
    print(f"{total} bytes in all")


@app.command()
def drawn(
    game: Annotated[str, typer.Argument(help="The game whose tables are computed, such as kadoova-duel.")],
    throws: Annotated[int, typer.Option(help="Throws for each row of a table.", min=50)] = 1000,
    towers: Annotated[int, typer.Option(help="Towers of each kind.", min=5)] = 200,
    seed: Seed = 1,
) -> None:
    """Compute a game's tables for throws that are drawn, as lines for its data file."""
    from throwdown.arena.drawn import tables
    from throwdown.kernel.game import load

    for line in tables(load(game), throws, towers, seed):
        print(line, flush=True)
