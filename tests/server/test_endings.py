"""The end of a match is saved with its table and its dice together, or not at all."""

from __future__ import annotations

import asyncio
import os
import signal

from tests.server.people import Guest
from tests.server.serving import Serving
from throwdown.server.storage.store import Store
from throwdown.server.table import records


async def test_a_kill_while_matches_end_leaves_each_in_play_or_over_with_its_result(sqlite: str) -> None:
    server = Serving(sqlite, grace=60, seed_wait=0.01).start()
    async with Guest(server) as ann:
        tables = [await ann.open(bots={"1": "random"}) for _ in range(12)]
        lines = [await ann.live(table).__aenter__() for table in tables]
        for line in lines:
            await line.phase("playing")
        for line in lines:
            await line.send({"t": "resign", "request": 1})
        await lines[0].phase("over")
        os.kill(server.process.pid or 0, signal.SIGKILL)
        await asyncio.gather(*(line.__aexit__(None, None, None) for line in lines), return_exceptions=True)
        server.kill()
        store = Store(sqlite)
        ended = 0
        for table in tables:
            found = await store.read(lambda connection, table=table: records.load_table(connection, table))
            assert found is not None
            saved = await store.read(
                lambda connection, table=table: records.match_numbered(connection, table, 1)
            )
            assert saved is not None
            assert (found[0].phase == "over") == (saved.result is not None)
            assert found[0].result == (saved.result or "")
            ended += saved.result is not None
        await store.close()
        assert ended
        again = Serving(sqlite, grace=60).start()
        for table in tables:
            async with ann.live(table, server=again) as line:
                await line.next("events")
                if line.table["phase"] == "playing":
                    await line.send({"t": "resign", "request": 1})
                await line.phase("over")
                assert line.table["result"].endswith("seat 0 resigned")
        assert again.stop() == (0, "")
