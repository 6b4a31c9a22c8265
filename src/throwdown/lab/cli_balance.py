"""``throwdown lab balance``: how a game treats its players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from throwdown.console import grouped, progress
from throwdown.lab.options import (
    MOST_PIECES,
    MOST_PLAYOUTS,
    Keep,
    Key,
    Page,
    Setting,
    SharedWork,
    opened,
    print_json,
)
from throwdown.lab.unwritten import until_written


@dataclass(frozen=True)
class Players:
    """Who plays the matches that are measured, and how the chances in them are estimated."""

    level: Annotated[
        str, typer.Option(help="Who plays, from every seat: a level, or FILE.npz of a trained player.")
    ] = "regular"
    playouts: Annotated[
        int, typer.Option(help="Playouts at the beginning of each turn.", min=2, max=MOST_PLAYOUTS)
    ] = 60
    weighing: Annotated[
        int, typer.Option(help="Playouts of each choice that is weighed.", min=2, max=MOST_PLAYOUTS)
    ] = 200
    accounts: Annotated[
        int, typer.Option(help="Matches of which an account is drawn up.", min=0, max=MOST_PIECES)
    ] = 40


@dataclass(frozen=True)
class BalanceWork(SharedWork):
    """How matches are computed, how much of the result is printed, and where it goes."""

    choices: Annotated[
        int, typer.Option(help="Print so many choices, the most frequent.", min=0, max=MOST_PIECES)
    ] = 10
    page: Page = None


@grouped
@until_written()
def balance(
    game: Key,
    setting: Setting,
    work: BalanceWork,
    players: Players,
    matches: Annotated[int, typer.Option(min=2, max=MOST_PIECES)] = 400,
    to: Annotated[
        Path | None, typer.Option(help="Write every event of the matches to this table: .csv, .parquet.")
    ] = None,
    keep: Keep = None,
) -> None:
    """Measure seats, length, choices, luck and the course of matches of GAME between players of one level."""
    from throwdown.bots.policies import Policy
    from throwdown.lab import balanced, files
    from throwdown.lab.balance import Manner
    from throwdown.lab.balance import balance as measured
    from throwdown.lab.counts import asked_for
    from throwdown.lab.sections import lines

    if to:
        files.check(to)
    if work.page:
        balanced.check(work.page)
    played, values = opened(game, setting)
    asked = asked_for(played, matches, values, setting.seats, work.seed, Policy())
    manner = Manner(players.level, players.playouts, players.weighing, players.accounts, to is not None)
    with work.join(), progress(played.title, matches) as bar:
        found = measured(asked, manner, keep=keep, cores=work.cores, progress=bar.advance)
    if to:
        rows = [(k, n, *event) for k, log in enumerate(found.logs) for n, event in enumerate(log, 1)]
        files.write(to, ["match", "number", "seat", "event"], rows)
    found.logs = []
    if work.page:
        balanced.put(work.page, found)
    if work.json:
        print_json(found)
    else:
        print("\n".join(lines(found, work.choices)))
