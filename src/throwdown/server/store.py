"""The store: what was confirmed is here, whatever happens to the process.

Writing is a group commit: the moves that have arrived while one commit runs are committed together
by the next, in a thread of its own, before any of them is answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from throwdown.server.database import open_database
from throwdown.server.errors import Taken

T = TypeVar("T")
Outcome = tuple[Any, BaseException | None]

INSERT_EVENT = {
    "sqlite": "INSERT INTO events (match, number, seat, event, guest, request) VALUES (?, ?, ?, ?, ?, ?)",
    "postgresql": (
        "INSERT INTO events (match, number, seat, event, guest, request) VALUES (%s, %s, %s, %s, %s, %s)"
    ),
}


class EventRow(NamedTuple):
    """One event of a log; ``guest`` and ``request`` say whose request it was, if anybody's."""

    match: int
    number: int
    seat: int
    event: int
    guest: str | None = None
    request: int | None = None


class _Job(NamedTuple):
    """Rows to append, or a piece of work in the transaction, and who waits for it."""

    rows: list[EventRow]
    work: Callable[[Connection], Any] | None
    answer: asyncio.Future[Any]


class Store:
    """One database, read from any thread and written by one."""

    def __init__(self, database: str) -> None:
        self.writing, self.reading = open_database(database)
        self._insert = INSERT_EVENT[self.writing.dialect.name]
        self._pending: list[_Job] = []
        self._committing = False
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(4, "store-reader")

    async def append(self, rows: list[EventRow]) -> None:
        """Save ``rows`` durably; raises :class:`Taken` when another process has one of the numbers."""
        await self._submit(rows, None)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work`` once it is durable. ``work`` may run twice, the first undone."""
        return await self._submit([], work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work``, which only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def close(self) -> None:
        """Wait for what is being written, and let the database go."""
        while self._committing:
            await asyncio.sleep(0.005)
        self._writer.shutdown()
        self._readers.shutdown()
        self.writing.dispose()
        self.reading.dispose()

    def _read(self, work: Callable[[Connection], T]) -> T:
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
        done = loop.run_in_executor(self._writer, self._commit, jobs)
        done.add_done_callback(lambda outcomes: self._committed(jobs, outcomes.result()))

    def _committed(self, jobs: list[_Job], outcomes: Iterable[Outcome]) -> None:
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
            return [(result, None) for result in self._transact(self.writing, jobs)]
        except BaseException as error:
            if len(jobs) == 1:
                return [(None, Taken(str(error)) if isinstance(error, IntegrityError) else error)]
        return [outcome for job in jobs for outcome in self._commit([job])]

    def _transact(self, engine: Engine, jobs: list[_Job]) -> list[Any]:
        with engine.begin() as connection:
            rows = [tuple(row) for job in jobs for row in job.rows]
            if rows:
                connection.exec_driver_sql(self._insert, rows)
            return [job.work(connection) if job.work else None for job in jobs]
