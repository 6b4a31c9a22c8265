"""``throwdown puzzles``: finding puzzles in matches that programs play against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from throwdown.console import progress, status

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def puzzles() -> None:
    """Puzzles: positions in which one choice is clearly better than all others."""


@app.command()
def mine(
    key: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as command-dice.")],
    matches: Annotated[int, typer.Option(min=1, help="How many matches are looked through in all.")] = 100,
    level: Annotated[str, typer.Option(help="The level of the players.")] = "master",
    folder: Annotated[
        Path | None, typer.Option(help="Where the puzzles are kept; by default in the game's own folder.")
    ] = None,
    options: Annotated[
        list[str] | None, typer.Option("--set", help="An option of the matches, as KEY=VALUE (repeatable).")
    ] = None,
) -> None:
    """Find puzzles in matches of bots against each other, and keep each as a small file.

    What is done is kept after each match: stopped by Ctrl-C, the same command goes on.
    """
    from throwdown import bots
    from throwdown.kernel.game import load
    from throwdown.kernel.tables import parse_options
    from throwdown.study.mining import Mine
    from throwdown.study.puzzles import FOLDER

    game = load(key)
    bots.allowance(level)  # refuses an unknown one before anything is compiled
    search = Mine(game, folder or game.folder / FOLDER, level, parse_options(options or []))
    before, found = search.mined.matches, 0
    with status("compiling"):
        bots.warm(game)
    with progress("matches", matches) as bar:
        bar.reach(before, matches)
        for done, keys in search.go_on(matches):
            found += len(keys)
            bar.reach(done, matches)
    new, all_of = max(0, search.mined.matches - before), search.mined.matches
    print(f"{new} matches were looked through, {all_of} in all: {found} new puzzles.")
