"""How long bots let a person wait: what they may think together, and that a tap ends their pauses."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.rooms import listener, make, served
from throwdown import bots
from throwdown.kernel.game import load
from throwdown.server.room.requests import hear
from throwdown.server.wire import Hurry, Play
from throwdown.server.work import thinking
from throwdown.server.work.thinking import Allowance

ADA, NILS, BOT = range(3)
WATCHER = -1
LONG = (600.0, 600.0)  # seconds that a bot would wait before it moves


@pytest.mark.parametrize("programs", [1, 3, 7])
def test_what_all_bots_may_think_between_two_own_choices_is_bounded_however_often_they_choose(programs):
    rng = random.Random(programs)
    allowance = Allowance()
    for _ in range(20):
        allowance.anew()
        now, thought = 0.0, 0.0
        while now < 6.0:
            granted = allowance.draw(rng.choice((0.5, 2.0)), programs, now)
            thought += granted
            now += granted + rng.choice((0.001, 0.01, 0.3))
        assert thought <= 1.6 + 1e-9, "the whole, and what is refilled in six seconds"


def test_each_of_three_bots_in_turn_has_time_to_think_before_it_goes_by_the_rule_of_thumb():
    allowance = Allowance()
    granted = [allowance.draw(2.0, 3, 0.0) for _ in range(3)]
    assert min(granted) > 0.1
    assert [seconds for _ in range(50) if 0 < (seconds := allowance.draw(2.0, 3, 0.0)) < 0.015] == []
    assert allowance.draw(2.0, 3, 0.0) == 0.0
    allowance.anew()
    assert allowance.draw(2.0, 3, 0.0) == pytest.approx(granted[0])


@pytest.mark.parametrize(("pace", "bounded"), [("quick", True), ("human", False)])
async def test_masters_at_a_quick_table_share_the_time_that_they_think(tmp_path, monkeypatch, pace, bounded):
    asked: list[float] = []

    class Searchers:
        def choose(self, kind: str, sight: bots.Sight, seed: int, place: str, seconds: float) -> int:
            asked.append(seconds)
            return sight.legal[0]

    monkeypatch.setattr(thinking, "searchers", Searchers)
    options: dict[str, Any] = {"bots": ("master",) * 3, "pace": pace, "human_pace": (0.0, 0.0)}
    async with served(tmp_path, "dardz", 1, **options) as room:
        listener(room, ADA, [])
        assert room.playing
        for _ in range(12):
            async with asyncio.timeout(30):
                while room.playing.match.awaited != (ADA,):
                    await asyncio.sleep(0.01)
            asked.clear()
            await room.ask(lambda: hear(room, viewer_of(room), play(room), 0.0))
            async with asyncio.timeout(30):
                while room.playing.match.awaited != (ADA,):
                    await asyncio.sleep(0.01)
            if bounded:
                assert sum(asked) < 2.0
            else:
                assert set(asked) <= {2.0}


def test_a_master_that_no_process_is_left_for_goes_by_the_rule_of_thumb_kdd4(monkeypatch, caplog):
    class Searchers:
        def choose(self, *_: Any) -> int:
            raise OSError("no process is left")

    monkeypatch.setattr(thinking, "searchers", Searchers)
    match = load("con-person").match(seed=1, values={"dice": 5})
    match.play(match.awaited[0], "bid 1 1")
    seen = bots.sight(match, match.awaited[0])
    seen.state[0].die[seen.seat, :5] = 1, 3, 4, 4, 4
    event = thinking.choose(thinking.Question(seen, "master", "a table", 1.0))
    assert match.texts(seen.seat, [event]) == ["bid 2 4s"]
    assert "no process is left" in caplog.text


def viewer_of(room: Any) -> Any:
    return next(iter(room.audience.viewers))


def play(room: Any) -> Play:
    match = room.playing.match
    return Play(len(match.log) + 1, random.Random(3).choice(match.legal_events(ADA)), len(match.log))


async def test_a_tap_ends_the_pauses_of_bots_where_they_alone_are_awaited(tmp_path):
    async with served(tmp_path, "dardz", 2, bots=("random",), pace="human", human_pace=LONG) as room:
        told: dict[int, list[dict[str, Any]]] = {seat: [] for seat in (ADA, NILS, WATCHER)}
        viewers = {seat: listener(room, seat, heard) for seat, heard in told.items()}

        async def hurry(seat: int, match_id: str = "") -> None:
            await room.ask(lambda: hear(room, viewers[seat], Hurry(match_id or room.match_id), 0.0))

        await until_awaited(room, NILS)
        await hurry(ADA)
        assert not room.bots.thinkers.is_hurried, "nobody hurries another person"
        await until_awaited(room, BOT)
        await hurry(WATCHER)
        assert told[WATCHER][-1]["why"] == "you do not sit at this table"
        await hurry(ADA, "0123456789abcdef")
        assert "no longer the table's" in told[ADA][-1]["why"]
        assert not room.bots.thinkers.is_hurried

        assert room.playing
        await hurry(ADA)
        assert room.bots.thinkers.is_hurried
        async with asyncio.timeout(30):
            while BOT in room.playing.match.awaited:
                await asyncio.sleep(0.01)
        await room.ask(nothing)
        assert not room.bots.thinkers.is_hurried, "a person is awaited: the pauses are made again"


async def nothing() -> None:
    """Only waits for what was asked before."""


async def until_awaited(room: Any, seat: int) -> None:
    """Play until ``seat`` alone is awaited."""
    rng = random.Random(1)
    while room.playing.match.awaited != (seat,):
        other = room.playing.match.awaited[0]
        await make(room, other, rng.choice(room.playing.match.legal_events(other)))
