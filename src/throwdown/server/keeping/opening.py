"""A database as an owner's command opens it: one that exists, of this schema, served or not."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from throwdown.server.errors import DatabaseTrouble
from throwdown.server.storage.database import database_url, engines, open_database, revision_of
from throwdown.server.storage.schema import REVISION


class Opened(NamedTuple):
    """Its address, and an engine each for changing and for reading it. What is read in one transaction is of
    one moment."""

    url: URL
    writing: Engine
    reading: Engine


def shown(url: URL) -> str:
    """The address as messages show it, without a password."""
    return url.render_as_string(hide_password=True).replace("+pysqlite", "").replace("+psycopg", "")


@contextmanager
def existing(database: str) -> Generator[Opened]:
    """The database at that address, without its secrets.

    Raises :class:`DatabaseTrouble` where there is none, or one of another schema: a running server may use
    it, so that it is not changed here.
    """
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise DatabaseTrouble(f"there is no database {url.database}")
    with _told(url):
        writing, reading = engines(url)
        try:
            with reading.connect() as connection:
                found = revision_of(connection)
            if found != REVISION:
                raise DatabaseTrouble(
                    f"the schema of {shown(url)} is '{found or 'none'}' and not '{REVISION}': "
                    "start a server of this version with it first"
                )
            yield Opened(url, writing, reading)
        finally:
            writing.dispose()
            reading.dispose()


@contextmanager
def unlocked(database: str, key: str = "") -> Generator[Opened]:
    """A database that exists, opened so that its secrets can be read with its master key: ``key``, or the one
    in its file. Raises :class:`DatabaseTrouble` where it cannot be opened, and for another key."""
    with existing(database):
        pass
    writing, reading = open_database(database, key)
    try:
        with _told(database_url(database)):
            yield Opened(database_url(database), writing, reading)
    finally:
        writing.dispose()
        reading.dispose()


@contextmanager
def _told(url: URL) -> Generator[None]:
    """What the driver says of trouble, in one line. An OSError that names a file is raised as it is: it is
    of a file that is written, and not of the database."""
    try:
        yield
    except (SQLAlchemyError, OSError) as trouble:
        if isinstance(trouble, OSError) and trouble.filename is not None:
            raise
        line = str(getattr(trouble, "orig", None) or trouble).strip().splitlines()[0]
        raise DatabaseTrouble(f"cannot use the database {shown(url)}: {line}") from None
