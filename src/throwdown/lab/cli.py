"""``throwdown lab``: the laboratory from a command line.

Every measurement shows its progress and the time left, is stopped by Ctrl-C and gone on with by the same
command, and comes to the same figures from the same seed on any number of cores.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.console import grouped, progress
from throwdown.lab.cli_balance import balance
from throwdown.lab.cli_exploit import exploit
from throwdown.lab.cli_levels import levels
from throwdown.lab.cli_portraits import portraits
from throwdown.lab.cli_report import report
from throwdown.lab.cli_solve import solve
from throwdown.lab.cli_train import train
from throwdown.lab.options import (
    MOST_MATCHES,
    MOST_PIECES,
    MOST_PLAYOUTS,
    Adjusted,
    Keep,
    Key,
    Page,
    Setting,
    SharedWork,
    opened,
    print_json,
    values_of,
)
from throwdown.lab.unwritten import until_written

if TYPE_CHECKING:
    from throwdown.bots.policies import Policy
    from throwdown.kernel.game import Game
    from throwdown.lab.counts import Asked, Counted
    from throwdown.lab.sweep import Combination

app = typer.Typer(add_completion=False, no_args_is_help=True)
app.command()(exploit)
app.command()(levels)
app.command()(portraits)
app.command()(solve)
app.command()(train)
app.command()(balance)
app.command()(report)
Looks = Annotated[
    int,
    typer.Option(
        help="Of how many choices, drawn at random, a seat takes the best; 1 is random play.",
        min=1,
        max=MOST_PLAYOUTS,
    ),
]


@dataclass(frozen=True)
class Play:
    """How seats choose in matches of compiled batches."""

    looks: Looks = 1
    slips: Annotated[
        float, typer.Option(help="The share of choices that are random all the same.", min=0, max=1)
    ] = 0.0
    level: Annotated[
        str | None,
        typer.Option(help="As novice or regular chooses, in the place of --looks and --slips."),
    ] = None

    def policy(self, game: Game, seats: int | None) -> Policy:
        """How every seat of ``game`` chooses; without ``seats`` the least that the game is for play. Raises
        :class:`BadValue` for a level that searches, and for what is no level."""
        from throwdown.bots.policies import Policy
        from throwdown.lab.levels import policy_of

        if self.level:
            return policy_of(self.level, game, seats or game.seats[0])
        return Policy(self.looks, self.slips)


@dataclass(frozen=True)
class GoodPlay(Play):
    """How seats choose in matches of compiled batches: by default they rate up to 100 events."""

    looks: Looks = 100


@dataclass(frozen=True)
class Written:
    """The files that matches are written to."""

    to: Annotated[
        Path | None, typer.Option(help="Write each match's points and shares to this .csv or .parquet file.")
    ] = None
    events: Annotated[
        Path | None, typer.Option(help="Write every event of the matches to this .csv or .parquet file.")
    ] = None
    keep: Keep = None
    page: Page = None


@app.command()
@grouped
@until_written()
def simulate(
    game: Key,
    play: Play,
    setting: Setting,
    work: SharedWork,
    written: Written,
    matches: Annotated[int, typer.Option(min=1, max=MOST_MATCHES)] = 10_000,
) -> None:
    """Play matches of GAME in compiled batches, and count who wins from which seat."""
    from throwdown.lab import balanced, files, logs
    from throwdown.lab.counts import asked_for, count

    for table in filter(None, (written.to, written.events)):
        files.check(table)
    if written.page:
        balanced.check(written.page)
    played, values = opened(game, setting)
    asked = asked_for(played, matches, values, setting.seats, work.seed, play.policy(played, setting.seats))
    with work.join(), progress(played.title, matches) as bar:
        counted = count(
            asked, rows=written.to is not None, keep=written.keep, cores=work.cores, progress=bar.advance
        )
    if written.to:
        _write_matches(written.to, asked, counted)
    if written.events:
        with work.join(), progress("events", matches) as bar:
            found = logs.logs(asked, cores=work.cores, progress=bar.advance)
        files.write(written.events, logs.COLUMNS, logs.rows(found))
    counted.rows = None
    if written.page:
        balanced.put(written.page, balanced.Seats(played.title, played.version, asked, counted))
    if work.json:
        print_json(counted)
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


@dataclass(frozen=True)
class Series:
    """How many pairs of matches are played, and where they are written."""

    pairs: Annotated[int, typer.Option(min=2, max=MOST_PIECES)] = 100
    adjusted: Adjusted = 0
    to: Annotated[
        Path | None, typer.Option(help="Write each pair's share of the wins to this .csv or .parquet file.")
    ] = None
    keep: Keep = None


@app.command()
@grouped
@until_written()
def meet(
    game: Key,
    first: Annotated[str, typer.Argument()],
    second: Annotated[str, typer.Argument()],
    setting: Setting,
    work: SharedWork,
    measured: Series,
) -> None:
    """Match FIRST against SECOND in GAME, over pairs with the same dice and the seats exchanged. Each is a
    level, or FILE.npz of a trained player.

    With more than two seats FIRST sits alone among players of the kind SECOND, and a pair is a set of as many
    matches as there are seats, with the same dice and FIRST in each seat once. What is told is how many of
    the others FIRST is ahead of; who is level counts half.
    """
    from throwdown.bots import check_fit
    from throwdown.kernel.game import load
    from throwdown.lab import files
    from throwdown.lab.matchup import MatchUp, scored, series
    from throwdown.lab.runs import Running

    if measured.to:
        files.check(measured.to)
    played = load(game)
    title, values = played.title, values_of(played, setting)
    seats = played.match(setting.seats, values=values).seats
    for kind in (first, second):
        check_fit(kind, played, values, seats)
    pairs, playouts = measured.pairs, measured.adjusted
    with work.join(), progress(f"{first} against {second}", pairs) as bar:
        asked = MatchUp(game, first, second, work.seed, playouts, values, seats)
        found = series(asked, pairs, Running(measured.keep, work.cores, bar.advance))
    score = scored(found, playouts)
    if measured.to:
        rows = ((k, one.share, *one.luck[:1]) for k, one in enumerate(found))
        files.write(measured.to, ["pair", "share", *(["luck"] if playouts else [])], rows)
    if work.json:
        print_json(score)
    elif seats == 2:
        print(f"{title}: {first} wins {score} against {second}")
    else:
        share = f"{100 * score.share:.1f} % ± {100 * score.margin:.1f}"
        sets = f"{pairs} sets of {seats} matches"
        print(f"{title}: {first} is ahead of {share} of the others, who are {second} ({sets})")


@dataclass(frozen=True)
class Target:
    """What a sweep looks for."""

    aim: Annotated[
        list[str] | None, typer.Option(help="advantage<1%, events=120 or points>10 (repeatable).")
    ] = None
    write: Annotated[Path | None, typer.Option(help="Write the nearest values to this .toml file.")] = None
    to: Annotated[
        Path | None, typer.Option(help="Write every combination to this table: .csv, .parquet.")
    ] = None
    page: Page = None


@app.command()
@grouped
@until_written()
def sweep(
    game: Key,
    vary: Annotated[list[str], typer.Option(help="A value and what it may be: KEY=V1|V2|V3 (repeatable).")],
    play: GoodPlay,
    setting: Setting,
    work: SharedWork,
    target: Target,
    matches: Annotated[int, typer.Option(min=1, max=MOST_MATCHES)] = 16_384,
) -> None:
    """Try every combination of values of GAME; with an aim, find those that come nearest to it."""
    from throwdown.kernel.files import check_place, write_whole
    from throwdown.lab import balanced, files
    from throwdown.lab.counts import asked_for
    from throwdown.lab.sweep import frontier, matches_of, parse_aim, variations_of
    from throwdown.lab.sweep import sweep as try_all

    if target.to:
        files.check(target.to)
    if target.write:
        check_place(target.write)
    if target.page:
        balanced.check(target.page)
    varied, aims = variations_of(vary), [parse_aim(text) for text in target.aim or ()]
    played, values = opened(game, setting)
    asked = asked_for(played, matches, values, setting.seats, work.seed, play.policy(played, setting.seats))
    many = math.prod(map(len, varied.values()))
    with work.join(), progress(f"{many} combinations", matches_of(many, matches, bool(aims))) as bar:
        found = try_all(asked, varied, aims, cores=work.cores, progress=bar.advance)
    if target.write:
        write_whole(target.write, played.write_values(found[0].values))
    if target.page:
        balanced.put(target.page, balanced.Swept(played.title, played.version, asked, varied, aims, found))
    if target.to:
        files.write(target.to, [*varied, *FIGURES], [_cells(one, varied) for one in found])
    if work.json:
        print_json(found)
    else:
        best = frontier(found) if len(aims) > 1 else []
        for one in found:
            print(_row(one, bool(aims)) + (", on the frontier" if one in best else ""))


FIGURES = ("advantage", "margin", "events", "matches", "distance")


def _cells(one: Combination, varied: Iterable[str]) -> list[int | float | str]:
    """A row of a table of combinations: the values that are varied, as JSON, and figures."""
    by = one.counted.advantage
    return [
        *(json.dumps(one.values[key]) for key in varied),
        by.mean, by.margin, one.counted.events, one.counted.matches, one.distance,
    ]  # fmt: skip


def _row(one: Combination, has_aims: bool) -> str:
    counted = one.counted
    names = ", ".join(f"{key}={value}" for key, value in one.values.items())
    figures = f"advantage {counted.advantage}, {counted.events:.1f} events, {counted.matches:,} matches"
    return f"{names}: {figures}" + (f", {100 * one.distance:.1f} % from the aim" if has_aims else "")
