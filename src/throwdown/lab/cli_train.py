"""``throwdown lab train``: a judge of positions, learned from self-play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from throwdown.console import grouped, progress, status
from throwdown.lab.options import Key, Work, print_json


@dataclass(frozen=True)
class Lessons:
    """How long a judge is trained, and in which way."""

    rounds: Annotated[
        int | None,
        typer.Option(
            help="Rounds of self-play, each followed by a fit, by default 60; where it learns from searches "
            "by default 10.",
            min=1,
        ),
    ] = None
    choices: Annotated[
        int | None,
        typer.Option(
            help="Choices of a round, about, by default 40000; where it learns from searches positions, by "
            "default 10000.",
            min=1000,
        ),
    ] = None
    simulations: Annotated[
        int, typer.Option(help="Simulations for a position, where it learns from searches.", min=10)
    ] = 2000
    hidden: Annotated[int, typer.Option(help="Units of the hidden layer.", min=1, max=256)] = 24
    fade: Annotated[float, typer.Option(help="The lambda of TD(lambda).", min=0, max=1)] = 0.8
    points: Annotated[int, typer.Option(help="Points of the curve.", min=1)] = 6
    pairs: Annotated[
        int, typer.Option(help="Mirrored pairs against the rule of thumb for each point.", min=2)
    ] = 200


@grouped
def train(
    game: Key,
    lessons: Lessons,
    work: Work,
    to: Annotated[
        Path | None, typer.Option(help="The folder for judge.npz and judge.json; by default the game's.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Keep what is learned in this file; by default in the cache.")
    ] = None,
) -> None:
    """Learn a judge of positions of GAME from self-play, for matches of the least number of seats.

    Ctrl-C stops it, and the same command goes on. Raises :class:`BadValue` for a folder that does not exist.
    """
    import sys

    import msgspec

    from throwdown.bots import warm
    from throwdown.bots.judged import signs_of
    from throwdown.kernel.errors import BadValue
    from throwdown.kernel.game import load
    from throwdown.lab.by_differences import ByDifferences
    from throwdown.lab.by_searches import BySearches
    from throwdown.lab.runs import keeping_place
    from throwdown.lab.training import Course, Plan

    if to and not to.is_dir():
        raise BadValue(f"{str(to)!r} is no folder")
    played = load(game)
    signs_of(played)
    method = BySearches if played.heuristics.FROM_SEARCHES else ByDifferences
    plan = Plan(
        game,
        played.version,
        played.seats[0],
        work.seed,
        rounds=lessons.rounds or method.rounds,
        choices=lessons.choices or method.choices,
        hidden=lessons.hidden,
        fade=lessons.fade,
        pairs=lessons.pairs,
        points=lessons.points,
        simulations=lessons.simulations if method is BySearches else 0,
    )
    place = keep or keeping_place(msgspec.to_builtins(plan)).with_suffix(".npz")
    with status(f"making {played.title} ready"):
        warm(played)
        training = method(played, plan, place, work.cores)
    with progress(f"{played.title} in training", plan.rounds) as bar:

        def told(course: Course) -> None:
            bar.reach(course.rounds, plan.rounds)
            if course.is_at_a_point and not work.json:
                point = course.curve[-1]
                wins = f"the judge wins {point.score} against {method.rival}"
                print(f"round {point.rounds}, {point.minutes} min: {wins}", flush=True)

        bar.reach(training.course.rounds, plan.rounds)
        training.run(told)
    training.write(to or played.folder, "throwdown " + " ".join(sys.argv[1:]))
    if work.json:
        print_json(training.course)
