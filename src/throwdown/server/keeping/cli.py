"""``throwdown backup``, ``restore``, ``check``, ``export`` and ``prune``: an owner's commands.

Each works beside a running server, except ``restore``, which fills a database that nobody serves yet.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from throwdown.console import progress, refusals

DATABASE = typer.Option(
    help="sqlite:///FILE or postgresql://...; by default the file in your data folder.",
    envvar="THROWDOWN_DATABASE",
)
IDLE = typer.Option(help="Take only the time that nothing else on the machine wants.")


def add_to(app: typer.Typer) -> None:
    """Give ``app`` the commands."""
    for command in (backup, restore, check, export, prune):
        app.command()(command)


def _chosen(database: str) -> str:
    from throwdown.server.settings import default_database

    return database or default_database()


def _yield_to_all(is_idle: bool) -> None:
    from throwdown.bots.pool import yield_to_all

    if is_idle:
        yield_to_all()


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; there must be none of that name.")],
    database: Annotated[str, DATABASE] = "",
    idle: Annotated[bool, IDLE] = False,
) -> None:
    """Copy a database, which may be served meanwhile, to one file. Its master key is not in it."""
    from throwdown.server.keeping.backup import back_up
    from throwdown.server.settings import given_key
    from throwdown.server.storage.database import database_url, key_file
    from throwdown.server.storage.vault import VARIABLE

    _yield_to_all(idle)
    database = _chosen(database)
    with refusals(), progress("Copying") as bar:
        copied = back_up(database, file, bar.reach)
        key = f"in {VARIABLE}" if given_key() else f"in {key_file(database_url(database))}"
    print(f"{file}: {copied.matches:,} matches, {copied.rows:,} rows, {_size(copied.size)}.")
    print(f"Its secrets can be read with the key {key} alone: keep that apart from it.")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    database: Annotated[str, DATABASE] = "",
    key: Annotated[
        Path | None, typer.Option(help="The file with the master key of the database that was backed up.")
    ] = None,
) -> None:
    """Bring a backup into a database that holds nothing yet."""
    from throwdown.server.keeping.backup import restore as bring_back
    from throwdown.server.settings import given_key
    from throwdown.server.storage.database import database_url, key_file
    from throwdown.server.storage.vault import read_key, write_secret

    database = _chosen(database)
    with refusals():
        given = given_key()
        if key is not None:
            given = read_key(_read(key), str(key)).hex()
        with progress("Copying") as bar:
            copied = bring_back(file, database, given, bar.reach)
        place = key_file(database_url(database))
        if given and not place.exists() and not given_key():
            write_secret(place, given)
    print(f"{copied.matches:,} matches, {copied.rows:,} rows are in {_shown(database)}.")


def _read(file: Path) -> str:
    from throwdown.server.errors import CannotServe

    try:
        return file.read_text("ascii", "replace")
    except OSError as error:
        raise CannotServe(f"cannot read {str(file)!r}: {error.strerror}") from None


def check(
    database: Annotated[str, DATABASE] = "",
    after: Annotated[int, typer.Option(help="Go on after the match of this id.", min=-1)] = -1,
    idle: Annotated[bool, IDLE] = False,
) -> None:
    """Play every match of a database again: to its result, and to its snapshot. Exit code 1 for any fault."""
    from throwdown.server.keeping.integrity import KINDS, ONE, Checked
    from throwdown.server.keeping.integrity import check as look
    from throwdown.server.keeping.opening import unlocked
    from throwdown.server.settings import given_key

    _yield_to_all(idle)
    found = Checked()
    told = 0
    with refusals(), unlocked(_chosen(database), given_key()) as opened, progress("Checking") as bar:
        try:
            for found in look(opened.reading, after, bar.reach):
                for fault in found.faults[told:]:
                    where = f"table {fault.table}, match {fault.number}: " if fault.table else ""
                    print(f"{where}{fault.why}", flush=True)
                told = len(found.faults)
        except KeyboardInterrupt:
            if found.last >= 0:
                print(f"throwdown: go on with --after {found.last}", file=sys.stderr)
            raise
    for kind in KINDS:
        many = found.kinds[kind]
        if many:
            print(f"{many:,} matches {kind}" if many > 1 else f"1 match {ONE[kind]}")
    if found.faults:
        raise typer.Exit(1)
    print("Nothing is wrong." if found.kinds else "There are no matches, and nothing is wrong.")


def export(
    file: Annotated[Path, typer.Argument(help="The ZIP file to write; there must be none of that name.")],
    database: Annotated[str, DATABASE] = "",
    person: Annotated[
        str, typer.Option(help="Only what is kept of one guest, by the id that the admin page shows.")
    ] = "",
    idle: Annotated[bool, IDLE] = False,
) -> None:
    """Write the transcripts of all finished matches, or all that is kept of one person."""
    from throwdown.server.keeping.exporting import export as write
    from throwdown.server.keeping.opening import unlocked
    from throwdown.server.settings import given_key

    _yield_to_all(idle)
    with refusals(), unlocked(_chosen(database), given_key()) as opened, progress("Writing") as bar:
        done = write(opened.reading, file, person, bar.reach)
    print(f"{file}: {done.written:,} {'transcript' if done.written == 1 else 'transcripts'}.")
    if done.left_out:
        many = "1 match" if done.left_out == 1 else f"{done.left_out:,} matches"
        print(f"Left out: {many} without a transcript: practice, broken off, or not readable here.")


def prune(
    days: Annotated[
        int, typer.Option("--older-than", help="Delete tables untouched for this many days.", min=1)
    ],
    database: Annotated[str, DATABASE] = "",
    in_play: Annotated[bool, typer.Option(help="Matches that are not over, too.")] = False,
    dry_run: Annotated[bool, typer.Option(help="Say what would be deleted, and delete nothing.")] = False,
    idle: Annotated[bool, IDLE] = False,
) -> None:
    """Delete tables that nobody has touched for long, with their matches; they leave My matches, too."""
    from throwdown.server.keeping.opening import existing
    from throwdown.server.keeping.pruning import prune as delete

    _yield_to_all(idle)
    with refusals(), existing(_chosen(database)) as opened, progress("Deleting") as bar:
        gone = delete(opened.writing, opened.reading, days, in_play=in_play, dry=dry_run, progress=bar.reach)
    verb = "Would delete" if dry_run else "Deleted"
    print(f"{verb} {gone.tables:,} tables with {gone.matches:,} matches and {gone.events:,} events.")
    if gone.beside:
        print(f"{verb} {gone.beside:,} tables beside a box.")


def _size(count: int) -> str:
    return f"{count / 2**20:,.1f} MiB"


def _shown(database: str) -> str:
    from throwdown.server.keeping.opening import shown
    from throwdown.server.storage.database import database_url

    return shown(database_url(database))
