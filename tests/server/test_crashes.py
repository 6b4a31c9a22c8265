"""A server that is killed again and again; ``python -m tests.server.crashes`` kills more often."""

from __future__ import annotations

from tests.server.crashes import campaign


async def test_kills_lose_nothing_that_was_confirmed(sqlite: str) -> None:
    assert len(await campaign(sqlite, kills=9, matches=60)) == 9
