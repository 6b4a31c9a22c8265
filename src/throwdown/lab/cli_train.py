"""``throwdown lab train``: a judge of positions, learned from self-play, or strategies that are solved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.console import grouped, progress, status
from throwdown.lab.options import MOST_PIECES, MOST_PLAYOUTS, MOST_ROUNDS, Key, Work, print_json

if TYPE_CHECKING:
    from throwdown.kernel.game import Game
    from throwdown.lab.training import Course, Planned, Training


@dataclass(frozen=True)
class Lessons:
    """How long something is learned, and in which way; None: as long as is usual there."""

    rounds: Annotated[
        int | None,
        typer.Option(
            help="Rounds of self-play, each followed by a fit, by default 60; where it learns from searches "
            "10, from playouts 6. Where it is solved, iterations, by default 300.",
            min=1,
            max=MOST_ROUNDS,
        ),
    ] = None
    choices: Annotated[
        int | None,
        typer.Option(
            help="Of a judge: choices of a round, about, by default 40000; where it learns from searches or "
            "playouts positions, by default 10000.",
            min=1000,
            max=10**7,
        ),
    ] = None
    simulations: Annotated[
        int | None,
        typer.Option(
            help="Of a position, where a judge learns from searches: by default 2000; playouts: by default "
            "400.",
            min=10,
            max=MOST_PLAYOUTS,
        ),
    ] = None
    hidden: Annotated[
        int | None,
        typer.Option(help="Of a judge: units of the hidden layer, by default 24.", min=1, max=256),
    ] = None
    fade: Annotated[
        float | None,
        typer.Option(
            help="The lambda of TD(lambda), where a judge learns by it: by default 0.8.", min=0, max=1
        ),
    ] = None
    points: Annotated[
        int | None, typer.Option(help="Points of the curve, by default 6.", min=1, max=1000)
    ] = None
    pairs: Annotated[
        int | None,
        typer.Option(
            help="Mirrored pairs of each point, against who has no judge, or with --policy the level: by "
            "default 200.",
            min=2,
            max=MOST_PIECES,
        ),
    ] = None


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
        typer.Option(help="Of --policy: a level that it learns against, by default master-1 and sharp."),
    ] = None
    against: Annotated[
        float | None,
        typer.Option(
            help="Of --policy: the part of the matches with these levels, by default 0.2; the others are "
            "with itself. With 1 it becomes a best response.",
            min=0,
            max=1,
        ),
    ] = None


@dataclass(frozen=True)
class Place:
    """Where the files go that are made."""

    to: Annotated[
        Path | None, typer.Option(help="The folder for the files that are made; by default the game's.")
    ] = None
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace what players go by in the game's folder.")
    ] = False


@grouped
def train(
    game: Key,
    lessons: Lessons,
    work: Work,
    sparring: Sparring,
    place: Place,
    keep: Annotated[
        Path | None, typer.Option(help="Keep what is learned in this file; by default in the cache.")
    ] = None,
) -> None:
    """Learn a judge of positions of GAME from self-play, for matches of the least number of seats. Where all
    that can follow can be written out, as at con-person with up to five dice each, solve it by regret
    minimisation; with --policy learn how to play it with more, from self-play and against levels.

    Ctrl-C stops it, and the same command goes on.
    \f
    Raises :class:`BadValue` for a folder that does not exist, one of a game that players go by already where
    it is not to be replaced, and for an option that means nothing there.
    """
    if sparring.policy:
        # Several threads take twice as long over arrays as small as these. NumPy, which is imported below,
        # reads it once.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import sys

    import msgspec

    from throwdown.bots import warm
    from throwdown.lab.named import game_of
    from throwdown.lab.runs import keeping_place

    played = game_of(game)
    command = "throwdown " + " ".join(sys.argv[1:])
    if not sparring.policy:
        _refuse(sparring, "without --policy nothing learns against a level", "partner", "against")
        if played.solving.TAUGHT:
            _solve(played, lessons, place, command, keep, work.json)
            return
        begin, plan = _judge_plan(played, lessons, work)
    else:
        begin, plan = _policy_plan(played, lessons, sparring, work)
    folder = _folder(played, place, sparring.policy)
    kept = keep or keeping_place(msgspec.to_builtins(plan)).with_suffix(".npz")
    with status(f"making {played.title} ready"):
        warm(played)
        training = begin(played, plan, kept, work.cores)
    _learn(training, work.json)
    training.write(folder, command)
    if work.json:
        print_json(training.course)


def _folder(game: Game, place: Place, policy: bool = False) -> Path:
    """The folder for the files that are made. Raises :class:`BadValue` where there is none, and where players
    go by what is in that of the game and it is not to be replaced."""
    from throwdown.bots.judged import FILE
    from throwdown.kernel.errors import BadValue

    if place.to:
        if not place.to.is_dir():
            raise BadValue(f"{str(place.to)!r} is no folder")
        return place.to
    files = game.solving.LOOKED_UP if policy or game.solving.TAUGHT else (game.folder / FILE,)
    held = " and ".join(file.name for file in files if file.exists())
    if held and not place.replace:
        raise BadValue(
            f"players go by {held} in {str(game.folder)!r}: --to FOLDER writes elsewhere, --replace replaces"
        )
    return game.folder


def _refuse(given: Lessons | Sparring, why: str, *names: str) -> None:
    """Raise :class:`BadValue` where any option of these names is given."""
    from throwdown.kernel.errors import BadValue

    for name in names:
        value: Any = getattr(given, name)
        if value is not None:
            told = value[0] if name == "partner" else value
            raise BadValue(f"--{name} {told}: {why}")


def _judge_plan(game: Game, lessons: Lessons, work: Work) -> tuple[type[Training[Any]], Planned]:
    """How a judge of ``game`` is trained, by what it is learned from."""
    import msgspec

    from throwdown.bots.judged import CHOICES, PLAYOUTS, SEARCHES, signs_of
    from throwdown.lab.by_differences import ByDifferences
    from throwdown.lab.by_playouts import ByPlayouts
    from throwdown.lab.by_searches import BySearches
    from throwdown.lab.judge_training import Plan

    signs_of(game)
    methods = {CHOICES: ByDifferences, SEARCHES: BySearches, PLAYOUTS: ByPlayouts}
    method = methods[game.heuristics.LEARNED_FROM]
    if method is ByDifferences:
        _refuse(lessons, f"the judge of {game.title} learns by temporal differences", "simulations")
    else:
        _refuse(lessons, f"the judge of {game.title} does not learn by TD(lambda)", "fade")
    usual = Plan(game.key, game.version, game.seats[0], work.seed)
    plan = msgspec.structs.replace(
        usual,
        rounds=lessons.rounds or method.rounds,
        choices=lessons.choices or method.choices,
        hidden=lessons.hidden or usual.hidden,
        fade=usual.fade if lessons.fade is None else lessons.fade,
        pairs=lessons.pairs or usual.pairs,
        points=lessons.points or usual.points,
        simulations=lessons.simulations or method.simulations,
    )
    return method, plan


def _policy_plan(
    game: Game, lessons: Lessons, sparring: Sparring, work: Work
) -> tuple[type[Training[Any]], Planned]:
    """How a policy of ``game`` is trained by self-play."""
    import msgspec

    from throwdown.bots.levels import digest_of
    from throwdown.lab.by_self_play import BySelfPlay, Plan

    _refuse(lessons, "with --policy no judge is learned", "choices", "simulations", "hidden", "fade")
    usual = Plan(game.key, game.version, work.seed)
    partners = tuple(sparring.partner or usual.partners)
    against = usual.against if sparring.against is None else sparring.against
    digests = [digest_of(name, game, game.seats[0]).get("player", "") for name in partners]
    plan = msgspec.structs.replace(
        usual,
        rounds=lessons.rounds or usual.rounds,
        partners=partners,
        against=against,
        digests=tuple(digests) if against else (),
        pairs=lessons.pairs or usual.pairs,
        points=lessons.points or usual.points,
    )
    return BySelfPlay, plan


def _learn(training: Training[Any], json: bool) -> None:
    """Train to the end of the plan, and show how far it has come."""
    rounds = training.course.plan.rounds
    with progress(f"{training.game.title} in training", rounds) as bar:

        def told(course: Course[Any]) -> None:
            bar.reach(course.rounds, rounds)
            news = training.news()
            if news and not json:
                print(news, flush=True)

        bar.reach(training.course.rounds, rounds)
        training.run(told)


def _solve(game: Game, lessons: Lessons, place: Place, command: str, keep: Path | None, json: bool) -> None:
    """Solve the matches that ``game`` names, and show how far each has come."""
    from throwdown.lab.by_solving import ITERATIONS, teach
    from throwdown.lab.solve import Look

    others = ("choices", "simulations", "hidden", "fade", "points", "pairs")
    _refuse(lessons, f"{game.title} is solved, no judge is learned", *others)
    folder = _folder(game, place)
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
