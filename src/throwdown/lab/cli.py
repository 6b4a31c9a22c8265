"""``throwdown lab``: the laboratory from a command line.

Every measurement shows its progress and the time left, is stopped by Ctrl-C and gone on with by the same
command, and comes to the same figures from the same seed on any number of cores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from throwdown.kernel.game import Game
    from throwdown.kernel.tables import Plain
    from throwdown.lab.balance import Balance
    from throwdown.lab.counts import Asked, Counted
    from throwdown.lab.sweep import Combination

app = typer.Typer(add_completion=False, no_args_is_help=True)
Key = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as command-dice.")]
Cores = Annotated[int | None, typer.Option(help="How many cores; by default all.", min=1)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.", min=0)]
Seats = Annotated[int | None, typer.Option(help="How many seats; by default the least.")]
Options = Annotated[list[str] | None, typer.Option("--set", help="An option, as KEY=VALUE (repeatable).")]
Tables = Annotated[Path | None, typer.Option(help="A file with your own table values.")]
Json = Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")]
Keep = Annotated[
    Path | None, typer.Option(help="Keep what is done in this file; by default until the end, in the cache.")
]
Looks = Annotated[
    int, typer.Option(help="Of how many choices, drawn at random, a seat takes the best; 1 is random play.")
]
Slips = Annotated[
    float, typer.Option(help="The share of choices that are random all the same.", min=0, max=1)
]


@contextmanager
def _progress(title: str, total: int) -> Generator[Callable[[int], None]]:
    """A bar with the time left, on standard error, for as long as the block runs."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda many: bar.advance(task, many)


def _opened(
    key: str, options: list[str] | None, tables: Path | None, seats: int | None
) -> tuple[Game, dict[str, Plain]]:
    """The game with its players compiled, and the values asked for; both are checked first."""
    from throwdown.bots import warm
    from throwdown.kernel.game import load, read_file
    from throwdown.kernel.tables import parse_options

    game = load(key)
    edited = game.read_values(read_file(tables), tables.name) if tables else {}
    values = edited | parse_options(options or [])
    game.match(seats, values=values)
    with _status(f"making {game.title} ready"):
        warm(game)
    return game, values


@contextmanager
def _status(words: str) -> Generator[None]:
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


def _print_json(figures: object) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())


@app.command()
def simulate(
    game: Key, matches: Annotated[int, typer.Option(min=1)] = 10_000, looks: Looks = 1, slips: Slips = 0.0,
    seats: Seats = None, options: Options = None, tables: Tables = None, seed: Seed = 0, cores: Cores = None,
    to: Annotated[
        Path | None, typer.Option(help="Write each match's points and shares to this .csv file.")
    ] = None,
    keep: Keep = None, json: Json = False,
) -> None:  # fmt: skip
    """Play matches of GAME in compiled batches, and count who wins from which seat."""
    from throwdown.lab import files
    from throwdown.lab.counts import asked_for, count
    from throwdown.lab.simulate import Policy

    if to:
        files.check(to)
    played, values = _opened(game, options, tables, seats)
    asked = asked_for(played, matches, values, seats, seed, Policy(looks, slips))
    with _progress(played.title, matches) as progress:
        counted = count(asked, rows=to is not None, keep=keep, cores=cores, progress=progress)
    if to:
        _write_matches(to, asked, counted)
    counted.rows = None
    if json:
        _print_json(counted)
        return
    print(f"{played.title}: {matches:,} matches, {counted.events:.1f} events each")
    for seat, won in enumerate(counted.wins):
        print(f"seat {seat}: {won} of the wins, {counted.points[seat]:.2f} points")


def _write_matches(to: Path, asked: Asked, counted: Counted) -> None:
    from throwdown.lab import files

    names = [f"{what}_{seat}" for what in ("points", "share") for seat in range(asked.seats)]

    def row(number: int, points: list[int]) -> list[int | float]:
        best = max(points)
        return [number, *points, *(float(each == best) / points.count(best) for each in points)]

    files.write(to, ["match", *names], (row(k, points) for k, points in enumerate(counted.rows or ())))


@app.command()
def meet(
    game: Key, first: str, second: str, pairs: Annotated[int, typer.Option(min=2)] = 100, seed: Seed = 0,
    cores: Cores = None, json: Json = False,
) -> None:  # fmt: skip
    """Match level FIRST against SECOND in GAME, over pairs with the same dice and the seats exchanged."""
    from throwdown.bots.levels import named
    from throwdown.kernel.game import load
    from throwdown.lab.matchup import meet as match_up

    title = load(game).title
    for kind in (first, second):
        named(kind)
    with _progress(f"{first} against {second}", pairs) as progress:
        score = match_up(game, first, second, pairs, seed=seed, cores=cores, progress=progress)
    if json:
        _print_json(score)
    else:
        print(f"{title}: {first} wins {score} against {second}")


