"""Live races over real connections: presses judged, verdicts told, saved, replayed (KD-21)."""

from __future__ import annotations

import asyncio
import itertools
import json

import httpx
import pytest

from tests.server.people import Guest, Line, Message
from tests.server.racers import Racer, table_for
from tests.server.serving import Serving
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.transcript import read
from throwdown.server.room import live_races

LONG = 1e6  # seconds: a racer who only answers pings
SLOW = 0.55  # seconds: whoever is far away presses first


@pytest.fixture
def near(sqlite):
    """A server that takes pings at their word, as behind a proxy."""
    serving = Serving(sqlite, trusted_proxies=("127.0.0.1",), grace=30.0).start()
    yield serving
    serving.stop()


async def race(server: Serving, game: str, delays: tuple[float, float]) -> tuple[list[Racer], str]:
    """A whole race between guests at those distances, the first of them slow; the racers, the transcript."""
    async with Guest(server) as ada, Guest(server) as nils:
        id = await table_for(server, ada, nils, game=game)
        async with ada.live(id) as one, nils.live(id) as two:
            racers = [Racer(one, delays[0], tempo=SLOW), Racer(two, delays[1])]
            for line in (one, two):
                await line.seed()
            async with asyncio.timeout(60):
                await asyncio.gather(*(racer.race() for racer in racers))
            text = (await ada.http.get(f"/api/tables/{id}/matches/1/transcript")).text
    return racers, text


@pytest.mark.parametrize("game", ["quick-draw", "class-warfare"])
async def test_a_live_race_ends_with_a_verdict_that_all_are_shown_kd21(near, game):
    (ada, nils), text = await race(near, game, (0.002, 0.06))
    assert ada.verdicts
    assert ada.verdicts == nils.verdicts
    assert not any(race.get("resumed") for race in ada.races)
    verdict = ada.verdicts[-1]
    for press in verdict["presses"]:
        assert press["counts"] == pytest.approx(press["arrived"] - press["credited"], abs=0.11)
    far = [press["measured"] for each in ada.verdicts for press in each["presses"] if press["seat"] == 1]
    assert all(40 < measured < 160 for measured in far)
    assert far or verdict["first"] == [0]  # who is near may have won before the other pressed
    transcript = read(text)
    assert any("presses of live races are as they were judged" in said for said in transcript.verify())
    match = transcript.match
    assert match.over
    assert match.winners == tuple(verdict["first"]) or len(verdict["first"]) > 1


async def test_presses_that_were_not_judged_so_are_refused_with_the_reason_kd21(near):
    late: list[str] = []
    while not late:  # a press in the first instant is refused with another reason
        _, text = await race(near, "class-warfare", (0.002, 0.03))
        told = told_presses(text)
        late = [number for number, presses in told.items() if presses[0]["arrived"] > 100]
    header = next(line for line in text.splitlines() if line.startswith("[Presses"))
    number, (press, *level) = late[0], told[late[0]]  # both may have pressed in the same instant

    forgeries = {
        "is no press of a live race by seat": told | {number: [press | {"seat": 1 - press["seat"]}, *level]},
        "credited is not": told | {number: [press | {"credited": press["credited"] + 5}, *level]},
        "there is no event 9999": told | {"9999": [press]},
    }
    for reason, presses in forgeries.items():
        forged = text.replace(header, f"[Presses {json.dumps(json.dumps(presses))}]")
        with pytest.raises(BadTranscript, match=reason):
            read(forged).verify()
    with pytest.raises(BadTranscript, match="Input data was truncated"):
        read(text.replace(header, '[Presses "{"]')).verify()


async def test_two_tabs_press_for_one_hand_kd21(near):
    async with Guest(near) as ada, Guest(near) as nils:
        id = await table_for(near, ada, nils, game="quick-draw")
        async with ada.live(id) as one, ada.live(id) as other, nils.live(id) as two:
            for line in (one, two):
                await line.seed()
            idle = [Racer(line, tempo=LONG) for line in (one, other, two)]
            listening = [asyncio.create_task(racer.race()) for racer in idle]
            async with asyncio.timeout(10):
                while not all(racer.counted for racer in idle):
                    await asyncio.sleep(0.02)
                await asyncio.sleep(0.5)
                for line in (one, other):
                    await line.send(line.request(line.legal[0]))
                while len(heard := answers(one, other)) < 2:
                    await asyncio.sleep(0.02)
            for task in listening:
                task.cancel()
    assert sorted(message["t"] for message in heard) == ["done", "refused"]
    assert any("faster than a hand" in message.get("why", "") for message in heard)


