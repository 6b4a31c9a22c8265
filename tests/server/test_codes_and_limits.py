"""Codes to say aloud, how often they may be tried, and the buckets that count."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.server.people import Guest
from tests.server.serving import KEY, Serving
from throwdown.server.errors import Refusal
from throwdown.server.guests.codes import TRIES_A_MINUTE, TRIES_A_MINUTE_IN_ALL, Tries, new_code, read_code
from throwdown.server.guests.identity import Guest as Person
from throwdown.server.hall import Hall
from throwdown.server.limits import Bucket, Buckets
from throwdown.server.settings import Settings
from throwdown.server.storage import schema
from throwdown.server.storage.bus import Bus
from throwdown.server.storage.store import Store
from throwdown.server.table import tables


class Clock:
    """A clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_codes_can_be_said_aloud_and_are_rarely_alike() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) > 480
    assert all(read_code(f" {code[:2].lower()} {code[2:]}") == code for code in codes)


@pytest.mark.parametrize("said", ["", "KOBA", "KOBALT", "AKOBA", "K0BAL", "KOBÄL", "'; --"])
def test_what_is_no_code_is_refused_before_the_database_is_asked(said: str) -> None:
    with pytest.raises(Refusal, match="five letters"):
        read_code(said)


def test_five_letters_that_are_no_code_are_told_what_is_wrong_with_them() -> None:
    with pytest.raises(Refusal, match="five letters, consonants and vowels in turn, such as KOBAL: 'ABCDE'"):
        read_code("ABCDE")


def test_a_bucket_gives_what_it_holds_and_refills_with_time() -> None:
    clock = Clock()
    bucket = Bucket(2.0, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_buckets_forget_the_longest_unused_address() -> None:
    buckets = Buckets(0, 1, keys=2, clock=Clock())
    assert buckets.take("a")
    assert not buckets.take("a")
    buckets.take("b")
    buckets.take("c")
    assert buckets.take("a")


def test_one_address_may_try_few_codes_a_minute() -> None:
    clock = Clock()
    tries = Tries(clock)
    for _ in range(TRIES_A_MINUTE):
        tries.take("1.2.3.4")
    with pytest.raises(Refusal, match="a minute are enough") as refused:
        tries.take("1.2.3.4")
    assert refused.value.status == 429
    tries.take("5.6.7.8")
    clock.now += 60 / TRIES_A_MINUTE
    tries.take("1.2.3.4")


def test_many_addresses_together_may_not_try_many_codes_either() -> None:
    tries = Tries(Clock())
    for k in range(TRIES_A_MINUTE_IN_ALL):
        tries.take(f"address {k}")
    with pytest.raises(Refusal, match="too many codes"):
        tries.take("one more")


def test_who_guesses_words_for_another_device_keeps_nobody_from_a_tables_code() -> None:
    tries = Tries(Clock())
    for k in range(10 * TRIES_A_MINUTE_IN_ALL):
        tries.take_long(f"address {k}")
    tries.take("one more")
    for _ in range(TRIES_A_MINUTE - 1):
        tries.take_long("one more")
    with pytest.raises(Refusal, match="a minute are enough"):
        tries.take_long("one more")


async def test_a_code_leads_to_the_table_only_while_a_seat_is_open(sqlite: str) -> None:
    server = Serving(sqlite).start()
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        code = (await ann.http.get(f"/api/tables/{table}")).json()["code"]
        assert (await ben.post("/api/join", code=code.lower())).json() == {"id": table, "beside": ""}
        full = (await ben.post(f"/api/tables/{table}/sit", seat=1)).json()
        assert "code" not in full
        answer = await ben.post("/api/join", code=code)
        assert (answer.status_code, code in answer.json()["why"]) == (404, True)
        for _ in range(TRIES_A_MINUTE):
            answer = await ben.post("/api/join", code="KOBAL")
        assert answer.status_code == 429
    assert server.stop() == (0, "")


async def test_a_seat_that_opens_again_brings_another_code(sqlite: str) -> None:
    server = Serving(sqlite, seed_wait=30).start()
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        first = (await ann.http.get(f"/api/tables/{table}/link")).json()["code"]
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        again = (await ben.post(f"/api/tables/{table}/stand")).json()["code"]
        assert again
        assert again != first
    assert server.stop() == (0, "")


async def test_an_address_that_floods_with_requests_is_told_to_wait(sqlite: str) -> None:
    server = Serving(sqlite, requests_a_second=1, requests_at_once=5).start()
    async with Guest(server) as ann:
        statuses = [(await ann.post("/api/tables", game="command-dice")).status_code for _ in range(8)]
        assert statuses[:5] == [201] * 5
        assert statuses[-1] == 429
        assert (await ann.http.get("/api/games")).status_code == 200
    assert server.stop() == (0, "")


async def test_a_table_that_nobody_comes_to_is_closed_and_its_code_returns(database: str) -> None:
    server = Serving(database, expires=0.8, idle=0.1).start()
    async with Guest(server) as ann, Guest(server) as ben:
        kept, left = await ann.open(), await ann.open()
        codes = [(await ann.http.get(f"/api/tables/{table}/link")).json()["code"] for table in (kept, left)]
        async with ann.live(kept) as looking_on:
            await looking_on.next("table")
            while (said := await ben.http.get(f"/api/tables/{left}")).status_code == 200:
                await asyncio.sleep(0.2)
            assert said.status_code == 410
            assert "because nobody came for long" in said.json()["why"]
            found = [(await ben.post("/api/join", code=code)).status_code for code in codes]
            assert found == [200, 404]
            assert (await ben.post(f"/api/tables/{left}/sit", seat=1)).status_code == 410
            async with ben.live(left) as line:
                assert await line.closed() == 4404
        assert left not in {table["id"] for table in (await ben.http.get("/api/tables")).json()}
    assert server.stop() == (0, "")


async def test_tables_whose_matches_are_over_lose_their_code_alone(sqlite: str) -> None:
    server = Serving(sqlite, expires=0.8, idle=0.1).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            await line.turn()
            await line.send({"t": "resign", "request": 1})
            await line.phase("over")
        await ann.post(f"/api/tables/{table}/stand")
        while (await ann.http.get(f"/api/tables/{table}/link")).json()["code"]:
            await asyncio.sleep(0.2)
        assert (await ann.http.get(f"/api/tables/{table}")).status_code == 200
        assert (await ann.http.get(f"/api/tables/{table}/matches/1/replay")).status_code == 200
    assert server.stop() == (0, "")


async def test_where_codes_run_short_tables_untouched_for_an_hour_give_theirs_up(database: str) -> None:
    store = Store(database, KEY)
    hall = Hall(Settings(database=database), store, Bus(None))
    ann = Person("ann", "Ann")

    def make() -> tables.TableRecord:
        table = tables.new_table("command-dice", {}, 2, ann, tables.Terms(listed=False, pace="quick"))
        table.code = "KOBAL"  # the only one there is
        return table

    first = await hall.add(make)
    with pytest.raises(Refusal, match="no free code"):
        await hall.add(make)
    two_hours_ago = time.time() - 7200
    await store.write(lambda c: c.execute(schema.tables.update().values(touched=two_hours_ago)) and None)
    second = await hall.add(make)
    assert await hall.by_code("KOBAL") == second.id != first.id
    hall.heavy.stop()
    await store.close()
