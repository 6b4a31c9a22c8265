"""The store: what was confirmed is here, whatever happens to the process.

Writing is a group commit: the moves that have arrived while one commit runs are committed together
by the next, in a thread of its own, before any of them is answered.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from throwdown.kernel.contract import CHANCE
from throwdown.server.errors import Taken
from throwdown.server.storage.database import open_database
from throwdown.server.storage.statements import Rows
from throwdown.server.storage.vault import Vault

T = TypeVar("T")
Outcome = tuple[Any, BaseException | None]

INSERT_EVENTS = Rows(
    {
        "sqlite": """
            INSERT INTO events (match, number, seat, event, guest, request, evidence, drawn)
            SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
                json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
                json_extract(value, '$[6]'), json_extract(value, '$[7]')
            FROM json_each(?)""",
        "postgresql": """
            INSERT INTO events (match, number, seat, event, guest, request, evidence, drawn)
            SELECT (value ->> 0)::bigint, (value ->> 1)::bigint, (value ->> 2)::bigint,
                (value ->> 3)::bigint, value ->> 4, (value ->> 5)::bigint, value ->> 6, value ->> 7
            FROM jsonb_array_elements(%s::jsonb)""",
    }
)


class EventRow(Struct, array_like=True, frozen=True, gc=False):
    """One event of a log; ``guest`` and ``request`` say whose request it was, if anybody's, and
    ``evidence`` how a hand decided it (:mod:`throwdown.server.table.evidence`), as it is saved.

    ``drawn`` are the events of chance that come next and are saved in the same row, so that a move is mostly
    one row. Rows that are loaded have one event each (:meth:`each`)."""

    match: int
    number: int
    seat: int
    event: int
    guest: str | None = None
    request: int | None = None
    evidence: str | None = None
    drawn: list[int] | None = None

    @property
    def count(self) -> int:
        """How many events are in it."""
        return 1 + len(self.drawn) if self.drawn else 1

    def each(self) -> Iterator[EventRow]:
        """A row for each event that is in it."""
        yield EventRow(
            self.match, self.number, self.seat, self.event, self.guest, self.request, self.evidence
        )
        for n, event in enumerate(self.drawn or (), self.number + 1):
            yield EventRow(self.match, n, CHANCE, event)


class Save(NamedTuple):
    """A row that ``statement`` saves together with those of others who save at the same time. Where it is to
    change a row that has changed meanwhile, who waits for it gets :class:`Taken`."""

    statement: Rows
    row: tuple[Any, ...]


class _Job(NamedTuple):
    """Events to append, other rows to save, a piece of work in the transaction, and who waits for them."""

    rows: list[EventRow]
    saves: tuple[Save, ...]
    work: Callable[[Connection], Any] | None
    answer: asyncio.Future[Any]


class Store:
    """One database, read from any thread and written by one."""

    def __init__(self, database: str, key: str = "") -> None:
        """``key`` as :func:`open_database` takes it."""
        self.writing, self.reading = open_database(database, key)
        self.vault: Vault = self.writing.get_execution_options()["vault"]
        self._connected = _WritingConnection(self.writing)
        self._pending: list[_Job] = []
        self._committing: asyncio.AbstractEventLoop | None = None  # the loop for which something is committed
        self.noted: Callable[[int, float], None] = lambda events, seconds: None  # called after each commit
        self._writer = _Writer()
        self._readers = ThreadPoolExecutor(4, "store-reader")

    def append(
        self, rows: list[EventRow], also: Callable[[Connection], None] | None = None
    ) -> Awaitable[None]:
        """Save ``rows`` durably, and what ``also`` does with them; who awaits it gets :class:`Taken` when
        another process has one of the numbers."""
        return self._submit(rows, (), also)

    def save(
        self,
        saves: tuple[Save, ...],
        rows: list[EventRow],
        also: Callable[[Connection], None] | None = None,
    ) -> Awaitable[None]:
        """Carry out ``saves`` durably, each of which saves one row, and save ``rows`` and what ``also`` does
        with them; who awaits it gets :class:`Taken` where one of them changes nothing, or has been made
        meanwhile."""
        return self._submit(rows, saves, also)

    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """The result of ``work`` once it is durable. ``work`` may run twice, the first undone."""
        return self._submit([], (), work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work``, which only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_here, work)

    async def close(self) -> None:
        """Wait for what is being written, and let the database go."""
        while self._committing:
            await asyncio.sleep(0.005)
        self._writer.close(self._connected.close)
        self._readers.shutdown()
        self.writing.dispose()
        self.reading.dispose()

    def read_here(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work``, which only reads, in the thread that asks: none that must not wait."""
        with self.reading.connect() as connection:
            return work(connection)

    def _submit(
        self, rows: list[EventRow], saves: tuple[Save, ...], work: Callable[[Connection], Any] | None
    ) -> asyncio.Future[Any]:
        loop = self._committing or asyncio.get_running_loop()
        job = _Job(rows, saves, work, loop.create_future())
        self._pending.append(job)
        if not self._committing:
            self._committing = loop
            loop.call_soon(self._commit_pending, loop)
        return job.answer

    def _commit_pending(self, loop: asyncio.AbstractEventLoop) -> None:
        jobs, self._pending = self._pending, []
        self._writer.do(partial(self._write, loop, jobs, loop.time()))

    def _write(self, loop: asyncio.AbstractEventLoop, jobs: list[_Job], began: float) -> None:
        """In the writer's thread: commit ``jobs``, and have ``loop`` tell whoever waits for them."""
        loop.call_soon_threadsafe(self._committed, loop, jobs, self._commit(jobs), began)

    def _committed(
        self, loop: asyncio.AbstractEventLoop, jobs: list[_Job], outcomes: list[Outcome], began: float
    ) -> None:
        self.noted(sum(row.count for job in jobs for row in job.rows), loop.time() - began)
        for job, (result, error) in zip(jobs, outcomes, strict=True):
            if job.answer.cancelled():
                continue
            if error is None:
                job.answer.set_result(result)
            else:
                job.answer.set_exception(error)
        if self._pending:
            self._commit_pending(loop)
        else:
            self._committing = None

    def _commit(self, jobs: list[_Job]) -> list[Outcome]:
        """All jobs in one transaction, or each alone when one of them fails."""
        try:
            return [(result, None) for result in self._connected.transact(jobs)]
        except BaseException as error:  # it is raised where somebody waits for the job
            if len(jobs) == 1:
                return [(None, Taken(str(error)) if self._connected.is_taken(error) else error)]
        return [outcome for job in jobs for outcome in self._commit([job])]