@app.command()
def levels(
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
    from throwdown.kernel.game import all_games, load
    from throwdown.lab import levels as ladder

    uppers = ladder.LADDER[1:]
    for name in level or ():
        if name not in uppers:
            raise typer.BadParameter(f"{name!r} is not above another level; {', '.join(uppers)} are")
    if to.suffix == ".json":
        raise typer.BadParameter(f"{str(to)!r} is where the figures go; name the page beside it")
    chosen = [load(key) for key in only] if only else [game for game in all_games() if not game.about.part_of]
    figures = to.with_suffix(".json")

    def told(step: ladder.Step) -> None:
        to.write_text(ladder.page(ladder.merge(figures, [step])), encoding="utf-8")
        if ladder.is_settled(step.score) or step.score.pairs >= pairs:
            print(f"{step.title}: {step.upper} wins {step.score} against {step.lower}", flush=True)

    with _status("measuring"):
        ladder.measure(chosen, pairs, cores, told, level or uppers, ladder.read(figures) if go_on else ())


@app.command()
def balance(
    game: Key, matches: Annotated[int, typer.Option(min=2)] = 400,
    level: Annotated[str, typer.Option(help="Who plays, from every seat.")] = "regular",
    playouts: Annotated[int, typer.Option(help="Playouts at the beginning of each turn.", min=2)] = 60,
    choices: Annotated[int, typer.Option(help="Print so many choices, the most frequent.", min=0)] = 10,
    seats: Seats = None, options: Options = None, tables: Tables = None, seed: Seed = 0, cores: Cores = None,
    to: Annotated[
        Path | None, typer.Option(help="Write every event of the matches to this .csv file.")
    ] = None,
    keep: Keep = None, json: Json = False,
) -> None:  # fmt: skip
    """Measure seats, length, choices and the course of matches of GAME between players of one level."""
    from throwdown.lab import files
    from throwdown.lab.balance import balance as measured
    from throwdown.lab.counts import asked_for
    from throwdown.lab.simulate import Policy

    if to:
        files.check(to)
    played, values = _opened(game, options, tables, seats)
    asked = asked_for(played, matches, values, seats, seed, Policy())
    with _progress(played.title, matches) as progress:
        found = measured(
            asked, level, playouts=playouts, logs=to is not None, keep=keep, cores=cores, progress=progress
        )
    if to:
        rows = [(k, n, *event) for k, log in enumerate(found.logs) for n, event in enumerate(log, 1)]
        files.write(to, ["match", "number", "seat", "event"], rows)
    found.logs = []
    if json:
        _print_json(found)
    else:
        print("\n".join(_told(found, choices)))


def _told(found: Balance, choices: int) -> Iterable[str]:
    """What was found, for people."""
    from throwdown.lab.balance import PARTS

    yield f"{found.title}: {found.matches:,} matches of {found.level} against itself"
    for seat, won in enumerate(found.wins):
        yield f"seat {seat}: {won} of the wins"
    for name, share in found.figures.items():
        figure = str(share) if name in PARTS else f"{share.mean:.2f} ± {share.margin:.2f}"
        yield f"{name}: {figure}"
    yield "choice: made of the times it was to be had; wins of who made it, of who made another"
    for text, one in list(found.by_choice.items())[:choices]:
        yield f"  {text}: {one.share}; {one.wins}, {one.wins_else}"
    if found.never:
        yield "never chosen: " + ", ".join(found.never)


@app.command()
def sweep(
    game: Key,
    vary: Annotated[list[str], typer.Option(help="A value and what it may be: KEY=V1|V2|V3 (repeatable).")],
    matches: Annotated[int, typer.Option(min=1)] = 16_384, looks: Looks = 100, slips: Slips = 0.0,
    aim: Annotated[
        list[str] | None, typer.Option(help="advantage<1%, events=120 or points>10 (repeatable).")
    ] = None,
    seats: Seats = None, options: Options = None, tables: Tables = None, seed: Seed = 0, cores: Cores = None,
    write: Annotated[Path | None, typer.Option(help="Write the nearest values to this .toml file.")] = None,
    json: Json = False,
) -> None:  # fmt: skip
    """Try every combination of values of GAME; with an aim, find those that come nearest to it."""
    from throwdown.lab.counts import asked_for
    from throwdown.lab.simulate import Policy
    from throwdown.lab.sweep import matches_of, parse_aim, parse_variation
    from throwdown.lab.sweep import sweep as try_all

    varied, aims = dict(map(parse_variation, vary)), [parse_aim(text) for text in aim or ()]
    played, values = _opened(game, options, tables, seats)
    asked = asked_for(played, matches, values, seats, seed, Policy(looks, slips))
    many = math.prod(map(len, varied.values()))
    with _progress(f"{many} combinations", matches_of(many, matches, bool(aims))) as progress:
        found = try_all(asked, varied, aims, cores=cores, progress=progress)
    if write:
        write.write_text(played.write_values(found[0].values), encoding="utf-8")
    if json:
        _print_json(found)
    else:
        for one in found:
            print(_row(one, bool(aims)))


def _row(one: Combination, has_aims: bool) -> str:
    counted = one.counted
    names = ", ".join(f"{key}={value}" for key, value in one.values.items())
    figures = f"advantage {counted.advantage}, {counted.events:.1f} events, {counted.matches:,} matches"
    return f"{names}: {figures}" + (f", {100 * one.distance:.1f} % from the aim" if has_aims else "")
