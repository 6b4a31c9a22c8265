"""``python -m tests.study.adjusted``: shares adjusted for luck against plain averages, over 20,000 matches of
each game.

What adjusting leaves out of a pair is 0 on average, whoever plays: its mean over all pairs is held to 0 by
Student's t-test. So is the mean of what was counted as luck. Fails where one says otherwise. It can be broken
off: where ``--keep`` names a folder the same command goes on with what it has, and with more pairs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from msgspec import Struct
from rich.progress import Progress
from scipy.stats import t as student

from throwdown.bots.judged import digest_of_judge
from throwdown.kernel.game import all_games, load
from throwdown.lab import runs
from throwdown.lab.adjusted import Adjusted, Pair
from throwdown.lab.matchup import MatchUp, Played, played, score_of

RATE = 0.01  # how often the whole campaign fails though nothing is wrong
FIRST, SECOND = "greedy", "regular"
PLAYOUTS = 8  # for a choice: few, which widens the interval and must move no mean


class Against(Struct, frozen=True):
    """Adjusted shares of a series against plain ones, in shares of a win: both means with the half-widths of
    their 95 % intervals, and how likely at least as large a mean of what was left out, and of luck, would be
    where it is 0."""

    pairs: int
    plain: float
    plain_margin: float
    adjusted: float
    adjusted_margin: float
    left_out: float
    luck: float

    def __str__(self) -> str:
        plain, adjusted = (
            f"{100 * share:.2f} % ± {100 * margin:.2f}"
            for share, margin in ((self.plain, self.plain_margin), (self.adjusted, self.adjusted_margin))
        )
        chances = f"p {self.left_out:.3g} that they are the same on average, {self.luck:.3g} that luck is 0"
        return f"{2 * self.pairs:,} matches: plain {plain}, adjusted {adjusted}; {chances}"


def against(pairs: Sequence[Pair]) -> Against:
    """The figures of pairs in the order of their numbers, at least two of them."""
    adjusted, left_out = Adjusted(PLAYOUTS), list[float]()
    for one in pairs:
        left_out.append(adjusted.left_out(one.luck))
        adjusted = adjusted.after([one])
    plain = score_of([one.share for one in pairs])
    return Against(
        len(pairs), plain.share, plain.margin, adjusted.share, adjusted.margin,
        chance_of_0(left_out), chance_of_0([one.luck[0] for one in pairs]),
    )  # fmt: skip


def chance_of_0(figures: Sequence[float]) -> float:
    """How likely a mean at least as far from 0 would be where it is 0 in truth; 1 where nothing varies about
    0."""
    found = np.array(figures)
    error = float(found.std(ddof=1)) / len(found) ** 0.5
    mean = float(found.mean())
    return float(2 * student.sf(abs(mean) / error, len(found) - 1)) if error else float(mean == 0)


def main(
    game: Annotated[
        list[str] | None, typer.Option(help="Only these games; by default those with a box.")
    ] = None,
    pairs: Annotated[int, typer.Option(min=2, help="Mirrored pairs of each game.")] = 10_000,
    cores: Annotated[int | None, typer.Option(min=1, help="By default all.")] = None,
    keep: Annotated[
        Path | None, typer.Option(help="A folder for what is measured; more pairs go on from it.")
    ] = None,
) -> None:
    games = [load(key) for key in game] if game else [each for each in all_games() if not each.about.part_of]
    many = 2 * len(games)
    print(f"{many} tests; together they fail in {100 * RATE:.0f} of 100 campaigns though nothing is wrong")
    failed = False
    for one in games:
        found = against(list(_measured(one.key, pairs, cores, keep)))
        bad = min(found.left_out, found.luck) < RATE / many
        failed |= bad
        title = f"{one.key}, {FIRST} against {SECOND}, {PLAYOUTS} playouts for a choice"
        print(f"{title}: {found}{'; NOT THE SAME ON AVERAGE' if bad else ''}", flush=True)
    sys.exit(failed)


def _measured(key: str, pairs: int, cores: int | None, keep: Path | None) -> Iterator[Pair]:
    up = MatchUp(key, FIRST, SECOND, playouts=PLAYOUTS)
    game = load(key)
    asked = {
        "adjusted": key,
        "version": game.version,
        "kinds": [FIRST, SECOND],
        "playouts": PLAYOUTS,
        "luck": digest_of_judge(game),
    }
    file = keep / f"{key}.jsonl" if keep else None
    with Progress(transient=True) as shown:
        task = shown.add_task(key, total=pairs)
        running = runs.Running(file, cores, lambda done: shown.advance(task, done))
        for one in runs.measure(partial(played, up), pairs, Played, asked, running):
            yield Pair(one.share, one.luck)


if __name__ == "__main__":
    typer.run(main)
