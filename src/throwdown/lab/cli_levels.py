"""``throwdown lab levels``: every level against the one below, and the page of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.console import grouped, progress
from throwdown.kernel.files import write_whole
from throwdown.lab.options import MOST_PIECES, Adjusted, Json, Machines, print_json

if TYPE_CHECKING:
    from throwdown.lab.levels import Step


@dataclass(frozen=True)
class Steps:
    """Which levels are matched, and for how long."""

    only: Annotated[
        list[str] | None, typer.Option(help="Only these games; by default those with a box of their own.")
    ] = None
    level: Annotated[list[str] | None, typer.Option(help="Only these levels; by default all.")] = None
    pairs: Annotated[int, typer.Option(help="Most pairs of matches for a step.", min=1, max=MOST_PIECES)] = (
        2000
    )
    adjusted: Adjusted = 32
    seats: Annotated[
        int, typer.Option(help="How many sit at a table: a level alone among those below.", min=2, max=64)
    ] = 2
    against: Annotated[
        str, typer.Option(help="Match them against this player instead, such as greedy, the rule of thumb.")
    ] = ""


@grouped
def levels(
    steps: Steps,
    machines: Machines,
    to: Annotated[Path, typer.Option(help="The page; the figures lie beside it.")] = Path("docs/levels.md"),
    go_on: Annotated[bool, typer.Option("--go-on", help="Go on with what the file holds.")] = False,
    json: Json = False,
) -> None:
    """Match every level against the one below, and write the page after every block of pairs.

    With more than two seats each sits alone among those of the level below, and a pair is a set of as many
    matches as there are seats, with the same dice and the level in each seat once (--adjusted 0).
    \f
    Raises :class:`BadValue` for a level or a page that is none, for a number of seats that a game is not for
    and for luck counted among more than two, :class:`UnknownPlayer`, and :class:`Stopped` after Ctrl-C.
    """
    from throwdown.bots import named
    from throwdown.kernel.errors import BadValue
    from throwdown.kernel.game import all_games, load
    from throwdown.lab import levels as ladder
    from throwdown.lab import pages
    from throwdown.lab.runs import Stopped

    uppers, pairs = ladder.LADDER[1:], steps.pairs
    for name in steps.level or ():
        if name not in uppers:
            raise BadValue(f"{name!r} is not above another level; {', '.join(uppers)} are")
    figures = pages.check(to)
    seats = steps.seats
    chosen = [load(key) for key in steps.only or ()] or [
        game for game in all_games() if not game.about.part_of and game.seats[0] <= seats <= game.seats[1]
    ]
    if steps.against:
        named(steps.against)  # refuses what is no player
    for game in chosen:
        game.match(seats)  # refuses a number of seats that it is not for
    known = ladder.read(figures)  # before anything is measured: what is no page of levels is refused
    wanted = [upper for upper in uppers if upper in (steps.level or uppers)]
    places = [(game.key, upper) for game in chosen for upper in wanted]

    def told(step: ladder.Step) -> None:
        write_whole(to, ladder.page(ladder.merge(figures, [step])))
        done, is_done = step.score.pairs, series.is_enough(step.score)
        bar.reach(places.index((step.game, step.upper)) * pairs + (pairs if is_done else done), total)
        if is_done and not json:
            print(_said(step), flush=True)

    total = len(places) * pairs
    series = ladder.Series(pairs, machines.cores, steps.adjusted, told, ladder.ENOUGH, seats, steps.against)
    try:
        with machines.join(), progress(f"{len(places)} steps", total) as bar:
            ladder.measure(chosen, series, uppers=wanted, known=known if go_on else ())
    except KeyboardInterrupt:
        raise Stopped("stopped: the same command with --go-on goes on from there") from None
    if json:
        found = [step for step in ladder.read(figures) if series.measures(step)]
        print_json([step for step in found if (step.game, step.upper) in places])


def _said(step: Step) -> str:
    from throwdown.lab.levels import told

    share, many = told(step.score), step.score.pairs
    if step.seats == 2:
        return f"{step.title}: {step.upper} wins {share} of {many} pairs against {step.lower}"
    place = f"{step.title}, {step.seats} seats: {step.upper}"
    return f"{place} is ahead of {share} of the others, who are {step.lower}, in {many} sets"
