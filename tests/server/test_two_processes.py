"""Two server processes on one PostgreSQL database: either serves any match; its primary key is the lock."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection

from tests.server.conftest import Cluster
from tests.server.people import Guest, Line, level
from tests.server.rooms import begun_match
from tests.server.serving import KEY, Serving
from throwdown.server.archive import history
from throwdown.server.storage.store import Store
from throwdown.server.table import records
from throwdown.server.timing import clocks
from throwdown.server.timing.patience import Patience


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[tuple[Serving, Serving]]:
    url = cluster.new_database()
    servers = (Serving(url, grace=60).start(), Serving(url, grace=60).start())
    yield servers
    assert [server.stop() for server in servers] == [(0, ""), (0, "")]


async def test_two_people_play_each_through_a_process_of_their_own(pair: tuple[Serving, Serving]) -> None:
    async with Guest(pair[0]) as ann, Guest(pair[0]) as ben:
        table = await ann.open()
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as first, ben.live(table, server=pair[1]) as second:
            rng = random.Random(3)
            for _ in range(12):
                await caught_up(first, second)
                line = first if first.legal else second
                assert (await line.play(rng))["t"] == "done"
            await caught_up(first, second)
            # What one of them has chosen in secret, the other hears when both have chosen (CD-18).
            later = max(shared(first), shared(second), key=len)
            if shared(first) != shared(second):
                chooser = first if first.legal else second
                assert (await chooser.play(rng))["t"] == "done"
                await caught_up(first, second)
            assert shared(first) == shared(second)
            assert shared(first)[: len(later)] == later


async def caught_up(*lines: Line) -> None:
    """Ask for what another process has added, and hear it."""
    for line in lines:
        await line.send({"t": "sync"})
        await line.next("events")
    await level(*lines)


def shared(line: Line) -> list[int]:
    return [seat for _, (seat, _) in sorted(line.events.items())]


async def test_a_match_that_begins_with_a_choice_is_shown_to_the_people_of_both_processes(
    pair: tuple[Serving, Serving],
) -> None:
    async with Guest(pair[0]) as ann, Guest(pair[0]) as ben:
        table = await ann.open(game="chicken")
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as first, ben.live(table, server=pair[1]) as second:
            begun = await asyncio.gather(first.next("events"), second.next("events"))
            assert [told["events"] for told in begun] == [[], []]
            assert (await second.play())["t"] == "done"  # the challenged throws first (KD-D2)


async def test_the_same_request_through_both_processes_at_once_acts_once(
    pair: tuple[Serving, Serving],
) -> None:
    async with Guest(pair[0]) as ann, Guest(pair[0]) as ben:
        table = await ann.open()
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as here, ann.live(table, server=pair[1]) as there:
            await here.turn()
            await there.turn()
            request = here.request()
            done = await asyncio.gather(here.ask(request), there.ask(request))
            assert done[0] == done[1]
            assert done[0]["t"] == "done"
            await caught_up(here, there)
            assert shared(here).count(0) == shared(there).count(0) == 1


async def test_both_seats_choosing_at_once_through_two_processes_both_count(
    pair: tuple[Serving, Serving],
) -> None:
    async with Guest(pair[0]) as ann, Guest(pair[0]) as ben:
        table = await ann.open()
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as first, ben.live(table, server=pair[1]) as second:
            await first.turn()
            await second.turn()
            done = await asyncio.gather(first.ask(first.request()), second.ask(second.request()))
            assert [answer["t"] for answer in done] == ["done", "done"]
            assert done[0]["n"] != done[1]["n"]
            await caught_up(first, second)
            assert shared(first) == shared(second)


async def test_over_postgresql_one_process_tells_the_other_at_once(cluster: Cluster) -> None:
    url = cluster.new_database()
    servers = [Serving(url, grace=60).start() for _ in range(2)]
    async with Guest(servers[0]) as ann, Guest(servers[0]) as ben:
        table = await ann.open()
        async with ann.live(table) as first, ben.live(table, server=servers[1]) as second:
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            await first.phase("playing")
            await second.phase("playing")
            await first.turn()
            await second.play()
            answer = await first.play()
            while second.n < answer["n"]:
                await second.hear()
            people = first.table["people"]
            while not all(person.get("here", True) for person in people):
                people = (await first.next("table"))["people"]
    assert [server.stop() for server in servers] == [(0, ""), (0, "")]


async def test_what_is_kept_of_a_person_is_whole_whichever_processes_change_it_at_once(
    pair: tuple[Serving, Serving],
) -> None:
    async def both(guest: Guest, method: str, path: str, *bodies: dict[str, Any]) -> list[int]:
        asked = zip([one.http for one in pair], bodies, strict=True)
        answers = [guest.http.request(method, f"{server}/api/me{path}", json=body) for server, body in asked]
        return sorted(answer.status_code for answer in await asyncio.gather(*answers))

    for _ in range(8):
        async with Guest(pair[0]) as ann:
            changes: list[dict[str, Any]] = [{"settings": {"sound": "no"}}, {"settings": {"keys": "no"}}]
            assert await both(ann, "PUT", "/settings", *changes) == [200, 200]
            kept = (await ann.http.get("/api/me/settings")).json()
            assert kept == {"settings": {"sound": "no", "keys": "no"}}
            assert await both(ann, "POST", "/renew", {}, {}) == [200, 401], "one device is forgotten"


async def test_whoever_is_forgotten_together_with_another_player_is_forgotten_in_both_processes(
    cluster: Cluster,
) -> None:
    url = cluster.new_database()
    stores = [Store(url, KEY), Store(url, KEY)]
    for match in range(1, 13):
        guests = (f"ann {match}", f"ben {match}")

        def play(connection: Connection, match: int = match, guests: tuple[str, ...] = guests) -> None:
            records.add_match(connection, begun_match(match))
            records.finish_match(connection, match, "won by 0, 1 0")
            history.note_players(connection, match, dict(enumerate(guests)))

        await stores[0].write(play)
        forgetting = [
            store.write(partial(history.forget, guest=guest))
            for store, guest in zip(stores, guests, strict=True)
        ]
        assert await asyncio.gather(*forgetting) == [1, 1]
        found = await stores[0].read(partial(records.load_match, match=match))
        assert found is not None
        assert found.names == [history.SOMEBODY] * 2
    for store in stores:
        await store.close()


async def test_the_first_clocks_of_a_match_are_saved_by_both_processes_that_begin_them_at_once(
    cluster: Cluster,
) -> None:
    url, bank = cluster.new_database(), Patience("clock", bank=60)
    stores = [Store(url, KEY), Store(url, KEY)]
    await stores[0].write(partial(records.add_match, match=begun_match(7)))
    state = clocks.new_clocks(7, "table", 2, bank)
    saving = clocks.saving(state, bank)
    with stores[0].writing.connect() as connection:
        saving(connection)
        second = asyncio.ensure_future(stores[1].write(saving))
        await asyncio.sleep(0.3)
        assert not second.done()
        connection.commit()
    await second
    assert await stores[0].read(partial(clocks.load, match=7)) == state
    for store in stores:
        await store.close()