async def test_a_press_in_the_count_is_refused_and_costs_nothing_kd21(sqlite):
    serving = Serving(sqlite, grace=30.0, race_count=2.0).start()
    async with Guest(serving) as ada:
        id = await ada.open(game="quick-draw", seats=2, values={"timing": "live"}, bots={"1": "greedy"})
        async with ada.live(id) as line:
            await line.seed()
            racer = Racer(line, tempo=LONG)
            listening = asyncio.create_task(racer.race())
            async with asyncio.timeout(20):
                while not racer.races:
                    await asyncio.sleep(0.02)
                await line.send(line.request(line.legal[0]))  # the count is yet to come
                while not racer.counted:
                    await asyncio.sleep(0.02)
                for _ in range(4):
                    await line.send(line.request(line.legal[0]))
                while len(racer.refusals) < 5:
                    await asyncio.sleep(0.02)
                assert set(racer.refusals) == {live_races.EARLY_PRESS}
                assert set(line.events) <= {1}, "nobody has rolled: not the bot either"
                await asyncio.sleep(2.1)
                await line.send(line.request(line.legal[0]))
                while not (heard := [each for each in line.heard if each["t"] == "done"]):
                    await asyncio.sleep(0.02)
            listening.cancel()
    assert heard[0]["n"] >= 2
    assert serving.stop()[0] == 0


async def test_a_quick_bot_rolls_no_more_often_than_dice_fall_and_a_person_rolls_beside_it_kd21(sqlite):
    serving = Serving(sqlite, grace=30.0, race_roll=0.4).start()
    async with Guest(serving) as ada:
        id = await ada.open(game="hare-vs-tortoise", seats=2, values={"timing": "live"}, bots={"1": "random"})
        async with ada.live(id) as line:
            await line.seed()
            racer = Racer(line, tempo=1.0)
            racing_on = asyncio.create_task(racer.race())
            async with asyncio.timeout(60):
                while rolls_of(line, 1) < 6 and not racing_on.done():
                    await asyncio.sleep(0.05)
                if not racing_on.done():
                    await line.send({"t": "resign", "request": 1})
                await racing_on
        async with httpx.AsyncClient(base_url=serving.http, timeout=60) as http:
            text = (await http.get(f"/api/tables/{id}/matches/1/transcript")).text
    presses = [press for group in told_presses(text).values() for press in group]
    for seat in (0, 1):
        times = [press["counts"] for press in presses if press["seat"] == seat]
        assert len(times) >= 2, f"seat {seat} rolls too"
        assert min(b - a for a, b in itertools.pairwise(times)) > 400
    assert serving.stop()[0] == 0


def rolls_of(line: Line, seat: int) -> int:
    return sum(seat == each for each, _ in line.events.values())


def told_presses(transcript: str) -> dict[str, list[Message]]:
    """The presses that a transcript tells of, by number of the event."""
    header = next(line for line in transcript.splitlines() if line.startswith("[Presses"))
    return json.loads(json.loads(header.split(" ", 1)[1][:-1]))


def answers(*lines: Line) -> list[Message]:
    """All that the presses of those lines were answered; a seed that came too late is no press."""
    return [message for line in lines for message in line.heard if message.get("request")]


async def test_a_bot_races_on_for_who_drops_out_of_a_race_kd21(sqlite):
    serving = Serving(sqlite, trusted_proxies=("127.0.0.1",), grace=0.3).start()
    async with Guest(serving) as ada, Guest(serving) as nils:
        id = await table_for(serving, ada, nils, game="hare-vs-tortoise")
        async with ada.live(id) as one:
            async with nils.live(id) as two:
                for line in (one, two):
                    await line.seed()
                leaving = asyncio.create_task(Racer(two).race())
                staying = asyncio.create_task((racer := Racer(one, tempo=0.8)).race())
                async with asyncio.timeout(20):
                    while not racer.races:
                        await asyncio.sleep(0.05)
                leaving.cancel()
                gone = one.n
            async with asyncio.timeout(60):
                await staying
    assert racer.verdicts, "the race went on to a verdict"
    assert any(seat == 1 for n, (seat, _) in one.events.items() if n > gone + 1)
    assert serving.stop()[0] == 0


async def test_a_race_begins_again_from_its_last_roll_when_the_server_was_away_kd21(sqlite):
    serving = Serving(sqlite, trusted_proxies=("127.0.0.1",), grace=30.0).start()
    async with Guest(serving) as ada, Guest(serving) as nils:
        id = await table_for(serving, ada, nils, game="hare-vs-tortoise")
        async with ada.live(id) as one, nils.live(id) as two:
            for line in (one, two):
                await line.seed()
            racing = [asyncio.create_task(Racer(line).race()) for line in (one, two)]
            async with asyncio.timeout(20):
                while not any(message["t"] == "race" for message in one.heard) or one.n < 12:
                    await asyncio.sleep(0.05)
            serving.kill()
            for task in racing:
                task.cancel()
        before = dict(one.events)
        again = Serving(sqlite, trusted_proxies=("127.0.0.1",), grace=30.0).start()
        async with ada.live(id, server=again) as one, nils.live(id, server=again) as two:
            racers = [Racer(one), Racer(two)]
            async with asyncio.timeout(60):
                await asyncio.gather(*(racer.race() for racer in racers))
        async with httpx.AsyncClient(base_url=again.http, timeout=60) as http:
            answer = await http.get(f"/api/tables/{id}/matches/1/transcript")
        assert before.items() <= one.events.items()
        assert racers[0].races[0]["resumed"] is True
        assert racers[0].verdicts
        assert read(answer.text).verify()
        assert again.stop()[0] == 0
