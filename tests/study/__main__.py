"""``python -m tests.study``: accounts of many matches of every game.

They add up to the last bit; luck and what was hidden are 0 on average, choices too where all play by par; the
choices of a Master against par are better than par's. Fails where a figure says otherwise. It can be broken
off: the same command goes on with what it has, and with more matches too where ``--keep`` names a folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from tests.study.campaign import PAR, Means, Row, measure, row_of
from throwdown.kernel.game import Game, all_games, load
from throwdown.lab import runs

RATE = 0.01  # how often the whole campaign fails though nothing is wrong
HELD = {
    (PAR,): ("luck", "own choices", "others' choices", "unseen"),
    ("regular",): ("luck", "unseen"),
    ("random",): ("luck",),  # what is believed of others is far from how they choose
}


def main(
    game: Annotated[
        list[str] | None, typer.Option(help="Only these games; by default those with a box.")
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(help="Only these against themselves: par, regular or random; by default all."),
    ] = None,
    matches: Annotated[int, typer.Option(min=30, help="Matches of each game and kind of players.")] = 2000,
    masters: Annotated[
        int, typer.Option(help="Matches of a Master against par, 30 at least; 0: none.")
    ] = 200,
    first: Annotated[int, typer.Option(help="The seed of the first match.")] = 0,
    cores: Annotated[int | None, typer.Option(min=1, help="By default all.")] = None,
    keep: Annotated[
        Path | None, typer.Option(help="A folder for what is measured; more matches go on from it.")
    ] = None,
) -> None:
    if 0 < masters < 30:
        raise typer.BadParameter(f"{masters} matches of a Master tell nothing: 30 at least, or 0")
    games = [load(key) for key in game] if game else [each for each in all_games() if not each.about.part_of]
    for name in players or ():
        if (name,) not in HELD:
            raise typer.BadParameter(f"{name!r}: par, regular and random are held to 0")
    held = {kinds: parts for kinds, parts in HELD.items() if not players or kinds[0] in players}
    tests = len(games) * (sum(map(len, held.values())) + bool(masters))
    print(f"{tests} tests; together they fail in {100 * RATE:.0f} of 100 campaigns though nothing is wrong")
    failed = False
    for one in games:
        for kinds, parts in held.items():
            means = _played(one, kinds, matches, first, cores, keep)
            bad = [part for part in parts if means.chance(part) < RATE / tests]
            failed |= _told(f"{one.key}, {kinds[0]} against {kinds[0]}", means, bad, "not 0")
        if masters:
            means = _played(one, ("master", PAR), masters, first, cores, keep)
            bad = list(_not_above(means, 2 * RATE / tests))
            failed |= _told(f"{one.key}, master against {PAR}", means, bad, "not shown to be above 0")
    sys.exit(failed)


def _played(
    game: Game, kinds: Sequence[str], matches: int, first: int, cores: int | None, keep: Path | None
) -> Means:
    asked = {"account": game.key, "version": game.version, "kinds": kinds, "first": first}
    name = f"{game.key}-{'-'.join(kinds)}-{first}.jsonl"
    with Progress(transient=True) as shown:
        task = shown.add_task(f"{game.key}, {' against '.join(kinds)}", total=matches)
        rows = runs.measure(
            partial(row_of, game.key, tuple(kinds), first), matches, Row, asked,
            runs.Running(keep / name if keep else None, cores, lambda done: shown.advance(task, done)),
        )  # fmt: skip
    return measure(rows)


def _not_above(means: Means, rate: float) -> Iterator[str]:
    """A Master's own choices, where their mean is not above 0 by a one-sided test."""
    if means.means["own choices"] <= 0 or means.chance("own choices") >= rate:
        yield "own choices"


def _told(title: str, means: Means, bad: list[str], what: str) -> bool:
    print(f"{title}: {means}{f'; {what.upper()}: ' + ', '.join(bad) if bad else ''}", flush=True)
    return bool(bad)


if __name__ == "__main__":
    typer.run(main)
