"""The group commit: everything together, one failure alone, nothing answered before it is durable."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import msgspec
import pytest
from sqlalchemy import Connection, select, text

from tests.server.rooms import begun_match
from tests.server.serving import KEY
from throwdown.kernel.contract import CHANCE
from throwdown.server.errors import Taken
from throwdown.server.guests.identity import Guest
from throwdown.server.storage.schema import events
from throwdown.server.storage.store import EventRow, Store
from throwdown.server.table import records, tables
from throwdown.server.timing import clocks
from throwdown.server.timing.patience import Patience

BANK = Patience("clock", bank=60)


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


async def test_a_choice_and_the_chance_after_it_are_one_row_and_are_loaded_as_events(store: Store) -> None:
    await store.append([EventRow(1, 1, CHANCE, 8, drawn=[9, 10])])
    await store.append(
        [EventRow(1, 4, 1, 5, "ann", 7, "a throw", [11, 12]), EventRow(1, 7, CHANCE, 13, evidence="a link")]
    )
    await store.append([EventRow(1, 8, 0, 6, "bob", 8)])
    whole = [
        *(EventRow(1, n, CHANCE, event) for n, event in enumerate((8, 9, 10), 1)),
        EventRow(1, 4, 1, 5, "ann", 7, "a throw"),
        *(EventRow(1, n, CHANCE, event) for n, event in enumerate((11, 12), 5)),
        EventRow(1, 7, CHANCE, 13, evidence="a link"),
        EventRow(1, 8, 0, 6, "bob", 8),
    ]
    assert await log(store, 1) == whole
    for after in range(len(whole) + 2):
        assert await store.read(partial(records.load_events, match=1, after=after)) == whole[after:]
    assert await store.read(partial(records.count_events, which=events.c.match == 1)) == len(whole)
    rows = await store.read(lambda connection: connection.execute(select(events.c.number)).scalars().all())
    assert sorted(rows) == [1, 4, 7, 8]


async def test_a_number_that_is_taken_fails_alone_among_many(store: Store) -> None:
    await store.append([EventRow(1, 1, 0, 7)])
    jobs = [store.append([EventRow(match, 1, 0, 8), EventRow(match, 2, 0, 9)]) for match in range(1, 30)]
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    assert isinstance(outcomes[0], Taken)
    assert outcomes[1:] == [None] * 28
    assert [row.event for row in await log(store, 1)] == [7]
    assert [row.event for row in await log(store, 29)] == [8, 9]


async def test_a_table_that_changed_meanwhile_is_not_saved_and_spoils_no_other(store: Store) -> None:
    ann, terms = Guest("ann", "Ann"), tables.Terms(listed=False, pace="quick")
    some = [tables.new_table("duello", {}, 2, ann, terms) for _ in range(3)]
    for table in some:
        await store.write(lambda connection, table=table: records.add_table(connection, table))

    async def save(table: tables.TableRecord, version: int, n: int) -> None:
        fresh = msgspec.structs.replace(table, result=f"{n}")
        alone = records.table_alone(store.vault, fresh, version, table)
        assert alone
        await store.save((alone,), [EventRow(n, 1, 0, 8)])

    saving = [save(table, version, n) for n, (table, version) in enumerate(zip(some, (1, 7, 1), strict=True))]
    outcomes = await asyncio.gather(*saving, return_exceptions=True)
    assert isinstance(outcomes[1], Taken)
    assert (outcomes[0], outcomes[2]) == (None, None)
    found = [await store.read(partial(records.load_table, key=table.id)) for table in some]
    assert [(each[0].result, each[1]) for each in found if each] == [("0", 2), ("", 1), ("2", 2)]
    assert [len(await log(store, n)) for n in range(3)] == [1, 0, 1]


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


async def test_clocks_that_another_process_saves_after_the_end_of_their_match_are_not_kept(
    store: Store,
) -> None:
    state = clocks.new_clocks(7, "table", 2, BANK)
    clocks.run(state, BANK, {0}, (), 5.0, {})
    due = partial(clocks.tables_due, now=1000.0, most=10)
    await store.write(partial(records.add_match, match=begun_match(7)))
    await store.write(clocks.saving(state, BANK))
    assert await store.read(due) == ["table"]

    def finish(connection: Connection) -> None:
        records.finish_match(connection, 7, "won by 0, 1 0")
        clocks.forget(connection, 7)

    await store.write(finish)
    await store.write(clocks.saving(state, BANK))
    assert await store.read(partial(clocks.load, match=7)) is None
    assert await store.read(due) == []
