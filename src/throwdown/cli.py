"""The command line: serve the table, play in a terminal, replay and verify transcripts."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown import __version__
from throwdown.arena.cli import app as arena
from throwdown.kernel.errors import ThrowdownError
from throwdown.lab.cli import app as lab

if TYPE_CHECKING:
    from throwdown.kernel.game import Game

app = typer.Typer(
    name="throwdown",
    help="Dice-and-card duels to play, referee and study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(arena, name="arena", help="Throws and towers: fairness, the library of throws, drawn tables.")
app.add_typer(lab, name="lab", help="The laboratory: matches by the million, match-ups, balance, sweeps.")

BAD_INPUT = 2  # exit code


def main() -> None:
    """The entry point: a refusal is one line on standard error, exit code 2."""
    try:
        app(prog_name="throwdown")
    except ThrowdownError as error:
        print(f"throwdown: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)


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
                print(f"  --set {value.key}={json.dumps(value.value)}  ({value.clause}) {value.needs()}")
    for broken in broken_games():
        print(f"{broken.key:16} is broken and cannot be played: {broken.reason}")


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    host: Annotated[
        str, typer.Option(help="The address to listen on; 127.0.0.1 for this machine alone.")
    ] = "0.0.0.0",
    database: Annotated[
        str, typer.Option(help="sqlite:///FILE or postgresql://...; by default a file in your data folder.")
    ] = "",
    grace: Annotated[
        float,
        typer.Option(help="Seconds until a bot plays on for who left; a table may say otherwise.", min=0),
    ] = 60.0,
    origin: Annotated[
        list[str] | None, typer.Option(help="A further web origin that may use this server (repeatable).")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address or network of a proxy whose X-Forwarded headers count (repeatable)."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(help="A name of this server, such as games.example or *.games.example (repeatable)."),
    ] = None,
    call_network: Annotated[
        list[str] | None,
        typer.Option(help="A private network that may be called, such as 192.168.0.0/16 (repeatable)."),
    ] = None,
    smtp: Annotated[
        str,
        typer.Option(help="smtps://NAME:PASSWORD@HOST to send mail.", envvar="THROWDOWN_SMTP"),
    ] = "",
    mail_from: Annotated[str, typer.Option(help="The address that mail comes from.")] = "",
    browser: Annotated[bool, typer.Option(help="Open the table in a browser, if there is one.")] = True,
) -> None:
    """Serve the table to browsers on this machine and the local network."""
    from throwdown import welcome
    from throwdown.server.run import serve as run
    from throwdown.server.settings import Settings

    more: dict[str, Any] = {"database": database} if database else {}
    settings = Settings(
        host=host,
        port=port,
        grace=grace,
        origins=tuple(origin or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        allowed_hosts=tuple(allowed_host or ()),
        call_networks=tuple(call_network or ()),
        smtp=smtp,
        mail_from=mail_from,
        **more,
    )
    raise typer.Exit(run(settings, lambda actual: welcome.greet(host, actual, browser)))


@app.command()
def new_key(
    database: Annotated[
        str, typer.Option(help="sqlite:///FILE or postgresql://...; by default the file in your data folder.")
    ] = "",
) -> None:
    """Give a database another master key where its own is lost: guests' cookies become worthless, and matches
    in play wait for ever. Stop its servers before."""
    from throwdown.server.errors import CannotServe
    from throwdown.server.rekey import rekey
    from throwdown.server.settings import default_database, given_key

    try:
        done = rekey(database or default_database(), given_key())
    except CannotServe as reason:
        print(f"throwdown: {reason}", file=sys.stderr)
        raise typer.Exit(2) from None
    print(f"The database's key is now that in {done.place}: back it up, apart from the database.")
    print(f"Matches in play that cannot go on: {done.matches}. Tables with new dice: {done.tables}.")
    print("Everybody is a new guest; no cookie from before is good.")


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game, such as command-dice.")],
    seats: Annotated[int | None, typer.Option(help="How many seats; by default the least.")] = None,
    bots: Annotated[
        int | None, typer.Option(help="How many of them bots play; by default all but yours.")
    ] = None,
    bot: Annotated[str, typer.Option(help="Which bot.")] = "greedy",
    seed: Annotated[int | None, typer.Option(help="Seeded dice and bots, the same every time.")] = None,
    dice: Annotated[
        str, typer.Option(help="fair, or reported: you type what your own dice and cards show.")
    ] = "fair",
    tables: Annotated[Path | None, typer.Option(help="A file with your own table values.")] = None,
    options: Annotated[
        list[str] | None, typer.Option("--set", help="An option, as KEY=VALUE (repeatable).")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="Write the transcript to this file at the end; the games of a set are numbered."),
    ] = None,
    plan: Annotated[
        str, typer.Option(help='Play a set: "target score", "number of games" or "round robin".')
    ] = "",
    count: Annotated[
        int, typer.Option(help="Of a set: the target score, how many games, or how many each pair plays.")
    ] = 1,
    tie: Annotated[
        str, typer.Option(help='A tie at the end of a set: "another game" or "tie-breaker".')
    ] = "another game",
    stake: Annotated[int, typer.Option(help="Of a set: play chips paid per point of difference.")] = 0,
) -> None:
    """Play in the terminal, with the same choices and notation as everywhere."""
    from throwdown import terminal
    from throwdown.kernel.tables import parse_options

    seating = terminal.Seating(seats=seats, bots=bots, bot=bot)
    if plan:
        from throwdown.kernel.series import Plan
        from throwdown.terminal_sets import SetSession

        session = SetSession(game, seating, Plan(plan, count, tie, stake), dice, seed)
        session.run(tables, parse_options(options or []), save)
        return
    chance = terminal.chance(dice, seed)
    match = terminal.open_match(game, seating, chance, tables, parse_options(options or []))
    terminal.Session(match, seating, seed).run()
    if save is not None:
        save.write_text(match.transcript(), encoding="utf-8")


@app.command()
def learn(
    game: Annotated[str, typer.Argument(help="The game, such as duello.")],
    lesson: Annotated[str, typer.Option(help="Which lesson; by default the first.")] = "",
) -> None:
    """Learn a game step by step, at a table whose dice are fixed."""
    from throwdown.terminal_learn import learn as teach

    teach(game, lesson)


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
    from throwdown.study.counting import Effort
    from throwdown.study.telling import lines

    transcript = _transcript(file)
    transcript.verify(thrown_again)
    transcript.needs_present_rules("its chances are counted by the rules it was played by")
    bots.warm(transcript.match.game)
    found = account(transcript.match, seed=seed, cores=cores, effort=Effort().of(playouts))
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return
    for line in lines(found):
        print(line)


def _transcript(file: Path) -> Any:
    from throwdown.kernel.transcript import read

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ThrowdownError(f"cannot read {str(file)!r}: {error}") from None
    return read(text)


@app.command()
def check_game(
    name: Annotated[str, typer.Argument(help="The key of a game, or the folder of one.")],
) -> None:
    """Hold a game to the whole contract: its files, and matches of it, compiled and interpreted."""
    from throwdown.conformance.report import check_game as check
    from throwdown.kernel.game import add, load

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
    from throwdown.server.messages import message_schema

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
    shares = _families(games) if cores > 1 else [[game.key] for game in games]
    with Pool(cores) if cores > 1 else contextlib.nullcontext() as pool:

        def done(work: Callable[[list[str]], list[str]]) -> Iterable[str]:
            return chain.from_iterable(pool.imap_unordered(work, shares) if pool else map(work, shares))

        for key in done(_compile):
            print(f"{key} is compiled", flush=True)
        for key in done(_warm) if players else ():
            print(f"{key} has its players", flush=True)


def _families(games: Iterable[Game]) -> list[list[str]]:
    """The keys of ``games``, the largest first, so that it is not waited for alone at the end.

    Games of which one is a part of the other are together: they share compiled rules, which two processes
    would both compile.
    """
    families: dict[str, list[Game]] = {}
    for game in games:
        families.setdefault(game.about.part_of or game.title, []).append(game)
    largest_first = sorted(families.values(), key=lambda family: -sum(game.size for game in family))
    return [[game.key for game in family] for family in largest_first]


def _compile(keys: list[str]) -> list[str]:
    from throwdown.kernel.game import load

    for key in keys:
        load(key).compile()
    return keys


def _warm(keys: list[str]) -> list[str]:
    from throwdown.bots import warm
    from throwdown.kernel.game import load

    for key in keys:
        warm(load(key))
    return keys
