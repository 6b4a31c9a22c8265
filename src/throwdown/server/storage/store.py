"""The store: what was confirmed is here, whatever happens to the process.

Writing is a group commit: the moves that have arrived while one commit runs are committed together
by the next, in a thread of its own, before any of them is answered.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from throwdown.server.errors import Taken
from throwdown.server.storage.database import open_database

T = TypeVar("T")
Outcome = tuple[Any, BaseException | None]

# Every statement inserts all rows, an array in JSON: a driver that is handed rows one by one lets the other
# threads run at each of them, and then has to wait for them.
INSERT_EVENTS = {
    "sqlite": """
        INSERT INTO events (match, number, seat, event, guest, request, evidence)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
            json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
            json_extract(value, '$[6]')
        FROM json_each(?)""",
    "postgresql": """
        INSERT INTO events (match, number, seat, event, guest, request, evidence)
        SELECT (value ->> 0)::bigint, (value ->> 1)::bigint, (value ->> 2)::bigint, (value ->> 3)::bigint,
            value ->> 4, (value ->> 5)::bigint, value ->> 6
        FROM jsonb_array_elements(%s::jsonb)""",
}


class EventRow(Struct, array_like=True, frozen=True, gc=False):
    """One event of a log; ``guest`` and ``request`` say whose request it was, if anybody's, and
    ``evidence`` how a hand decided it (:mod:`throwdown.server.table.evidence`), as it is saved."""

    match: int
    number: int
    seat: int
    event: int
    guest: str | None = None
    request: int | None = None
    evidence: str | None = None


class _Job(NamedTuple):
    """Rows to append, or a piece of work in the transaction, and who waits for it."""

    rows: list[EventRow]
    work: Callable[[Connection], Any] | None
    answer: asyncio.Future[Any]


class Store:
    """One database, read from any thread and written by one."""

    def __init__(self, database: str, key: str = "") -> None:
        """``key`` as :func:`open_database` takes it."""
        self.writing, self.reading = open_database(database, key)
        self._connected = _WritingConnection(self.writing)
        self._pending: list[_Job] = []
        self._committing: asyncio.AbstractEventLoop | None = None  # the loop for which something is committed
        self.noted: Callable[[int, float], None] = lambda events, seconds: None  # called after each commit
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(4, "store-reader")

    async def append(self, rows: list[EventRow], also: Callable[[Connection], None] | None = None) -> None:
        """Save ``rows`` durably, and what ``also`` does with them; raises :class:`Taken` when another process
        has one of the numbers."""
        await self._submit(rows, also)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work`` once it is durable. ``work`` may run twice, the first undone."""
        return await self._submit([], work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work``, which only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_here, work)

    async def close(self) -> None:
        """Wait for what is being written, and let the database go."""
        while self._committing:
            await asyncio.sleep(0.005)
        self._writer.submit(self._connected.close)
        self._writer.shutdown()
        self._readers.shutdown()
        self.writing.dispose()
        self.reading.dispose()

    def read_here(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work``, which only reads, in the thread that asks: none that must not wait."""
        with self.reading.connect() as connection:
            return work(connection)

    def _submit(self, rows: list[EventRow], work: Callable[[Connection], Any] | None) -> asyncio.Future[Any]:
        loop = self._committing or asyncio.get_running_loop()
        job = _Job(rows, work, loop.create_future())
        self._pending.append(job)
        if not self._committing:
            self._committing = loop
            loop.call_soon(self._commit_pending, loop)
        return job.answer

    def _commit_pending(self, loop: asyncio.AbstractEventLoop) -> None:
        jobs, self._pending = self._pending, []
        self._writer.submit(self._write, loop, jobs, loop.time())

    def _write(self, loop: asyncio.AbstractEventLoop, jobs: list[_Job], began: float) -> None:
        """In the writer's thread: commit ``jobs``, and have ``loop`` tell whoever waits for them."""
        loop.call_soon_threadsafe(self._committed, loop, jobs, self._commit(jobs), began)

    def _committed(
        self, loop: asyncio.AbstractEventLoop, jobs: list[_Job], outcomes: list[Outcome], began: float
    ) -> None:
        self.noted(sum(len(job.rows) for job in jobs), loop.time() - began)
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


def insert_events(connection: Connection, rows: Sequence[EventRow]) -> None:
    """Insert ``rows`` in the transaction that ``connection`` is in."""
    insert = INSERT_EVENTS[connection.dialect.name]
    connection.connection.cursor().execute(insert, (msgspec.json.encode(rows).decode(),))


def is_lost(error: BaseException) -> bool:
    """Whether ``error`` says that the database cannot be reached, or does not do its work just now."""
    psycopg = sys.modules.get("psycopg")  # loaded where the database is PostgreSQL
    drivers = (sqlite3.OperationalError, *([psycopg.OperationalError] if psycopg else []))
    return isinstance(error, (OperationalError, *drivers))


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
                self._connection.connection.rollback()
            raise

    def _do(self, connection: Connection, jobs: list[_Job]) -> list[Any]:
        rows = [row for job in jobs for row in job.rows]
        if all(job.work is None for job in jobs):
            insert_events(connection, rows)
            if not self._commits_itself:
                connection.connection.commit()
            return [None] * len(jobs)
        with connection.begin():
            if rows:
                insert_events(connection, rows)
            results = [job.work(connection) if job.work else None for job in jobs]
            self._is_repeatable = False
        return results

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
