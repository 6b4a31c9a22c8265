"""Accounts of finished matches: counted one after the other at idle priority, and kept in the database.
The same process looks for puzzles (:mod:`.sharing`) while there is nothing to count.

A count begins when somebody first asks for the account of a match that is over. It refines in rounds, and who
asks meanwhile gets the last of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from throwdown.kernel.errors import ThrowdownError
from throwdown.server.archive.finished import Whole
from throwdown.server.errors import Refusal
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import accounts
from throwdown.server.storage.store import Store
from throwdown.server.table.practice import NONE_OF_ITS_OWN
from throwdown.study.report import Report
from throwdown.study.units import Effort
from throwdown.study.worker import LOOKED, Looked, Order, Search, Stopped, Worker

EFFORT = Effort(choice=1600, better=800)
LONGEST = 300.0  # seconds that one match is counted
QUEUE, QUEUE_EACH = 100, 5  # matches that may wait, in all and for one address
REPORTS = msgspec.json.Decoder(Report)

log = logging.getLogger("throwdown.server")


class Studied(Struct, frozen=True):
    """How far the account of a match is: the part of the count that is done (1: all of it), how many
    matches are counted before it, and the account where there is one already. ``why`` says why there is none
    and will be none; not ``begun``: nobody has asked for it."""

    counted: float
    waiting: int = 0
    account: Report | None = None
    why: str = ""
    begun: bool = True


class _Job:
    """A match that waits to be counted, or is being counted."""

    def __init__(self, order: Order, address: str) -> None:
        self.order = order
        self.address = address
        self.latest: Report | None = None


def order_of(whole: Whole) -> Order:
    """What is to be counted; refuses a match of other rules, practice, or one that was broken off."""
    if whole.record.start:
        raise Refusal(NONE_OF_ITS_OWN.format(what="account"))
    match = whole.replayed().match
    if match.is_agreed:
        raise Refusal("the match ended before its rules ended it: nothing says where it was won")
    entries = [(entry.seat, entry.event) for entry in match.log]
    return Order(match.game.key, match.seats, match.values, match.names, entries, EFFORT, whole.record.in_set)


class Studies:
    """Counts matches for this server, one at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = Worker()
        self._threads = ThreadPoolExecutor(1, "study")
        self._jobs: OrderedDict[int, _Job] = OrderedDict()
        self._failed: OrderedDict[int, str] = OrderedDict()
        self._counting: asyncio.Task[None] | None = None
        self._is_searching = False

    async def stop(self) -> None:
        """End the count. An account that is whole is kept; what was not done is counted again when somebody
        asks."""
        if self._counting:
            self._counting.cancel()
        self._worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for match, job in self._jobs.items():
            if job.latest and job.latest.counted == 1:
                await self._keep(match, job.latest)

    async def known(self, match: int) -> Studied | None:
        """What is known of that match; None where nobody has asked before."""
        if match in self._failed:
            return Studied(0.0, why=self._failed[match])
        if match in self._jobs:
            latest = self._jobs[match].latest
            waiting = list(self._jobs).index(match)
            return Studied(latest.counted if latest else 0.0, waiting, latest)
        found = await self._store.read(partial(load, match=match))
        return Studied(1.0, account=found) if found else None

    def begin(self, match: int, order: Order, address: str) -> Studied:
        """Count ``match`` after those that wait; refused where too many do."""
        waiting = sum(job.address == address for job in self._jobs.values())
        if match not in self._jobs and (len(self._jobs) >= QUEUE or waiting >= QUEUE_EACH):
            raise Refusal("too many matches wait to be counted: ask again in a few minutes", 429)
        self._jobs.setdefault(match, _Job(order, address))
        if self._is_searching:
            self._worker.stop()
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count_all())
        return Studied(0.0, list(self._jobs).index(match))

    @property
    def is_busy(self) -> bool:
        """Whether a match is being counted."""
        return bool(self._jobs)

    async def search(self, order: Search, hear: Callable[[Looked], None]) -> bool:
        """Look for puzzles, where nothing is being counted; ``hear`` is called after each choice. False where
        that ended before its end, since somebody asked for an account."""
        if self.is_busy:
            return False
        loop = asyncio.get_running_loop()

        def work() -> None:
            for looked in self._worker.do(order):
                loop.call_soon_threadsafe(hear, LOOKED.decode(looked))
                if self._jobs:  # asked for while the process was being started
                    self._worker.stop()

        self._is_searching = True
        try:
            await loop.run_in_executor(self._threads, work)
        except Stopped:
            if self.is_busy:
                return False
            raise
        finally:
            self._is_searching = False
        return True

    async def _count_all(self) -> None:
        while self._jobs:
            match, job = next(iter(self._jobs.items()))
            try:
                await self._count(job)
                if job.latest:
                    await self._keep(match, job.latest)
            except Exception as error:  # what goes wrong with one match does not end the counts of others
                log.exception("the account of match %s failed", match)
                self._failed[match] = f"the count failed: {error}"
                while len(self._failed) > QUEUE:
                    self._failed.popitem(last=False)
            self._jobs.pop(match)

    async def _keep(self, match: int, report: Report) -> None:
        await self._store.write(partial(save, match=match, report=report))

    async def _count(self, job: _Job) -> None:
        """Count one match, for so long at most; what has been counted by then stands."""
        loop = asyncio.get_running_loop()

        def told(report: Report) -> None:
            job.latest = report

        def work() -> None:
            for report in self._worker.do(job.order):
                loop.call_soon_threadsafe(told, REPORTS.decode(report))

        began = time.monotonic()
        counting = loop.run_in_executor(self._threads, work)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await asyncio.shield(counting)
            return
        self._worker.stop()
        with suppress(ThrowdownError):
            await counting
        if job.latest is None:
            raise Refusal(f"nothing was counted within {time.monotonic() - began:.0f} seconds")


def load(connection: Connection, match: int) -> Report | None:
    """The account that is kept of a match; None where there is none, or one of another form."""
    record = connection.execute(select(accounts.c.record).where(accounts.c.match == match)).scalar()
    with suppress(msgspec.ValidationError):
        return REPORTS.decode(record) if record else None
    return None


def save(connection: Connection, match: int, report: Report) -> None:
    """Keep the account of a match, in the place of an older one."""
    one_at_a_time(connection)
    connection.execute(delete(accounts).where(accounts.c.match == match))
    connection.execute(insert(accounts).values(match=match, record=msgspec.json.encode(report)))
