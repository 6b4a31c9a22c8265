"""The group commit: everything together, one failure alone, nothing answered before it is durable."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, text

from tests.server.serving import KEY
from throwdown.server.errors import Taken
from throwdown.server.storage.store import EventRow, Store
from throwdown.server.table import records


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = Store(database, KEY)
    yield store
    await store.close()


async def log(store: Store, match: int) -> list[EventRow]:
    return await store.read(lambda connection: records.load_events(connection, match))


async def test_events_are_there_when_append_returns(store: Store) -> None:
    rows = [EventRow(1, 1, 8, 3), EventRow(1, 2, 0, 4, "ann", 2**53 - 1)]
    await store.append(rows)
    assert await log(store, 1) == rows
    assert await store.read(lambda connection: records.load_events(connection, 1, 1)) == rows[1:]


async def test_a_number_that_is_taken_fails_alone_among_many(store: Store) -> None:
    await store.append([EventRow(1, 1, 0, 7)])
    jobs = [store.append([EventRow(match, 1, 0, 8), EventRow(match, 2, 0, 9)]) for match in range(1, 30)]
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    assert isinstance(outcomes[0], Taken)
    assert outcomes[1:] == [None] * 28
    assert [row.event for row in await log(store, 1)] == [7]
    assert [row.event for row in await log(store, 29)] == [8, 9]


NAMES = "SELECT name FROM keys WHERE name IN ('half', 'whole')"


async def test_work_that_fails_is_undone_and_spoils_no_other(store: Store) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("INSERT INTO keys (name, value) VALUES ('half', '')"))
        raise ValueError("half done")

    def whole(connection: Connection) -> str:
        connection.execute(text("INSERT INTO keys (name, value) VALUES ('whole', '')"))
        return "done"

    outcomes = await asyncio.gather(store.write(half), store.write(whole), return_exceptions=True)
    assert isinstance(outcomes[0], ValueError)
    assert outcomes[1] == "done"
    names = await store.read(lambda connection: connection.execute(text(NAMES)).all())
    assert [name for (name,) in names] == ["whole"]


async def test_what_arrives_during_a_commit_goes_into_one_commit_together(store: Store) -> None:
    commits: list[int] = []
    real = store._connected.transact

    def counted(jobs: list[object]) -> list[object]:
        commits.append(len(jobs))
        return real(jobs)  # type: ignore[arg-type]

    store._connected.transact = counted  # type: ignore[method-assign,assignment]
    await asyncio.gather(*(store.append([EventRow(match, 1, 0, 1)]) for match in range(200)))
    assert sum(commits) == 200
    assert len(commits) <= 3


async def test_closing_waits_for_what_is_being_written(database: str) -> None:
    store = Store(database, KEY)
    appended = asyncio.ensure_future(store.append([EventRow(5, 1, 0, 1)]))
    await asyncio.sleep(0)
    await store.close()
    await appended
    again = Store(database, KEY)
    assert len(await log(again, 5)) == 1
    await again.close()
