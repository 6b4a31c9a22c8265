"""What people keep on a server while they play with a real box: one record each, known by an id and a code.

A record is JSON under a revision that counts its changes. Whoever looks at it asks for what comes after the
revision that they have, and waits for it a while.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from throwdown.server.errors import Refusal, Taken
from throwdown.server.guests.codes import new_code
from throwdown.server.storage.bus import one_line
from throwdown.server.storage.schema import beside, tables
from throwdown.server.storage.store import Store

T = TypeVar("T")

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
KEPT_FOR = 30 * 24 * 3600.0  # seconds that a record is kept after its last change
TRIES = 40  # codes that are drawn before none is free; changes that are begun again
WAITS = 20.0  # seconds at most that an answer is held back
LOOKS = 1.0  # seconds between looks for changes that another process made
LOOKED_AT = 200  # records in one statement
SHORT = 3600.0  # seconds that a code is kept without a change where codes run short

log = logging.getLogger("throwdown.server")


class Kept(NamedTuple):
    """A record as it is saved; ``kind`` says what it is, and ``code`` is empty once it is given back."""

    id: str
    kind: str
    code: str
    revision: int
    record: bytes


class Awaited:
    """A record that ``many`` wait for: the revision that they have (0: not known), and what wakes them."""

    def __init__(self) -> None:
        self.revision = 0
        self.many = 0
        self.changed = asyncio.Event()


class Beside:
    """The records of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._awaited: dict[str, Awaited] = {}
        self._is_shared = store.writing.dialect.name == "postgresql"  # other processes may change records
        self._looking: asyncio.Task[None] | None = None

    async def add(self, kind: str, make: Callable[[Connection, str], bytes], expires: float) -> Kept:
        """Save a new record, which ``make`` writes for its id. Codes of records that nobody changed for
        ``expires`` seconds are given back."""
        key = secrets.token_urlsafe(16)

        def work(connection: Connection) -> Kept:
            now = time.time()
            connection.execute(delete(beside).where(beside.c.touched < now - KEPT_FOR))
            give_back(connection, now - expires)
            kept = Kept(key, kind, _free_code(connection), 1, make(connection, key))
            connection.execute(insert(beside), {**kept._asdict(), "touched": now})
            return kept

        for _ in range(TRIES):
            try:
                return await self._store.write(work)
            except Taken:  # another process took the code meanwhile
                continue
        raise Refusal("no free code was found: try again", 503)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of ``work``, which only reads."""
        return await self._store.read(work)

    async def find(self, key: str, kind: str) -> Kept:
        """The record of that id; refuses one that is not there, or is of another kind."""
        kept = await self._store.read(lambda connection: _load(connection, key))
        if kept is None or kept.kind != kind:
            raise Refusal(f"there is nothing beside a box under {key[:40]!r}", 404)
        return kept

    async def by_code(self, code: str) -> Kept | None:
        """The record that has that code."""

        def work(connection: Connection) -> Kept | None:
            key = connection.execute(select(beside.c.id).where(beside.c.code == code)).scalar()
            return _load(connection, key) if key else None

        return await self._store.read(work)

    async def change(self, key: str, kind: str, work: Callable[[Connection, Kept], bytes | None]) -> Kept:
        """The record after ``work``, which gives it anew, or None to leave it; a refusal leaves it too."""

        def once(connection: Connection) -> Kept:
            kept = _load(connection, key)
            if kept is None or kept.kind != kind:
                raise Refusal(f"there is nothing beside a box under {key[:40]!r}", 404)
            record = work(connection, kept)
            if record is None:
                return kept
            _save(connection, kept, record)
            return kept._replace(revision=kept.revision + 1, record=record)

        for _ in range(TRIES):
            try:
                kept = await self._store.write(once)
            except Taken:
                continue
            self._tell(key)
            return kept
        raise Refusal("others change this all the time: try again", 503)

    async def later(self, key: str, kind: str, after: int) -> Kept:
        """The record as soon as its revision is above ``after``, or as it is when that takes too long."""
        until = time.monotonic() + WAITS
        while True:
            with self._awaiting(key) as awaited:  # before it is read, so that no change is missed
                kept = await self.find(key, kind)
                if kept.revision > after or time.monotonic() >= until:
                    return kept
                awaited.revision = kept.revision
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(0.0, until - time.monotonic())):
                        await awaited.changed.wait()

    @contextmanager
    def _awaiting(self, key: str) -> Generator[Awaited]:
        """Count somebody who waits for that record while the context is open."""
        awaited = self._awaited.setdefault(key, Awaited())
        awaited.many += 1
        if self._is_shared and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look())
        try:
            yield awaited
        finally:
            awaited.many -= 1
            if not awaited.many and self._awaited.get(key) is awaited:
                del self._awaited[key]

    def _tell(self, key: str) -> None:
        """Wake those who wait; who comes later waits for the next change."""
        if awaited := self._awaited.pop(key, None):
            awaited.changed.set()

    async def _look(self) -> None:
        """Look for changes that other processes made, as long as anybody waits: for all records together,
        however many wait for them."""
        while self._awaited:
            await asyncio.sleep(LOOKS)
            try:
                found = await self._store.read(partial(_revisions, keys=list(self._awaited)))
            except Exception as error:  # as long as anybody waits it is tried again
                log.warning("cannot look for changes beside a box, trying again: %s", one_line(error))
                continue
            for key, revision in found.items():
                if (awaited := self._awaited.get(key)) and revision > awaited.revision > 0:
                    self._tell(key)


def give_back(connection: Connection, before: float) -> None:
    """Give back the codes of records that were not changed since ``before``."""
    old = (beside.c.touched < before, beside.c.code.is_not(None))
    connection.execute(update(beside).where(*old).values(code=None))


def _revisions(connection: Connection, keys: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for first in range(0, len(keys), LOOKED_AT):
        some = beside.c.id.in_(keys[first : first + LOOKED_AT])
        rows = connection.execute(select(beside.c.id, beside.c.revision).where(some))
        found |= {row.id: row.revision for row in rows}
    return found


def _free_code(connection: Connection) -> str:
    """A code that nothing has, neither beside a box nor at a table."""
    for tried in range(TRIES):
        if tried == TRIES // 2:  # codes are running short
            give_back(connection, time.time() - SHORT)
        code = new_code()
        taken = select(beside.c.id).where(beside.c.code == code)
        table = select(tables.c.id).where(tables.c.code == code)
        if not connection.execute(taken).first() and not connection.execute(table).first():
            return code
    raise Refusal("no free code was found: try again", 503)


def _load(connection: Connection, key: str) -> Kept | None:
    if not KEY.fullmatch(key):
        return None
    columns = (beside.c.id, beside.c.kind, beside.c.code, beside.c.revision, beside.c.record)
    row = connection.execute(select(*columns).where(beside.c.id == key)).first()
    return Kept(row.id, row.kind, row.code or "", row.revision, row.record) if row else None


def _save(connection: Connection, kept: Kept, record: bytes) -> None:
    done = connection.execute(
        update(beside)
        .where(beside.c.id == kept.id, beside.c.revision == kept.revision)
        .values(revision=kept.revision + 1, record=record, touched=time.time())
    )
    if done.rowcount != 1:
        raise Taken(f"{kept.kind} {kept.id} is no longer at revision {kept.revision}")
