"""``python -m throwdown.lab``: the laboratory from a command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from throwdown.bots import warm
from throwdown.kernel.game import all_games, load
from throwdown.lab import levels as ladder
from throwdown.lab.matchup import meet
from throwdown.lab.simulate import Policy, simulate

app = typer.Typer(add_completion=False, no_args_is_help=True, help="The laboratory.")
console = Console()
Cores = Annotated[int | None, typer.Option(help="How many cores; by default all.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.")]


@app.command(name="simulate")
def simulate_many(
    game: str, matches: int = 10_000, looks: Annotated[int, typer.Option(help="1 is random play.")] = 1,
    seats: int | None = None, seed: Seed = 0, cores: Cores = None,
) -> None:  # fmt: skip
    """Play matches of GAME in one batch and print how they ended."""
    played = load(game)
    warm(played)
    count = seats or played.seats[0]
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(played.title, total=matches)
        batch = simulate(
            played, matches, seed=seed, seats=count, cores=cores,
            policies=[Policy(looks)] * count if looks > 1 else (),
            progress=lambda many: bar.advance(task, many),
        )  # fmt: skip
    console.print(
        f"{matches} matches, {batch.events} events, {batch.events / batch.seconds / 1e6:.2f} M events/s"
    )
    for seat in range(count):
        share = 100 * batch.shares[:, seat].mean()
        console.print(f"seat {seat}: {share:.2f} % of the wins, {batch.points[:, seat].mean():.2f} points")


@app.command(name="meet")
def meet_each_other(
    game: str, first: str, second: str, pairs: int = 100, seed: Seed = 0, cores: Cores = None
) -> None:
    """FIRST against SECOND in GAME over mirrored pairs of matches."""
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(f"{first} against {second}", total=pairs)
        score = meet(
            game, first, second, pairs, seed=seed, cores=cores, progress=lambda n: bar.advance(task, n)
        )
    console.print(f"{first} wins {score} against {second}")


@app.command(name="levels")
def measure_levels(
    only: Annotated[
        list[str] | None, typer.Option(help="Only these games; by default those with a box of their own.")
    ] = None,
    level: Annotated[list[str] | None, typer.Option(help="Only these levels; by default all.")] = None,
    pairs: Annotated[int, typer.Option(help="Most pairs of matches for a step.")] = 2000,
    cores: Cores = None,
    to: Annotated[Path, typer.Option(help="The page; the figures lie beside it.")] = Path("docs/levels.md"),
    go_on: Annotated[bool, typer.Option("--go-on", help="Go on with what the file holds.")] = False,
) -> None:
    """Match every level against the one below, and write the page after every block. Raises
    ``BadParameter``, an error of the command line, for a game or level that is not known."""
    uppers = ladder.LADDER[1:]
    for name in level or ():
        if name not in uppers:
            raise typer.BadParameter(f"{name!r} is not above another level; {', '.join(uppers)} are")
    if to.suffix == ".json":
        raise typer.BadParameter(f"{str(to)!r} is where the figures go; name the page beside it")
    chosen = [load(key) for key in only] if only else [game for game in all_games() if not game.about.part_of]
    figures = to.with_suffix(".json")
    with console.status("loading") as status:

        def told(step: ladder.Step) -> None:
            said = f"{step.title}: {step.upper} wins {step.score} against {step.lower}"
            status.update(said)
            to.write_text(ladder.page(ladder.merge(figures, [step])), encoding="utf-8")
            if ladder.is_settled(step.score) or step.score.pairs >= pairs:
                console.print(said)

        known = ladder.read(figures) if go_on else ()
        ladder.measure(chosen, pairs, cores, told, level or uppers, known)


if __name__ == "__main__":
    app()
