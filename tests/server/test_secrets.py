"""What leaves of a match, and which match it is told of, while matches start, end and start again.

Two people play at every table, each through a process of their own where there are two. They start match
after match and resign; clients that only have the link ask for everything of every match all the while.
``THROWDOWN_CAMPAIGN=20 pytest tests/server/test_secrets.py`` plays twenty times as many matches.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import os
import random
import zipfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.server.conftest import Cluster
from tests.server.people import LIMITS, Guest, Line
from tests.server.serving import Serving

LARGER = int(os.environ.get("THROWDOWN_CAMPAIGN", "1"))
TABLES = 8
MATCHES = 13 * LARGER  # at each table
POLLERS = 4
KINDS = ("dice", "transcript", "replay")
RARELY = 0.03  # of all that is asked is an account, or what a person takes along
SET = {"kind": "number of games", "count": 99}


class Pair:
    """One table with its two people, who know which of its matches they have ended."""

    def __init__(self, table: str, guest: Guest, ann: Line, ben: Line, seed: int) -> None:
        self.table = table
        self.guest = guest
        self.lines = (ann, ben)
        self.rng = random.Random(seed)
        self.ended: dict[int, str] = {}  # by number of the match: the end of its result
        self.seals: dict[int, str] = {}
        self.ids: set[str] = set()
        self.plays_set = False

    async def start(self, number: int) -> None:
        """Both give their seeds and wait until match ``number`` is being played."""
        for line in self.lines:
            while line.table.get("match", 1) < number:
                await line.hear()
            await line.seed()
        for line in self.lines:
            while line.table.get("phase") != "playing" or not line.events:
                await line.hear()
            assert line.table.get("match", 1) == number
        first, second = (line.table for line in self.lines)
        assert first["match_id"] == second["match_id"]
        assert first["match_id"] not in self.ids
        self.ids.add(first["match_id"])
        self.seals[number] = first["commitment"]

    async def end(self, number: int) -> None:
        """One of them resigns; both are told that this match ended so."""
        await asyncio.sleep(self.rng.uniform(0, 0.02))
        loser = self.rng.randrange(2)
        self.ended[number] = f", seat {loser} resigned"
        line = self.lines[loser]
        answer = await line.ask(
            {"t": "resign", "request": next(Line.numbers), "match_id": line.table["match_id"]}
        )
        assert answer["t"] == "done", answer
        for line in self.lines:
            while line.table["phase"] != "over":
                await line.hear()
            assert line.table.get("match", 1) == number
            assert line.table["result"].endswith(self.ended[number]), (number, line.table["result"])
            if self.plays_set:
                assert line.table["series"]["played"] == (number - 1) % 99 + 1

    async def ask_again(self) -> None:
        """Both ask for another match, at the same moment."""
        votes = [
            line.ask({"t": "rematch", "request": next(Line.numbers), "match_id": line.table["match_id"]})
            for line in self.lines
        ]
        assert [answer["t"] for answer in await asyncio.gather(*votes)] == ["done", "done"]

    async def play(self, matches: int) -> None:
        for number in range(1, matches + 1):
            await self.start(number)
            await self.end(number)
            if number < matches:
                await self.ask_again()


@asynccontextmanager
async def table_of_two(servers: Sequence[Serving], seed: int) -> AsyncIterator[Pair]:
    """A table at which one sits through the first process and one through the last."""
    async with Guest(servers[0]) as ann, Guest(servers[0]) as ben:
        wishes = {"game": "duello", "plan": SET} if seed % 2 else {"game": "command-dice"}
        table = await ann.open(**wishes)
        assert (await ben.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
        async with ann.live(table) as first, ben.live(table, server=servers[-1]) as second:
            pair = Pair(table, ann, first, second, seed)
            pair.plays_set = bool(seed % 2)
            yield pair


class Poller:
    """Somebody who has the links of all tables, and asks for everything of the matches in play."""

    def __init__(self, server: Serving, pairs: Sequence[Pair], seed: int) -> None:
        self.server = server
        self.pairs = pairs
        self.rng = random.Random(seed)
        self.told = self.refused = self.taken = 0
        self.leaks: list[str] = []

    async def poll(self) -> None:
        async with httpx.AsyncClient(base_url=self.server.http, timeout=30, limits=LIMITS) as http:
            while True:
                pair, kind = self.rng.choice(self.pairs), self.rng.choice(KINDS)
                if self.rng.random() < RARELY:
                    await self.take_along(pair)
                    kind = "account"
                number = max(pair.ended, default=0) + 1
                answer = await http.get(f"/api/tables/{pair.table}/matches/{number}/{kind}")
                if answer.status_code == 200:
                    self.told += 1
                    if number not in pair.ended:
                        self.leaks.append(f"{kind} of match {number}")
                    elif kind == "dice":
                        secret = bytes.fromhex(answer.json()["secret"])
                        assert hashlib.sha256(secret).hexdigest() == pair.seals[number]
                else:
                    assert answer.status_code in (404, 409, 429), answer.text
                    self.refused += 1

    async def take_along(self, pair: Pair) -> None:
        """Look at what the person who opened the table may take along: matches that are over."""
        listed = await pair.guest.http.get("/api/me/matches")
        packed = await pair.guest.http.get("/api/me/transcripts", timeout=60)
        names: list[str] = []
        if packed.status_code == 200:
            names = zipfile.ZipFile(io.BytesIO(packed.content)).namelist()
        numbers = {int(name.removesuffix(".txt").rpartition("-")[2]) for name in names}
        numbers |= {one["number"] for one in listed.raise_for_status().json()}
        self.leaks += [f"match {number} taken along" for number in numbers - set(pair.ended)]
        self.taken += len(numbers)


async def campaign(servers: Sequence[Serving]) -> list[Poller]:
    """Play all matches while everything is asked for; the pollers, with what they were told."""
    tables = [table_of_two(servers, seed) for seed in range(TABLES)]
    pairs = [await table.__aenter__() for table in tables]
    pollers = [Poller(servers[seed % len(servers)], pairs, seed) for seed in range(POLLERS)]
    polling = [asyncio.create_task(poller.poll()) for poller in pollers]
    try:
        await asyncio.gather(*(pair.play(MATCHES) for pair in pairs))
    finally:
        for task in polling:
            task.cancel()
        ends = await asyncio.gather(*polling, return_exceptions=True)
        for table in tables:
            await table.__aexit__(None, None, None)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
    return pollers


@pytest.mark.parametrize("processes", [1, 2])
async def test_nothing_of_a_match_leaves_before_it_is_over_and_each_ends_as_itself(
    processes: int, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sqlite = f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.db'}"
    url = cluster.new_database() if processes > 1 else sqlite
    servers = [Serving(url, grace=60, seed_wait=5).start() for _ in range(processes)]
    pollers = await campaign(servers)
    assert [leak for poller in pollers for leak in poller.leaks] == []
    assert sum(poller.refused for poller in pollers) > TABLES * MATCHES / 2
    assert sum(poller.taken for poller in pollers)
    assert [server.stop() for server in servers] == [(0, "")] * processes
