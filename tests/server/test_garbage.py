"""What connections and rooms leave behind when they end: nothing that only a search for garbage finds."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import weakref
from pathlib import Path
from typing import Any

from tests.server.people import Guest
from tests.server.rooms import listener, served
from tests.server.serving import Serving
from throwdown.server.table.audience import GOING_AWAY

LINES, TABLES = 6, 4
PATIENCE = 20.0


async def searched(server: Serving, report: Path, times: int) -> int:
    """How many objects a search for garbage finds now: the ``times``-th line of the report."""
    assert server.process.pid
    os.kill(server.process.pid, signal.SIGUSR1)
    async with asyncio.timeout(PATIENCE):
        while not report.exists() or len(found := report.read_text().splitlines()) < times:
            await asyncio.sleep(0.05)
    return int(found[-1])


def test_connections_that_end_leave_no_circles_of_references(sqlite: str, tmp_path: Path) -> None:
    report = tmp_path / "found"
    server = Serving(sqlite, searched=str(report)).start()

    async def live() -> int:
        async with Guest(server) as ada:
            tables = [await ada.open() for _ in range(TABLES)]
            await searched(server, report, 1)
            for table in tables:
                for raw in (True, False) * (LINES // 2):
                    async with ada.live(table, raw=raw):
                        await asyncio.sleep(0.02)
            await asyncio.sleep(0.2)
            return await searched(server, report, 2)

    found = asyncio.run(live())
    server.stop()
    assert found < LINES * TABLES


def test_a_room_that_is_let_go_is_gone_without_a_search(tmp_path: Path) -> None:
    async def live() -> list[weakref.ref[Any]]:
        async with served(tmp_path, "command-dice", 1, bots=("random",)) as table:
            assert table.playing
            await table.join(listener(table, 0, []))
            refs = [weakref.ref(each) for each in (table, table.playing, table.playing.match, table.judging)]
            table.hall.forget(table)
            table.close(GOING_AWAY)
        del table
        await asyncio.sleep(0.1)
        return refs

    gc.disable()
    try:
        assert [ref() for ref in asyncio.run(live())] == [None] * 4
    finally:
        gc.enable()
