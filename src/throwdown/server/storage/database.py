"""Opening a database: SQLite or PostgreSQL, migrated to this schema, or one clear line why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from throwdown.server.errors import DatabaseTrouble
from throwdown.server.settings import data_folder
from throwdown.server.storage.schema import REVISION, keys
from throwdown.server.storage.vault import VARIABLE, Vault, key_in, read_key

# A commit appends to as many pages as there are matches in it, and writes each of them whole: small pages
# take 15 in 100 off what a move costs. They count for new files; an old one keeps its own.
PAGE = 1024  # bytes
LOG = 16 * 2**20  # bytes of log before they are put in their places
FINGERPRINT = "fingerprint"  # the name of the row of ``keys`` that tells the master key
CHANGING_LOCK = 0x7468726F77  # of PostgreSQL's advisory locks


def database_url(database: str) -> URL:
    """The URL with its driver; refuses what is neither SQLite in a file nor PostgreSQL."""
    try:
        url = make_url(database)
    except ArgumentError:
        raise DatabaseTrouble(
            f"no database address: '{database}' (sqlite:///FILE or postgresql://HOST/NAME)"
        ) from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "postgresql":
        return url
    if url.get_backend_name() != "sqlite":
        raise DatabaseTrouble(f"'{url.get_backend_name()}' is neither sqlite nor postgresql: '{database}'")
    if url.database in (None, "", ":memory:"):
        raise DatabaseTrouble(f"a database in memory keeps no match: '{database}' (sqlite:///FILE)")
    return url.set(drivername="sqlite+pysqlite")


def _sqlite_engine(url: URL, *, writing: bool) -> Engine:
    """SQLite with a write-ahead log, synced fully; a writing engine takes the write lock at once."""
    engine = create_engine(
        url,
        pool_size=1 if writing else 4,
        max_overflow=0 if writing else 8,
        connect_args={"check_same_thread": False, "timeout": 10.0},
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:  # pyright: ignore[reportUnusedFunction]
        connection.isolation_level = None
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA wal_autocheckpoint={LOG // PAGE}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA temp_store=MEMORY")  # what undoes a statement: else a file for each

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        driver: Any = connection.connection.dbapi_connection
        if not driver.in_transaction:  # else the store has begun it
            driver.execute("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def engines(url: URL) -> tuple[Engine, Engine]:
    """(writing, reading): one connection writes, a few read."""
    if url.get_backend_name() == "sqlite":
        path = Path(str(url.database))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)  # a new file is its owner's alone, and SQLite gives its log the same rights
        return _sqlite_engine(url, writing=True), _sqlite_engine(url, writing=False)
    writing = create_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True)
    reading = create_engine(
        url,
        pool_size=4,
        max_overflow=8,
        pool_pre_ping=True,
        isolation_level="REPEATABLE READ",  # what is read together is of one moment, as it is with SQLite
    )
    return writing, reading


def revision_of(connection: Connection) -> str | None:
    """The schema's revision, or None for an empty database."""
    names = set(inspect(connection).get_table_names())
    if "alembic_version" in names:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if names:
        raise DatabaseTrouble(f"it holds other tables ({', '.join(sorted(names)[:3])}) and none of ours")
    return None


def upgrade(connection: Connection, revision: str = REVISION) -> None:
    """Run the migrations from where the database is up to ``revision``."""
    from alembic import command  # slow to import, and needed only for an old or new database
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:
        found = revision_of(connection)
        raise DatabaseTrouble(
            f"its schema '{found}' is unknown to this version, which knows up to '{REVISION}': "
            "update Throwdown"
        ) from None


def one_at_a_time(connection: Connection) -> None:
    """Let other processes that come here wait until this transaction is over, for what is read, changed and
    saved again: of two that read the same, one would undo what the other saved, or find its row taken. It is
    one lock for all, so that nobody waits for somebody who waits for him. An SQLite file has one writer
    anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CHANGING_LOCK})


def migrate(engine: Engine) -> str | None:
    """Bring the database to this schema; every process may try, one of them does it. The revision that it
    had, None for an empty one."""
    with engine.begin() as connection:
        one_at_a_time(connection)
        found = revision_of(connection)
        if found != REVISION:
            upgrade(connection)
        return found


def key_file(url: URL) -> Path:
    """Where the master key is: beside an SQLite file, for PostgreSQL in the data folder of this user."""
    if url.get_backend_name() == "sqlite":
        return Path(f"{url.database}.key")
    return data_folder() / "throwdown.key"


def fingerprint_of(connection: Connection) -> bytes | None:
    """By which master key the database's secrets are sealed; None where it has none yet."""
    if revision_of(connection) is None or not inspect(connection).has_table(keys.name):
        return None
    found = connection.execute(select(keys.c.value).where(keys.c.name == FINGERPRINT)).scalar()
    return None if found is None else bytes(found)


def _unlock(writing: Engine, url: URL, given: str) -> Vault:
    """The vault of the database, by the key that is ``given`` or the one in its file, which is made with the
    first secrets."""
    if given:
        return Vault(read_key(given, VARIABLE))
    with writing.begin() as connection:
        known = fingerprint_of(connection)
    return Vault(key_in(key_file(url), is_new=known is None))


def _check_key(writing: Engine, vault: Vault, place: str) -> None:
    with writing.begin() as connection:
        if fingerprint_of(connection) != vault.fingerprint:
            raise DatabaseTrouble(f"its secrets are sealed with another key than that in {place}")


def _forget_erased(writing: Engine) -> None:
    """Write an SQLite file anew without what was erased from it: secrets were there in clear once."""
    connection = writing.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def open_database(database: str, key: str = "") -> tuple[Engine, Engine]:
    """(writing, reading) engines over a migrated database, whose connections know its vault.

    ``key`` is its master key in hexadecimal digits; where it is empty, the one in its file. Raises
    :class:`DatabaseTrouble`.
    """
    url = database_url(database)
    shown = url.render_as_string(hide_password=True).replace("+pysqlite", "").replace("+psycopg", "")
    opened: tuple[Engine, ...] = ()
    try:
        opened = writing, reading = engines(url)
        vault = _unlock(writing, url, key)
        for engine in opened:
            engine.update_execution_options(vault=vault)
        former = migrate(writing)
        _check_key(writing, vault, VARIABLE if key else str(key_file(url)))
        if former not in (None, REVISION) and url.get_backend_name() == "sqlite":
            _forget_erased(writing)
    except (SQLAlchemyError, OSError, ImportError) as trouble:
        _dispose(opened)
        cause = getattr(trouble, "orig", None) or trouble
        line = str(cause).strip().splitlines()[0]
        raise DatabaseTrouble(f"cannot use the database {shown}: {line}") from None
    except DatabaseTrouble as trouble:
        _dispose(opened)
        raise DatabaseTrouble(f"cannot use the database {shown}: {trouble}") from None
    return writing, reading


def _dispose(opened: tuple[Engine, ...]) -> None:
    for engine in opened:
        engine.dispose()
