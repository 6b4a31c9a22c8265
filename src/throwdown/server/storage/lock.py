"""One process at a time serves an SQLite file: processes tell each other of changes over PostgreSQL alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from throwdown.server.errors import DatabaseTrouble
from throwdown.server.storage.database import database_url


@contextmanager
def alone_with(database: str) -> Generator[None]:
    """Hold the lock of an SQLite file, in ``FILE.lock`` beside it, by whatever link it is named; nothing is
    locked for PostgreSQL.

    The system lets go of it when the process ends, however it ends. Raises :class:`DatabaseTrouble` when
    another process holds it.
    """
    url = database_url(database)
    if url.get_backend_name() != "sqlite":
        yield
        return
    try:
        path = Path(f"{Path(str(url.database)).resolve()}.lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseTrouble(f"cannot use the database {database}: {error}") from None
    try:
        try:
            _lock(descriptor)
        except OSError:
            raise DatabaseTrouble(
                f"another process serves the database {database}: stop it, choose another with --database, "
                "or let several processes share a postgresql:// address"
            ) from None
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
