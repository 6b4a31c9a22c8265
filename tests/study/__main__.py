"""``python -m tests.study``: accounts of many matches of every game.

They add up to the last bit; luck and what was hidden are 0 on average, choices too where all play by par; the
choices of a Master are better than par's. Fails where a figure says otherwise.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tests.study.campaign import BOUND, PAR, accounts, measure
from throwdown.bots import warm
from throwdown.kernel.game import all_games, load


def main(
    game: Annotated[
        list[str] | None, typer.Option(help="Only these games; by default those with a box.")
    ] = None,
    matches: Annotated[int, typer.Option(min=30, help="Matches of each game and kind of players.")] = 2000,
    masters: Annotated[int, typer.Option(min=0, help="Matches of a Master against par; 0: none.")] = 200,
    first: Annotated[int, typer.Option(help="The seed of the first match.")] = 0,
) -> None:
    failed = False
    for one in [load(key) for key in game or ()] or [each for each in all_games() if not each.about.part_of]:
        warm(one)
        for kind in (PAR, "regular"):
            means = measure(accounts(one, (kind,), matches, first))
            held = ("luck", "unseen") if kind != PAR else tuple(means.scores)
            bad = [name for name in held if abs(means.scores[name]) > BOUND]
            failed |= bool(bad)
            print(f"{one.key}, {kind} against {kind}: {means}{' NOT 0: ' + ', '.join(bad) if bad else ''}")
        if masters:
            means = measure(accounts(one, ("master", PAR), masters, first))
            is_better = means.means["own choices"] > 0
            failed |= not is_better
            print(f"{one.key}, master against par: {means}{'' if is_better else ' NOT ABOVE 0'}")
    sys.exit(failed)


if __name__ == "__main__":
    typer.run(main)
