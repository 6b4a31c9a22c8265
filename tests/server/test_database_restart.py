"""PostgreSQL is stopped and started again while people play through two processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import Cluster, running_cluster
from tests.server.people import Guest, Line
from tests.server.serving import Serving

STALEST = 5.0  # seconds


@pytest.fixture
def own() -> Iterator[Cluster]:
    """A cluster that no other test uses."""
    with running_cluster() as cluster:
        yield cluster


async def seen_by(other: Line, n: int) -> None:
    """The other is told event ``n`` before it would count as stale."""
    began = time.monotonic()
    while other.n < n:
        await other.hear()
    assert time.monotonic() - began < STALEST


async def test_play_goes_on_and_is_seen_elsewhere_after_the_database_was_restarted(own: Cluster) -> None:
    url = own.new_database()
    servers = [Serving(url, grace=60).start() for _ in range(2)]
    async with Guest(servers[0]) as ann, Guest(servers[0]) as ben:
        table = await ann.open()
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as first, ben.live(table, server=servers[1]) as second:
            await first.turn()
            await second.play()  # in secret: nobody else is told before both have chosen (CD-18)
            await asyncio.to_thread(own.stop)
            await asyncio.to_thread(own.go_on)
            answer = await first.play()
            assert answer["t"] == "done"
            await seen_by(second, answer["n"])
            log = dict(first.events)
            await asyncio.to_thread(own.stop)
            with suppress(ConnectionClosed):  # the server may have found out by itself
                await first.send({"t": "resign", "request": 1})
            assert await first.closed() == 1012  # it could not be saved: come back
            async with ann.live(table) as early:
                assert await early.closed() == 1013
                assert "the database does not do its work" in early.socket.close_reason
            await asyncio.to_thread(own.go_on)
            async with ann.live(table) as again:
                await again.next("events")
                assert (again.table["phase"], again.events) == ("playing", log)
                answer = await again.ask({"t": "resign", "request": 1})
                assert answer["t"] == "done"
                await second.phase("over")
    ends = [server.stop() for server in servers]
    assert [code for code, _ in ends] == [0, 0]
    assert not any("Traceback" in said for _, said in ends), ends
