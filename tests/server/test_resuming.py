"""Requests sent twice, lost connections, gaps, and seats that somebody left."""

from __future__ import annotations

import asyncio
import random

from tests.server.people import Guest, level
from tests.server.serving import Serving
from tests.server.test_refusals import table_for_two


async def test_a_request_sent_twice_acts_once(server: Serving) -> None:
    async with table_for_two(server) as (first, second, *_):
        request = first.request()
        await first.send(request)
        await first.send(request)
        answers = [await first.until(lambda m: m["t"] in ("done", "refused")) for _ in range(2)]
        assert answers[0] == answers[1]
        assert answers[0]["t"] == "done"
        await second.play()
        assert [seat for seat, _ in second.events.values() if seat == 0] == [0]


async def test_a_request_sent_again_over_a_new_connection_acts_once(server: Serving) -> None:
    async with table_for_two(server) as (first, _, ann, __):
        request = first.request()
        done = await first.ask(request)
        async with ann.live(first.table["id"]) as again:
            assert await again.ask(request) == done


async def test_a_request_number_used_for_another_choice_is_refused(server: Serving) -> None:
    async with table_for_two(server) as (first, *_):
        request = first.request()
        assert (await first.ask(request))["t"] == "done"
        answer = await first.ask({**request, "event": request["event"] + 1})
        assert "already used" in answer["why"]


async def test_a_refused_request_may_be_sent_again_when_it_is_legal(server: Serving) -> None:
    async with table_for_two(server) as (first, second, *_):
        await first.play()
        await second.play()
        await level(first, second)
        line = first if first.legal else second
        assert (await line.ask(line.request(10_000, 91)))["t"] == "refused"
        early = await line.ask(line.request(number=91) | {"after": line.n + 1})
        assert early["why"] == f"there is no event {line.n + 1} yet: choose again"
        assert (await line.ask(line.request(number=91)))["t"] == "done"


async def test_whoever_missed_events_gets_them_all_by_asking(server: Serving) -> None:
    async with table_for_two(server) as (first, second, *_):
        await first.play()
        await second.play()
        whole = dict(second.events)
        second.events.clear()
        await second.send({"t": "sync"})
        assert (await second.next("table"))["phase"] == "playing"
        await second.next("events")
        assert second.events == whole
        await second.send({"t": "sync", "after": 2})
        assert min(n for n, *_ in (await second.next("events"))["events"]) == 3
        await second.send({"t": "sync", "after": 10_000})
        assert "there is no event 10000" in (await second.next("refused"))["why"]


async def test_a_gap_in_the_steps_is_filled_without_telling_them_twice(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table, raw=False) as line:
            await line.seed()
            steps = await line.until(
                lambda m: m["t"] == "steps" and bool(m["steps"][-1]["scene"].get("choices"))
            )
            n = steps["steps"][-1]["n"]
            event = steps["steps"][-1]["scene"]["choices"][0]["event"]
            await line.send({"t": "play", "request": 1, "event": event, "after": n})
            await line.next("done")
            await line.send({"t": "sync", "after": n})
            again = await line.until(lambda m: m["t"] == "steps" and m["after"] == n)
            numbers = [step["n"] for step in again["steps"]]
            assert numbers == sorted(set(numbers))
            assert min(numbers) > n
            assert "scene" in again["steps"][-1]


async def test_one_who_comes_back_sees_the_match_where_it_stands(server: Serving) -> None:
    async with table_for_two(server) as (first, second, ann, _):
        await first.play()
        table = first.table["id"]
        await first.socket.close()
        await second.play()
        async with ann.live(table) as again:
            await again.next("events")
            assert set(again.events) == set(second.events)
            assert again.table["you"] == 0


async def test_a_left_seat_is_played_on_by_a_bot_and_handed_back(server: Serving) -> None:
    async with table_for_two(server) as (first, second, ann, _):
        table = first.table["id"]
        rng = random.Random(4)
        await first.socket.close()
        gone = await second.until(lambda m: m["t"] == "table" and not m["people"][0].get("here", True))
        assert not gone["people"][0].get("stand_in", False)
        await second.until(lambda m: m["t"] == "table" and m["people"][0].get("stand_in", False))
        for _ in range(3):
            await second.play(rng)
        assert any(seat == 0 for seat, _ in second.events.values())
        async with ann.live(table) as again:
            back = await again.next("table")
            assert not back["people"][0].get("stand_in", False)
            await again.next("events")
            before = again.n
            while not again.legal:
                await level(second, again)
                if second.legal:
                    await second.play(rng)
            assert again.n >= before
            assert (await again.play(rng))["t"] == "done"


async def test_someone_who_is_back_within_the_grace_time_keeps_the_seat(sqlite: str) -> None:
    server = Serving(sqlite, grace=3).start()
    try:
        async with table_for_two(server) as (first, second, ann, _):
            await first.socket.close()
            await second.until(lambda m: m["t"] == "table" and not m["people"][0].get("here", True))
            async with ann.live(first.table["id"]) as again:
                await again.turn()
                await asyncio.sleep(0.3)
                assert (await again.play())["t"] == "done"
            tables = [message for message in second.heard if message["t"] == "table"]
            assert not any(table["people"][0].get("stand_in") for table in tables)
    finally:
        server.stop()


async def test_bots_go_on_and_people_come_back_after_a_restart(database: str) -> None:
    server = Serving(database).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "greedy"})
        async with ann.live(table) as line:
            await line.seed()
            answer = await line.play()
            event = line.events[answer["n"]][1]
            request = {"t": "play", "request": answer["request"], "event": event, "after": 0}
            log = dict(line.events)
        server.kill()
        after = Serving(database).start()
        async with ann.live(table, server=after) as line:
            await line.next("events")
            assert log.items() <= line.events.items()
            assert await line.ask(request) == answer
            for _ in range(3):
                assert (await line.play())["t"] == "done"
        assert after.stop() == (0, "")
