"""``throwdown lab portraits``: whether what is said of each level is true."""

from __future__ import annotations

from typing import Annotated

import typer

from throwdown.console import grouped, progress
from throwdown.lab.options import MOST_PIECES, Keep, Key, Page, Setting, Work, opened, print_json
from throwdown.lab.unwritten import until_written


@grouped
def portraits(
    game: Key,
    work: Work,
    level: Annotated[
        list[str] | None, typer.Option(help="Only these levels; by default all that are portrayed.")
    ] = None,
    matches: Annotated[
        int, typer.Option(help="Matches of each level against itself.", min=2, max=MOST_PIECES)
    ] = 100,
    keep: Keep = None,
    page: Page = None,
) -> None:
    """Count the habits that stand behind what is said of the levels in GAME. Exit code 1 for a claim that is
    false.

    \f
    Raises :class:`BadValue` for a level of which nothing is said, and :class:`typer.Exit` for such a claim.
    """
    from throwdown.bots.portraits import portraits_of
    from throwdown.kernel.errors import BadValue
    from throwdown.lab import portraits as looked
    from throwdown.lab.runs import Running

    if page:
        looked.check(page)
    played, _ = opened(game, Setting())
    portrayed = portraits_of(played)
    for name in level or ():
        if name not in portrayed:
            known = ", ".join(portrayed) or "none"
            raise BadValue(f"nothing is said of {name!r} in {played.title}; portrayed are: {known}")
    found = list[looked.Looked]()
    with until_written():
        for name in level or portrayed:
            with progress(f"{played.title}, {name}", matches) as bar:
                one = looked.look(played, name, matches, work.seed, Running(keep, work.cores, bar.advance))
            found.append(one)
            if page:
                looked.put(page, one)
            if not work.json:
                print("\n".join(looked.told(one)), flush=True)
        if work.json:
            print_json(found)
    if any(claim.held is looked.Held.FALSE for one in found for claim in one.claims):
        raise typer.Exit(1)
