"""The command line: serve the table, play in a terminal, replay and verify transcripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from throwdown import __version__
from throwdown.arena.cli import app as arena
from throwdown.console import Quoting, grouped, refusals
from throwdown.lab.cli import app as lab
from throwdown.server.keeping import cli as keeping
from throwdown.server.options import Kept, Listening, Logging, Offered, Reach
from throwdown.study.cli import app as puzzles

app = typer.Typer(
    name="throwdown",
    help="Dice-and-card duels to play, referee and study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    cls=Quoting,
)

app.add_typer(arena, name="arena", help="Throws and towers: fairness, the library of throws, drawn tables.")
app.add_typer(lab, name="lab", help="The laboratory: matches by the million, match-ups, balance, sweeps.")
app.add_typer(puzzles, name="puzzles", help="Puzzles: find positions in which one choice is clearly best.")


def main() -> None:
    """The entry point: a refusal is one line on standard error, exit code 2."""
    with refusals():
        app(prog_name="throwdown")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"throwdown {__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Dice-and-card duels to play, referee and study."""


@app.command()
def games() -> None:
    """List the games, with their seats and options, and those that are broken."""
    from throwdown.kernel.game import all_games, broken_games

    for game in all_games():
        print(f"{game.key:16} {game.title}, {game.seats_in_words} seats. {game.line}")
        for value in game.values:
            if value.kind == "option":
                where = f"; {value.where()}" if value.where() else ""
                print(
                    f"  --set {value.key}={json.dumps(value.value)}  ({value.clause}) {value.needs()}{where}"
                )
    for broken in broken_games():
        print(f"{broken.key:16} is broken and cannot be played: {broken.reason}")


@app.command()
@grouped
def serve(
    listening: Listening,
    reach: Reach,
    kept: Kept,
    offered: Offered,
    logging: Logging,
    grace: Annotated[
        float,
        typer.Option(help="Seconds until a bot plays on for who left; a table may say otherwise.", min=0),
    ] = 60.0,
    workers: Annotated[
        int, typer.Option(help="How many processes serve; more than one need PostgreSQL.", min=1, max=64)
    ] = 1,
    browser: Annotated[bool, typer.Option(help="Open the table in a browser, if there is one.")] = True,
) -> None:
    """Serve the table to browsers on this machine and the local network."""
    import msgspec

    from throwdown import welcome
    from throwdown.server.admin import token_of
    from throwdown.server.options import settings_of
    from throwdown.server.workers import check_workers, serve_with

    settings = settings_of(grace, listening, reach, kept, logging, offered)
    check_workers(workers, settings)
    settings = msgspec.structs.replace(settings, admin=token_of(settings.database))
    is_secure = bool(settings.tls or settings.tls_cert)

    def greet(port: int) -> None:
        welcome.greet(settings.host, port, browser, settings.admin, tls=settings.tls, secure=is_secure)

    raise typer.Exit(serve_with(workers, settings, greet))


@app.command()
def new_key(
    database: Annotated[
        str, typer.Option(help="sqlite:///FILE or postgresql://...; by default the file in your data folder.")
    ] = "",
) -> None:
    """Give a database another master key where its own is lost: guests' cookies become worthless, and matches
    in play wait for ever. Stop its servers before."""
    from throwdown.server.keeping.rekey import rekey
    from throwdown.server.settings import default_database, given_key

    done = rekey(database or default_database(), given_key())
    print(f"The database's key is now that in {done.place}: back it up, apart from the database.")
    print(f"Matches in play that cannot go on: {done.matches}. Tables with new dice: {done.tables}.")
    print("Everybody is a new guest; no cookie from before is good.")


keeping.add_to(app)


@dataclass(frozen=True)
class AtTable:
    """Who plays a match in the terminal, with which dice and values."""

    seats: Annotated[int | None, typer.Option(help="How many seats; by default the least.")] = None
    bots: Annotated[
        int | None, typer.Option(help="How many of them bots play; by default all but yours.")
    ] = None
    bot: Annotated[str, typer.Option(help="Which bot, or FILE.npz of a trained player.")] = "greedy"
    seed: Annotated[int | None, typer.Option(help="Seeded dice and bots, the same every time.")] = None
    dice: Annotated[
        str, typer.Option(help="fair, or reported: you type what your own dice and cards show.")
    ] = "fair"
    tables: Annotated[Path | None, typer.Option(help="A file with your own table values.")] = None
    options: Annotated[
        list[str] | None, typer.Option("--set", help="An option, as KEY=VALUE (repeatable).")
    ] = None