AWAY = "the database does not do its work just now: try again later"


def is_lost(error: BaseException) -> bool:
    """Whether ``error`` says that the database cannot be reached, or does not do its work just now."""
    psycopg = sys.modules.get("psycopg")  # loaded where the database is PostgreSQL
    drivers = (sqlite3.OperationalError, *([psycopg.OperationalError] if psycopg else []))
    return isinstance(error, (OperationalError, *drivers))


class _Writer:
    """A thread that does one thing after another."""

    def __init__(self) -> None:
        self._due: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.do = self._due.put
        self._thread = Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while act := self._due.get():
            act()

    def close(self, last: Callable[[], None]) -> None:
        """Do ``last`` after all that is to be done before, wait for it, and end the thread."""
        self._due.put(last)
        self._due.put(None)
        self._thread.join()


class _WritingConnection:
    """The writer's one connection: a second one would make SQLite read its pages again after each commit of
    the other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # A statement on its own is a transaction of SQLite's. Each further one would be a wait for Python's
        # lock, which is given up meanwhile.
        self._commits_itself = engine.dialect.name == "sqlite"
        self._taken: type[Exception] = engine.dialect.loaded_dbapi.IntegrityError
        self._connection: Connection | None = None
        self._is_repeatable = True  # whether nothing can have been committed that must not be done twice

    def is_taken(self, error: BaseException) -> bool:
        """Whether ``error`` says that a row is there already."""
        return isinstance(error, (IntegrityError, self._taken))

    def transact(self, jobs: list[_Job]) -> list[Any]:
        """Do ``jobs`` in one transaction; their results. A connection that was lost is opened once again:
        rows that were committed before the answer was lost are then found to be taken."""
        was_open = self._connection is not None
        try:
            return self._attempt(jobs)
        except Exception as error:
            if not (was_open and self._is_repeatable and is_lost(error)):
                raise
            return self._attempt(jobs)

    def _attempt(self, jobs: list[_Job]) -> list[Any]:
        """Do ``jobs``; a connection that fails is closed, and the next attempt opens another."""
        self._is_repeatable = True
        if self._connection is None:
            self._connection = self._engine.connect()
            self._connection.detach()
        try:
            return self._do(self._connection, jobs)
        except BaseException as error:
            if is_lost(error):
                self.close()
            else:
                _roll_back(self._connection)
            raise

    def _do(self, connection: Connection, jobs: list[_Job]) -> list[Any]:
        rows, saves, has_work = list[EventRow](), list[Save](), False
        for job in jobs:
            rows += job.rows
            saves += job.saves
            has_work = has_work or job.work is not None
        if not (has_work or saves):
            INSERT_EVENTS.run(connection, rows)
            if not self._commits_itself:
                connection.connection.commit()
            return [None] * len(jobs)
        if self._commits_itself:
            # One call that gives Python's lock away once; ``execute`` gives it away three times.
            connection.connection.cursor().executescript("BEGIN IMMEDIATE")
        if rows:
            INSERT_EVENTS.run(connection, rows)
        self._save(connection, saves)
        results = [job.work(connection) if job.work else None for job in jobs]
        self._is_repeatable = False
        _commit(connection)
        return results

    def _save(self, connection: Connection, saves: list[Save]) -> None:
        """Carry out ``saves``, all rows of one statement at once."""
        together: dict[Rows, list[tuple[Any, ...]]] = {}
        for statement, row in saves:
            together.setdefault(statement, []).append(row)
        for statement, rows in together.items():
            if statement.run(connection, rows) != len(rows):
                raise Taken("a row that was to be saved has changed meanwhile")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _commit(connection: Connection) -> None:
    """Commit the transaction that ``connection`` is in, whether SQLAlchemy has had a part in it or not."""
    if connection.in_transaction():
        connection.commit()
    else:
        connection.connection.commit()


def _roll_back(connection: Connection) -> None:
    """Undo the transaction that ``connection`` is in, whether SQLAlchemy has had a part in it or not."""
    if connection.in_transaction():
        connection.rollback()
    else:
        connection.connection.rollback()
