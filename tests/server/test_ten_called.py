"""Two who have ten cards call them: the first is found by measured delays, and no race is told of (DZ-17)."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.rooms import listener, make, served
from throwdown.games.dardz.state import CALL_TEN
from throwdown.kernel.presses import check_presses
from throwdown.server.room import live_races
from throwdown.server.room.requests import hear
from throwdown.server.room.room import Room
from throwdown.server.wire import Play

ADA, NILS = range(2)
# so long a match that both have ten cards before it is over
BY_PLAYERS: dict[str, Any] = {"announce-ten": "by the players", "target": 500}
FAR, NEAR = 160.0, 4.0  # ms there and back
LONG = (600.0, 600.0)
AHEAD = 1.0  # seconds by which presses are said to arrive later than they do: so the judge has them in time


async def until_both_have_ten(room: Room) -> None:
    """Play, and let nobody call, until both may."""
    rng = random.Random(2)
    while (heat := room.judging.live_races.heat(room.judging.facts)) is None or len(heat.presses) < 2:
        assert room.playing
        match = room.playing.match
        choices = [(seat, event) for seat in match.awaited for event in match.legal_events(seat)]
        await make(room, *rng.choice([choice for choice in choices if choice[1] != CALL_TEN]))


def lines(room: Room, told: list[list[dict[str, Any]]]) -> list[Any]:
    """Ada is far, Nils is near."""
    viewers = [listener(room, seat, heard) for seat, heard in enumerate(told)]
    for viewer, trip in zip(viewers, (FAR, NEAR), strict=True):
        for _ in range(8):
            viewer.link.measured(trip)
    return viewers


def call(room: Room, number: int, event: int = CALL_TEN) -> Play:
    assert room.playing
    return Play(number, event, room.playing.n)


async def test_who_calls_without_ten_cards_is_told_so_by_name_dz_17(tmp_path):
    async with served(tmp_path, "dardz", 2, values=BY_PLAYERS) as room:
        assert room.playing
        match, told = room.playing.match, [[], []]
        on_turn = match.awaited[0]
        viewer = lines(room, told)[1 - on_turn]
        await room.ask(lambda: hear(room, viewer, call(room, 1), 0.0))
        refused = next(each for each in told[1 - on_turn] if each["t"] == "refused")
        assert refused["why"] == (
            "illegal event 'ten' in Round 1, turn 1: 0 cards lie in that points pile, and it takes ten to"
            f" call (DZ-17); waiting for {match.names[on_turn]}"
        )


@pytest.mark.parametrize(("later", "first"), [(0.04, ADA), (0.11, NILS)])
async def test_who_called_first_has_the_ten_points_however_far_away_they_are_dz_17(tmp_path, later, first):
    async with served(tmp_path, "dardz", 2, values=BY_PLAYERS) as room:
        told: list[list[dict[str, Any]]] = [[], []]
        ada, nils = lines(room, told)
        await until_both_have_ten(room)
        assert room.playing
        match, begun, now = room.playing.match, room.playing.n, asyncio.get_running_loop().time() + AHEAD
        await room.ask(lambda: hear(room, nils, call(room, 1), now))
        await room.ask(lambda: hear(room, ada, call(room, 1), now + later))
        async with asyncio.timeout(20):
            while not all(any(message["t"] == "verdict" for message in heard) for heard in told):
                await asyncio.sleep(0.01)
        assert match.log[begun] == (first, CALL_TEN)
        verdict = next(message for message in told[0] if message["t"] == "verdict")
        assert verdict["first"] == [first]
        assert len(verdict["presses"]) == 2
        assert not [message for heard in told for message in heard if message["t"] == "race"]
        async with asyncio.timeout(20):
            while not (refused := [each for each in told[1 - first] if each["t"] == "refused"]):
                await asyncio.sleep(0.01)
        assert refused[-1]["why"] == live_races.LATE
        assert check_presses(match, room.playing.told()["Presses"].strip()) == 1


async def test_a_move_that_comes_after_a_call_waits_until_the_call_is_judged_dz_17(tmp_path):
    async with served(tmp_path, "dardz", 2, values=BY_PLAYERS) as room:
        told: list[list[dict[str, Any]]] = [[], []]
        viewers = lines(room, told)
        await until_both_have_ten(room)
        assert room.playing
        match, begun, now = room.playing.match, room.playing.n, asyncio.get_running_loop().time() + AHEAD
        mover = match.truth().turn
        other = 1 - mover
        move = next(event for event in match.legal_events(mover) if event != CALL_TEN)
        await room.ask(lambda: hear(room, viewers[other], call(room, 1), now))
        await room.ask(lambda: hear(room, viewers[mover], call(room, 2, move), now))
        assert room.playing.n == begun, "nothing is made before the call is judged"
        async with asyncio.timeout(20):
            while not [each for each in told[mover] if each.get("request") == 2]:
                await asyncio.sleep(0.01)
        assert match.log[begun] == (other, CALL_TEN)


async def test_a_program_takes_a_person_s_time_to_notice_its_ten_cards_dz_17(tmp_path):
    options: dict[str, Any] = {"values": BY_PLAYERS, "bots": ("greedy",), "pace": "human"}
    async with served(tmp_path, "dardz", 1, human_pace=LONG, **options) as room:
        listener(room, ADA, [])
        await until_both_have_ten(room)
        assert 0.5 < room.judging.free([NILS])[NILS] < 10.0
        assert room.playing
        before = room.playing.n
        await room.ask(lambda: presses(room))
        async with asyncio.timeout(20):
            while room.playing.n == before:
                await asyncio.sleep(0.01)
        assert room.playing.match.log[before] == (NILS, CALL_TEN)


async def presses(room: Room) -> None:
    assert room.judging.takes_of_program(NILS, CALL_TEN)