@dataclass(frozen=True)
class OfSet:
    """A set of matches in place of one."""

    plan: Annotated[
        str, typer.Option(help='Play a set: "target score", "number of games" or "round robin".')
    ] = ""
    count: Annotated[
        int, typer.Option(help="Of a set: the target score, how many games, or how many each pair plays.")
    ] = 1
    tie: Annotated[str, typer.Option(help='A tie at the end of a set: "another game" or "tie-breaker".')] = (
        "another game"
    )
    stake: Annotated[int, typer.Option(help="Of a set: play chips paid per point of difference.")] = 0


@app.command()
@grouped
def play(
    game: Annotated[str, typer.Argument(help="The game, such as command-dice.")],
    at: AtTable,
    several: OfSet,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Write the transcript to this file when you leave or it ends; games of a set are numbered."
        ),
    ] = None,
) -> None:
    """Play in the terminal, with the same choices and notation as everywhere."""
    from throwdown import terminal
    from throwdown.kernel.errors import BadValue
    from throwdown.kernel.files import check_place, write_whole
    from throwdown.kernel.tables import parse_options

    if save is not None:
        check_place(save)
    seating = terminal.Seating(seats=at.seats, bots=at.bots, bot=at.bot)
    options = parse_options(at.options or [])
    if several.plan:
        from throwdown.kernel.series import Plan
        from throwdown.terminal_sets import SetSession

        plan = Plan(several.plan, several.count, several.tie, several.stake)
        SetSession(game, seating, plan, at.dice, at.seed).run(at.tables, options, save)
        return
    for name in ("count", "tie", "stake"):
        if (given := getattr(several, name)) != getattr(OfSet, name):
            raise BadValue(f"--{name} {given}: without --plan no set is played")
    match = terminal.open_match(game, seating, terminal.chance(at.dice, at.seed), at.tables, options)
    terminal.introduce(match.game, match.seats)
    session = terminal.Session(match, seating, at.seed)
    try:
        session.run()
    finally:  # after Ctrl-C, too
        if save is not None:
            write_whole(save, session.transcript())


@app.command()
def learn(
    game: Annotated[str, typer.Argument(help="The game, such as duello.")],
    lesson: Annotated[str, typer.Option(help="Which lesson; by default the first.")] = "",
) -> None:
    """Learn a game step by step, at a table whose dice are fixed."""
    from throwdown.terminal_learn import learn as teach

    teach(game, lesson)


@app.command("print")
def print_companions(
    game: Annotated[str, typer.Argument(help="The game, such as dardz.")],
    part: Annotated[str, typer.Option(help="reference, sheet or cards; by default all there is.")] = "",
    paper: Annotated[str, typer.Option(help="A4 or Letter.")] = "A4",
    values: Annotated[Path | None, typer.Option(help="A file of house values.")] = None,
    folder: Annotated[Path, typer.Option(help="Where the pages are written.")] = Path(),
) -> None:
    """Write pages to print and lay beside the box: reference card, score sheet, cards to cut out."""
    from throwdown.kernel.game import load
    from throwdown.server.beside.companions import page, parts_of

    found = load(game)
    chosen = found.check(found.values_in(values))
    folder.mkdir(parents=True, exist_ok=True)
    for each in [part] if part else parts_of(found):
        path = folder / f"{found.key}-{each}.html"
        path.write_text(page(found, each, paper, chosen, values.stem if values else ""), encoding="utf-8")
        print(f"{path}: open it in a browser and print it at its own size, without margins")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A transcript.")],
    step: Annotated[bool, typer.Option(help="Wait for Enter after each step.")] = False,
) -> None:
    """Show a transcript move by move."""
    from throwdown import terminal

    terminal.replay(_transcript(file).match, step)


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A transcript.")]) -> None:
    """Check every event, the result and the dice of a transcript."""
    from throwdown.arena.source import thrown_again

    for sentence in _transcript(file).verify(thrown_again):
        print(sentence)


