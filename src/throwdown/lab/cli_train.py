"""``throwdown lab train``: a judge of positions, learned from self-play, or strategies that are solved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.console import grouped, progress, status
from throwdown.lab.options import Key, Work, print_json

if TYPE_CHECKING:
    from throwdown.kernel.game import Game
    from throwdown.lab.training import Training


@dataclass(frozen=True)
class Lessons:
    """How long a judge is trained, and in which way."""

    rounds: Annotated[
        int | None,
        typer.Option(
            help="Rounds of self-play, each followed by a fit, by default 60; where it learns from searches "
            "10, from playouts 6, with --policy 40. Where it is solved, iterations, by default 300.",
            min=1,
        ),
    ] = None
    choices: Annotated[
        int | None,
        typer.Option(
            help="Choices of a round, about, by default 40000; where it learns from searches or playouts "
            "positions, by default 10000.",
            min=1000,
        ),
    ] = None
    simulations: Annotated[
        int | None,
        typer.Option(
            help="Of a position, where it learns from searches: by default 2000; playouts: by default 400.",
            min=10,
        ),
    ] = None
    hidden: Annotated[int, typer.Option(help="Units of the hidden layer.", min=1, max=256)] = 24
    fade: Annotated[float, typer.Option(help="The lambda of TD(lambda).", min=0, max=1)] = 0.8
    points: Annotated[int, typer.Option(help="Points of the curve.", min=1)] = 6
    pairs: Annotated[
        int,
        typer.Option(
            help="Mirrored pairs of each point, against who has no judge, or with --policy the level.", min=2
        ),
    ] = 200


@dataclass(frozen=True)
class Sparring:
    """Whether a policy is learned, and against whom."""

    policy: Annotated[
        bool,
        typer.Option(
            "--policy", help="Where a game is solved: learn how to play where it is too large for that."
        ),
    ] = False
    partner: Annotated[
        list[str] | None,
        typer.Option(help="Of --policy: a level that it learns against, by default master-1."),
    ] = None
    against: Annotated[
        float | None,
        typer.Option(
            help="Of --policy: the part of the matches with these levels, by default none; the others are "
            "with itself. With 1 it becomes a best response.",
            min=0,
            max=1,
        ),
    ] = None


@grouped
def train(
    game: Key,
    lessons: Lessons,
    work: Work,
    sparring: Sparring,
    to: Annotated[
        Path | None, typer.Option(help="The folder for the files that are made; by default the game's.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Keep what is learned in this file; by default in the cache.")
    ] = None,
) -> None:
    """Learn a judge of positions of GAME from self-play, for matches of the least number of seats. Where all
    that can follow can be written out, as at con-person with up to five dice each, solve it by regret
    minimisation; with --policy learn from self-play how to play it with more.

    Ctrl-C stops it, and the same command goes on.
    \f
    Raises :class:`BadValue` for a folder that does not exist.
    """
    import sys

    from throwdown.kernel.errors import BadValue
    from throwdown.lab.named import game_of

    if to and not to.is_dir():
        raise BadValue(f"{str(to)!r} is no folder")
    played = game_of(game)
    folder, command = to or played.folder, "throwdown " + " ".join(sys.argv[1:])
    if sparring.policy:
        _learn_policy(played, lessons, sparring, work, folder, command, keep)
        return
    if played.solving.TAUGHT:
        _solve(played, lessons, folder, command, keep, work.json)
        return
    with status(f"making {played.title} ready"):
        training = _training(played, lessons, work, keep)
    _learn(training, work.json)
    training.write(folder, command)
    if work.json:
        print_json(training.course)


def _training(game: Game, lessons: Lessons, work: Work, keep: Path | None) -> Training:
    """The training of a judge of ``game``, by what it is learned from."""
    import msgspec

    from throwdown.bots import warm
    from throwdown.bots.judged import CHOICES, PLAYOUTS, SEARCHES, signs_of
    from throwdown.lab.by_differences import ByDifferences
    from throwdown.lab.by_playouts import ByPlayouts
    from throwdown.lab.by_searches import BySearches
    from throwdown.lab.runs import keeping_place
    from throwdown.lab.training import Plan

    signs_of(game)
    methods = {CHOICES: ByDifferences, SEARCHES: BySearches, PLAYOUTS: ByPlayouts}
    method = methods[game.heuristics.LEARNED_FROM]
    plan = Plan(
        game.key,
        game.version,
        game.seats[0],
        work.seed,
        rounds=lessons.rounds or method.rounds,
        choices=lessons.choices or method.choices,
        hidden=lessons.hidden,
        fade=lessons.fade,
        pairs=lessons.pairs,
        points=lessons.points,
        simulations=(lessons.simulations or method.simulations) if method.simulations else 0,
    )
    place = keep or keeping_place(msgspec.to_builtins(plan)).with_suffix(".npz")
    warm(game)
    return method(game, plan, place, work.cores)


def _learn(training: Training, json: bool) -> None:
    """Train to the end of the plan, and show how far it has come."""
    from throwdown.lab.training import Course

    rounds = training.course.plan.rounds
    with progress(f"{training.game.title} in training", rounds) as bar:

        def told(course: Course) -> None:
            bar.reach(course.rounds, rounds)
            if course.is_at_a_point and not json:
                point = course.curve[-1]
                wins = f"the judge wins {point.score} against {training.rival}"
                print(f"round {point.rounds}, {point.minutes} min: {wins}", flush=True)

        bar.reach(training.course.rounds, rounds)
        training.run(told)


def _solve(game: Game, lessons: Lessons, folder: Path, command: str, keep: Path | None, json: bool) -> None:
    """Solve the matches that ``game`` names, and show how far each has come."""
    from throwdown.lab.by_solving import ITERATIONS, teach
    from throwdown.lab.solve import Look

    with status(f"making {game.title} ready"):
        game.compile()
    most = lessons.rounds or ITERATIONS
    with progress(f"{game.title} is solved", most * len(game.solving.TAUGHT)) as bar:

        def told(number: int, look: Look) -> None:
            bar.reach(most * number + look.iterations, most * len(game.solving.TAUGHT))
            if not json:
                values = ", ".join(f"{name} {value}" for name, value in game.solving.TAUGHT[number].items())
                found = f"exploitable by {look.exploitability:.6f}"
                print(f"{values}, {look.iterations} iterations, {look.minutes:.2f} min: {found}", flush=True)

        solutions = teach(game, most, folder, command, keep, told)
    if json:
        print_json(solutions)


def _learn_policy(
    game: Game,
    lessons: Lessons,
    sparring: Sparring,
    work: Work,
    folder: Path,
    command: str,
    keep: Path | None,
) -> None:
    """Learn the policy of ``game`` from self-play, and show how far it has come."""
    # Several threads take twice as long over arrays as small as these. NumPy reads it when it is imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import msgspec

    from throwdown.bots import warm
    from throwdown.lab.by_self_play import BySelfPlay, Course, Plan
    from throwdown.lab.runs import keeping_place

    usual = Plan(game.key, game.version, work.seed, pairs=lessons.pairs, points=lessons.points)
    plan = msgspec.structs.replace(
        usual,
        rounds=lessons.rounds or usual.rounds,
        partners=tuple(sparring.partner or usual.partners),
        against=usual.against if sparring.against is None else sparring.against,
    )
    place = keep or keeping_place(msgspec.to_builtins(plan)).with_suffix(".npz")
    with status(f"making {game.title} ready"):
        warm(game)
    training = BySelfPlay(game, plan, place, work.cores)
    with progress(f"{game.title} in training", plan.rounds) as bar:

        def told(course: Course) -> None:
            bar.reach(course.rounds, plan.rounds)
            if course.rounds == 0 and not work.json:
                print(f"a partner is fitted to {plan.heard} choices of {plan.partners[course.fitted - 1]}")
            if course.is_at_a_point and not work.json:
                point = course.curve[-1]
                wins = f"the policy wins {point.score} against {plan.partners[0]}"
                print(f"round {point.rounds}, {point.minutes} min: {wins}", flush=True)

        bar.reach(training.course.rounds, plan.rounds)
        training.run(told)
    training.write(folder, command)
    if work.json:
        print_json(training.course)
