"""Two processes over PostgreSQL whose connections are lost, and that hear nothing at all of each other."""

from __future__ import annotations

import asyncio
import time

import psycopg
import pytest

from tests.server.conftest import Cluster
from tests.server.people import Guest
from tests.server.serving import Serving

STALEST = 5.0  # seconds


@pytest.mark.parametrize("lost", ["connections", "every notice"])
async def test_a_move_through_one_process_is_seen_through_the_other_whatever_is_lost(
    lost: str, cluster: Cluster
) -> None:
    url = cluster.new_database()
    servers = [Serving(url, grace=60, deaf=lost == "every notice").start() for _ in range(2)]
    async with Guest(servers[0]) as ann, Guest(servers[0]) as ben:
        table = await ann.open()
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as first, ben.live(table, server=servers[1]) as second:
            await first.turn()
            await second.play()  # in secret: nobody else is told before both have chosen (CD-18)
            if lost == "connections":
                await asyncio.to_thread(end_listening, url)
            answer = await first.play()
            began = time.monotonic()
            while second.n < answer["n"]:
                await second.hear()
            assert time.monotonic() - began < STALEST
    ends = [server.stop() for server in servers]
    assert [code for code, _ in ends] == [0, 0]
    assert not any("Traceback" in said for _, said in ends), ends


def end_listening(url: str) -> None:
    """The database closes the connections of all who listen."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        ).fetchall()
    assert ended == [(True,), (True,)]
