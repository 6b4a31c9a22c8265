"""``throwdown lab report``: all about a game in one HTML file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from throwdown.console import grouped, progress
from throwdown.lab.cli_balance import Players
from throwdown.lab.options import MOST_PIECES, Keep, Key, Page, Setting, SharedWork, opened, print_json
from throwdown.lab.unwritten import until_written

COMPILED = 16_384  # matches by the rule of thumb, beside those of the level
LOOKS = 100  # choices that a seat rates in them


@dataclass(frozen=True)
class Reported(Players):
    """Who plays the matches that are reported."""

    level: Annotated[str, typer.Option(help="Who plays, from every seat, and whose strategy is told.")] = (
        "sharp"
    )
    page: Page = None


@grouped
@until_written()
def report(
    game: Key,
    setting: Setting,
    work: SharedWork,
    players: Reported,
    to: Annotated[Path, typer.Option(help="The file, such as duello.html; nothing but it is needed.")],
    matches: Annotated[int, typer.Option(min=2, max=MOST_PIECES)] = 100,
    keep: Keep = None,
) -> None:
    """Measure GAME as ``balance`` does, mine what a level does in it, and write one HTML file with charts."""
    from throwdown.bots.policies import Policy
    from throwdown.lab import report as written
    from throwdown.lab import strategies
    from throwdown.lab.balance import Manner, balance
    from throwdown.lab.counts import asked_for, count

    written.check(to)
    if players.page:
        strategies.check(players.page)
    played, values = opened(game, setting)
    asked = asked_for(played, matches, values, setting.seats, work.seed, Policy())
    manner = Manner(players.level, players.playouts, players.weighing, players.accounts, sheet=True)
    quick = asked_for(played, COMPILED, values, setting.seats, work.seed, Policy(LOOKS))
    with work.join():
        with progress(played.title, matches) as bar:
            found = balance(asked, manner, keep=keep, cores=work.cores, progress=bar.advance)
        with progress("by the rule of thumb", COMPILED) as bar:
            counted = count(quick, cores=work.cores, progress=bar.advance)
    whole = written.Report(found, quick, counted)
    written.write(to, whole)
    if players.page:
        made = f"{written.command(found)} --to {to.name} --page docs/strategy.md"
        strategies.put(players.page, found, made)
    if work.json:
        print_json(whole)
    else:
        print(f"{to}: {played.title}, {matches:,} matches of {players.level}")
