"""A backup: all rows of a database as they were at one moment, in one SQLite file that can itself be served.

The master key is not in it: whoever finds a backup learns no dice and no cookie by it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, Table, create_engine, func, insert, select, text

from throwdown.kernel.files import naming
from throwdown.server.errors import DatabaseTrouble
from throwdown.server.keeping.opening import existing, shown
from throwdown.server.storage.database import database_url, key_file, open_database
from throwdown.server.storage.lock import alone_with
from throwdown.server.storage.schema import REVISION, matches, metadata, tables
from throwdown.server.storage.vault import VARIABLE, key_in

AT_ONCE = 2000  # rows

Progress = Callable[[int, int], None]  # rows that are copied, and how many there are


class Copied(NamedTuple):
    """How many rows there are in all, and how many of them are matches; the size of the file in bytes."""

    rows: int
    matches: int
    size: int


def back_up(database: str, file: Path, progress: Progress = lambda done, rows: None) -> Copied:
    """Copy the database, which may be served meanwhile, to ``file``; nobody who plays waits for it.

    The file appears whole, readable by its owner alone, or not at all. Raises :class:`DatabaseTrouble`, also
    where there is a file of that name, and an OSError of ``file`` where it cannot be written.
    """
    if file.exists():
        raise DatabaseTrouble(f"there is a file {file} already: name another one")
    part = file.with_name(f"{file.name}.part")
    with existing(database) as opened, naming(file, part):
        try:
            part.unlink(missing_ok=True)
            part.touch(0o600)
            copied = _copy_to(part, opened.reading, progress)
            _check_file(part)
            os.replace(part, file)
        finally:
            part.unlink(missing_ok=True)
    return copied


def _copy_to(file: Path, source: Engine, progress: Progress) -> Copied:
    target = create_engine(f"sqlite+pysqlite:///{file}")
    try:
        with source.connect() as reading, target.begin() as writing:
            metadata.create_all(writing)
            writing.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)"))
            writing.execute(text("INSERT INTO alembic_version VALUES (:now)"), {"now": REVISION})
            rows = copy_rows(reading, writing, progress)
            played = _count(writing, matches)
    finally:
        target.dispose()
    with file.open("rb+") as written:
        os.fsync(written.fileno())
    return Copied(rows, played, file.stat().st_size)


def copy_rows(reading: Connection, writing: Connection, progress: Progress) -> int:
    """Copy all rows of all tables into empty ones; how many there were."""
    counts = {table: _count(reading, table) for table in metadata.sorted_tables}
    every, done = sum(counts.values()), 0
    progress(0, every)
    for table in counts:
        chosen = select(table).execution_options(yield_per=AT_ONCE)
        for rows in reading.execute(chosen).mappings().partitions():
            writing.execute(insert(table), [dict(row) for row in rows])
            done += len(rows)
            progress(done, every)
    return done


def _check_file(file: Path) -> None:
    """Raises :class:`DatabaseTrouble` for an SQLite file that is damaged, or none of ours."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise DatabaseTrouble(f"{file} is no backup: {error}") from None
    if said != "ok":
        raise DatabaseTrouble(f"{file} is damaged: {said}")


def restore(file: Path, database: str, key: str = "", progress: Progress = lambda done, rows: None) -> Copied:
    """Bring the backup ``file`` into a database that holds nothing yet, and to the present schema.

    ``key`` is the master key of the database that was backed up, in hexadecimal digits; where it is empty,
    the one in the key's file of ``database``. Raises :class:`DatabaseTrouble`, and has changed nothing then.
    """
    if not file.exists():
        raise DatabaseTrouble(f"there is no file {file}")
    if not file.is_file():
        raise DatabaseTrouble(f"{file} is no backup: it is no file with a database in it")
    _check_file(file)
    url = database_url(database)
    place = key_file(url)
    if not key and not place.exists():
        raise DatabaseTrouble(
            f"its secrets are sealed: put their key in {place}, name its file with --key, or give it in "
            f"{VARIABLE}; without it nothing in play can go on (throwdown new-key)"
        )
    key = key or key_in(place, is_new=False).hex()
    if url.get_backend_name() == "sqlite":
        with alone_with(database):
            return _restore_file(file, Path(str(url.database)), key)
    return _restore_rows(file, database, key, progress)


def _restore_file(file: Path, target: Path, key: str) -> Copied:
    if target.exists() and target.stat().st_size:
        raise DatabaseTrouble(f"there is a database {target} already: move it away first")
    part = target.with_name(f"{target.name}.part")
    try:
        rows, played = _brought_up(file, part, key)
        os.replace(part, target)
    finally:
        _remove(part)
    return Copied(rows, played, target.stat().st_size)


def _restore_rows(file: Path, database: str, key: str, progress: Progress) -> Copied:
    part = file.with_name(f"{file.name}.part")
    try:
        _brought_up(file, part, key)
        source = create_engine(f"sqlite+pysqlite:///{part}")
        writing, reading = open_database(database, key)
        try:
            with source.connect() as rows, writing.begin() as target:
                _check_empty(target, database)
                for table in metadata.sorted_tables:
                    target.execute(table.delete())  # what a new database begins with
                copied = copy_rows(rows, target, progress)
                played = _count(target, matches)
        finally:
            for engine in (source, writing, reading):
                engine.dispose()
    finally:
        _remove(part)
    return Copied(copied, played, file.stat().st_size)


def _check_empty(connection: Connection, database: str) -> None:
    for table in (tables, matches):
        if held := _count(connection, table):
            raise DatabaseTrouble(
                f"the database {shown(database_url(database))} holds {held} {table.name} already: "
                "restore into an empty one"
            )


def _brought_up(file: Path, copy: Path, key: str) -> tuple[int, int]:
    """Make ``copy`` of a backup, of the present schema; its rows, and how many of them are matches. Raises
    :class:`DatabaseTrouble` for another key."""
    copy.touch(0o600)
    shutil.copyfile(file, copy)
    writing, reading = open_database(f"sqlite:///{copy}", key)
    try:
        with reading.connect() as connection:
            return sum(_count(connection, table) for table in metadata.sorted_tables), _count(
                connection, matches
            )
    finally:
        writing.dispose()
        reading.dispose()


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)