@app.command()
def study(
    file: Annotated[Path, typer.Argument(help="A transcript.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
    playouts: Annotated[
        int, typer.Option(min=1, help="Playouts for each turn; the rest is counted in proportion.")
    ] = 2500,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same figures.")] = 0,
    cores: Annotated[int | None, typer.Option(min=1, help="How many cores; by default all.")] = None,
) -> None:
    """Say where a match was won: luck, choices and what was hidden, in figures that add up."""
    import msgspec

    from throwdown import bots
    from throwdown.arena.source import thrown_again
    from throwdown.study import account
    from throwdown.study.telling import lines
    from throwdown.study.units import Effort

    transcript = _transcript(file)
    transcript.verify(thrown_again)
    transcript.needs_present_rules("its chances are counted by the rules it was played by")
    bots.warm(transcript.match.game)
    effort = Effort().of(playouts)
    found = account(transcript.match, seed=seed, cores=cores, effort=effort, in_set=transcript.in_set)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return
    for line in lines(found):
        print(line)


def _transcript(file: Path) -> Any:
    from throwdown.kernel.files import edited
    from throwdown.kernel.transcript import read

    return read(edited(file))


@app.command()
def check_game(
    name: Annotated[str, typer.Argument(help="The key of a game, or the folder of one.")],
) -> None:
    """Hold a game to the whole contract: its files, and matches of it, compiled and interpreted."""
    from throwdown.conformance.report import check_game as check
    from throwdown.kernel.errors import BadValue
    from throwdown.kernel.game import add, known_keys, load

    if name not in known_keys() and Path(name).is_dir() and not Path(name, "tables.toml").exists():
        raise BadValue(f"{name!r} is no folder of a game: there is no 'tables.toml' in it")
    game = add(Path(name)) if Path(name, "tables.toml").exists() else load(name)
    if check(game, partial(print, flush=True)):
        raise typer.Exit(1)


@app.command()
def new_game(
    name: Annotated[str, typer.Argument(help="Its key, such as lucky-seven.")],
    where: Annotated[Path, typer.Option(help="The folder that its package is written to.")] = Path(),
) -> None:
    """Write a package with a small complete game and its tests, to begin a new one from."""
    from throwdown.conformance.new_game import new_game as write

    folder = write(name, where)
    print(f"{folder} is written. Try: throwdown check-game {folder / folder.name.replace('-', '_')}")


@app.command()
def schema() -> None:
    """Print the JSON schema of the messages between client and table."""
    from throwdown.server.wire.messages import message_schema

    print(json.dumps(message_schema(), indent=2))


@app.command()
def compile(
    keys: Annotated[list[str] | None, typer.Argument(help="Only these games.")] = None,
    cores: Annotated[int, typer.Option(help="How many games to compile at once.", min=1)] = 1,
    players: Annotated[bool, typer.Option(help="The loops of the bots, too.")] = True,
) -> None:
    """Compile games into the cache now, so that nothing needs to later."""
    import contextlib
    from multiprocessing import Pool

    from throwdown.kernel.game import all_games, load

    games = [load(key) for key in keys or ()] or all_games()
    # The largest first, so that it is not waited for alone at the end.
    ordered = [game.key for game in sorted(games, key=lambda game: -game.size)]
    with Pool(cores) if cores > 1 else contextlib.nullcontext() as pool:

        def done(work: Callable[[str], str]) -> Iterable[str]:
            return pool.imap_unordered(work, ordered) if pool else map(work, ordered)

        for key in done(_compile):
            print(f"{key} is compiled", flush=True)
        for key in done(_warm) if players else ():
            print(f"{key} has its players", flush=True)


def _compile(key: str) -> str:
    from throwdown.kernel.game import load

    load(key).compile()
    return key


def _warm(key: str) -> str:
    from throwdown.bots import warm
    from throwdown.kernel.game import load

    warm(load(key))
    return key
