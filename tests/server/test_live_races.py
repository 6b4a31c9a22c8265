"""Live races over real connections: presses judged, verdicts told, saved, replayed (KD-21)."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.people import Guest
from tests.server.racers import Racer, table_for
from tests.server.serving import Serving
from throwdown.kernel.transcript import read


@pytest.fixture
def near(sqlite):
    """A server that takes pings at their word, as behind a proxy."""
    serving = Serving(sqlite, trust_proxy=True, grace=30.0).start()
    yield serving
    serving.stop()


async def race(server: Serving, game: str, *delays: float) -> tuple[list[Racer], str]:
    """A whole race between guests at those distances; the racers, and the transcript."""
    async with Guest(server) as ada, Guest(server) as nils:
        id = await table_for(server, ada, nils, game=game)
        async with ada.live(id) as one, nils.live(id) as two:
            racers = [Racer(line, delay) for line, delay in zip((one, two), delays, strict=True)]
            for line in (one, two):
                await line.seed()
            await asyncio.wait_for(asyncio.gather(*(racer.race() for racer in racers)), 60)
            text = (await ada.http.get(f"/api/tables/{id}/matches/1/transcript")).text
    return racers, text


@pytest.mark.parametrize("game", ["quick-draw", "class-warfare"])
async def test_a_live_race_ends_with_a_verdict_that_all_are_shown_kd21(near, game):
    (ada, nils), text = await race(near, game, 0.002, 0.06)
    assert ada.verdicts
    assert ada.verdicts == nils.verdicts
    verdict = ada.verdicts[-1]
    for press in verdict["presses"]:
        assert press["counts"] == pytest.approx(press["arrived"] - press["credited"], abs=0.11)
    far = next(press for press in verdict["presses"] if press["seat"] == 1)
    assert 40 < far["measured"] < 160
    match = read(text).match
    assert match.over
    assert match.winners == tuple(verdict["first"]) or len(verdict["first"]) > 1
