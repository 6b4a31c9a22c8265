"""The store: what was confirmed is here, whatever happens to the process.

Writing is a group commit: the moves that have arrived while one commit runs are committed together
by the next, in a thread of its own, before any of them is answered.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.pool import PoolProxiedConnection

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


class EventRow(NamedTuple):
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
        self._log = _Log(self.writing)
        self._pending: list[_Job] = []
        self._committing = False
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
        self._writer.submit(self._log.close)
        self._writer.shutdown()
        self._readers.shutdown()
        self.writing.dispose()
        self.reading.dispose()

    def read_here(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work``, which only reads, in the thread that asks: none that must not wait."""
        with self.reading.connect() as connection:
            return work(connection)

    def _submit(self, rows: list[EventRow], work: Callable[[Connection], Any] | None) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        job = _Job(rows, work, loop.create_future())
        self._pending.append(job)
        if not self._committing:
            self._committing = True
            loop.call_soon(self._commit_pending)
        return job.answer

    def _commit_pending(self) -> None:
        jobs, self._pending = self._pending, []
        loop = asyncio.get_running_loop()
        began = loop.time()
        done = loop.run_in_executor(self._writer, self._commit, jobs)
        done.add_done_callback(lambda outcomes: self._committed(jobs, outcomes.result(), began))

    def _committed(self, jobs: list[_Job], outcomes: Iterable[Outcome], began: float) -> None:
        events = sum(len(job.rows) for job in jobs)
        self.noted(events, asyncio.get_running_loop().time() - began)
        for job, (result, error) in zip(jobs, outcomes, strict=True):
            if job.answer.cancelled():
                continue
            if error is None:
                job.answer.set_result(result)
            else:
                job.answer.set_exception(error)
        if self._pending:
            self._commit_pending()
        else:
            self._committing = False

    def _commit(self, jobs: list[_Job]) -> list[Outcome]:
        """In the writer's thread: all jobs in one transaction, or each alone when one of them fails."""
        try:
            return [(result, None) for result in self._transact(jobs)]
        except BaseException as error:  # it is raised where somebody waits for the job
            if len(jobs) == 1:
                return [(None, Taken(str(error)) if self._is_taken(error) else error)]
        return [outcome for job in jobs for outcome in self._commit([job])]

    def _is_taken(self, error: BaseException) -> bool:
        return isinstance(error, (IntegrityError, self._log.integrity_error))

    def _transact(self, jobs: list[_Job]) -> list[Any]:
        rows = [row for job in jobs for row in job.rows]
        if all(job.work is None for job in jobs):
            self._log.append(rows)
            return [None] * len(jobs)
        with self.writing.begin() as connection:
            if rows:
                connection.exec_driver_sql(self._log.insert, (text_of(rows),))
            return [job.work(connection) if job.work else None for job in jobs]


def text_of(rows: list[EventRow]) -> str:
    """The rows as :data:`INSERT_EVENTS` reads them."""
    return msgspec.json.encode(rows).decode()


def is_lost(error: Exception) -> bool:
    """Whether ``error`` says that the database cannot be reached, or does not do its work just now."""
    psycopg = sys.modules.get("psycopg")  # loaded where the database is PostgreSQL
    drivers = (sqlite3.OperationalError, *([psycopg.OperationalError] if psycopg else []))
    return isinstance(error, (OperationalError, *drivers))


class _Log:
    """Appends events over a driver's connection of its own: the hot path of the writer's thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # A statement on its own is a transaction of SQLite's. Each further one would be a wait for Python's
        # lock, which is given up meanwhile.
        self._commits_itself = engine.dialect.name == "sqlite"
        self.insert = INSERT_EVENTS[engine.dialect.name]
        self._connection: PoolProxiedConnection | None = None
        self.integrity_error: type[Exception] = engine.dialect.loaded_dbapi.IntegrityError
        self._lost: type[Exception] = engine.dialect.loaded_dbapi.OperationalError

    def append(self, rows: list[EventRow]) -> None:
        """Insert and commit. A connection that was lost is opened once again: rows that were committed before
        the answer was lost are then found to be taken."""
        was_open = self._connection is not None
        try:
            self._insert(rows)
        except self._lost:
            if not was_open:
                raise
            self._insert(rows)

    def _insert(self, rows: list[EventRow]) -> None:
        """Insert and commit; a connection that fails is closed, and the next insert opens another."""
        if self._connection is None:
            self._connection = self._engine.raw_connection()
            self._connection.detach()
        try:
            self._connection.cursor().execute(self.insert, (text_of(rows),))
            if not self._commits_itself:
                self._connection.commit()
        except self.integrity_error:
            self._connection.rollback()
            raise
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
