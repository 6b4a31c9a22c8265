"""The servers, tables and people of a campaign, and how a round of it ends."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.campaign.history import Broken, History
from tests.campaign.lines import Between
from tests.campaign.people import LOST, Person, Server
from tests.server.conftest import Cluster
from tests.server.people import PATIENCE, Guest, Line
from tests.server.serving import Serving
from throwdown.kernel import transcript
from throwdown.kernel.match import Match

# Two people sit at each table, and somebody looks on. At the last ones seats may also act by the clock.
CLOSED: tuple[dict[str, Any], ...] = (
    {"game": "command-dice"},
    {"game": "command-dice", "patience": {"kind": "clock", "bank": 3600, "increment": 5, "late": "match"}},
    {"game": "duello", "plan": {"kind": "number of games", "count": 9}},
    {"game": "chicken", "values": {"throws": "thrown"}},
)
OPEN: tuple[dict[str, Any], ...] = ({"game": "quick-draw", "values": {"timing": "live"}},)
SETTLED = 60.0  # seconds until every table must be played at again after the last fault


class World:
    """So many servers of one database, with people at their tables."""

    def __init__(
        self, database: str, servers: int, folder: Path, cluster: Cluster | None, **settings: Any
    ) -> None:
        self.folder = folder
        self.cluster = cluster
        self.history = History()
        self.people: list[Person] = []
        self.rng = random.Random()
        self.between: dict[int, Between] = {}  # what stands between people and server k, where something does
        self.clock = folder / "clock"  # how many seconds the servers' clock is ahead
        self.clock.write_text("0")
        settings = {"seed_wait": 0.05, "grace": 3600.0, "wall": self.clock}
        self.servers = [Serving(database, **settings) for _ in range(servers)]
        self._down: set[int] = set()
        self._living: list[asyncio.Task[None]] = []

    async def start(self, k: int) -> None:
        await asyncio.to_thread(self.servers[k].start)
        self._down.discard(k)

    async def kill(self, k: int) -> None:
        self._down.add(k)
        await asyncio.to_thread(self.servers[k].kill)

    def where(self) -> Server:
        """A server that runs, for whoever connects."""
        running = [k for k in range(len(self.servers)) if k not in self._down]
        if not running:
            raise OSError("no server runs")
        k = self.rng.choice(running)
        return self.between.get(k, self.servers[k])

    async def settle_in(self, stack: AsyncExitStack) -> None:
        """Open the tables; everybody comes."""
        for wishes in (*CLOSED, *OPEN):
            guests = [await stack.enter_async_context(Guest(self.servers[0])) for _ in range(3)]
            table = await guests[0].open(bots={}, **{"seats": 2, **wishes})
            (await guests[1].post(f"/api/tables/{table}/sit", seat=1)).raise_for_status()
            for guest in guests:
                rng = random.Random(self.rng.random())
                self.people.append(Person(table, guest, self.history, self.where, rng))
        self._living = [asyncio.create_task(person.live()) for person in self.people]
        await self.goes_on()

    def fail_early(self) -> None:
        """Raises what ended somebody, who would be there for ever."""
        for living in self._living:
            if living.done():
                living.result()

    async def goes_on(self) -> None:
        """Wait until choices are made again at every table; raises :class:`Broken` where none is."""
        before = self._made()
        try:
            async with asyncio.timeout(SETTLED):
                while any(made <= then for made, then in zip(self._made(), before, strict=True)):
                    self.fail_early()
                    await asyncio.sleep(0.02)
        except TimeoutError:
            still = [
                table
                for table, made, then in zip(self._tables(), self._made(), before, strict=True)
                if made <= then
            ]
            raise Broken(f"nothing was played for {SETTLED:g} s at {self._described(still)}") from None

    def _described(self, tables: list[str]) -> str:
        return "; ".join(f"{person}" for person in self.people if person.table in tables)

    def _tables(self) -> list[str]:
        return list(dict.fromkeys(person.table for person in self.people))

    def _made(self) -> list[int]:
        """How many choices have been confirmed at each table."""
        return [
            sum(len(self.history.made.get(id, ())) for id in self._ids(table)) for table in self._tables()
        ]

    def _ids(self, table: str) -> dict[str, int]:
        """The matches of a table, by id, that somebody saw."""
        return {id: n for person in self.people if person.table == table for id, n in person.matches.items()}

    async def finish(self) -> int:
        """Everybody stops, the matches are given up, and all is checked: how many events that people were
        told agree with the logs. Raises :class:`Broken`."""
        self.fail_early()
        await self.leave()
        matches: dict[str, Match] = {}
        for table in self._tables():
            first = next(person for person in self.people if person.table == table)
            await self._give_up(table, first.guest)
            for id, number in self._ids(table).items():
                if id in self.history.seen:
                    matches[id] = await self._match(table, number, first.guest)
        closed = {id for table in self._tables()[: len(CLOSED)] for id in self._ids(table)}
        return self.history.check(matches, frozenset(closed))

    async def leave(self) -> None:
        """Everybody goes."""
        for living in self._living:
            living.cancel()
        await asyncio.gather(*self._living, return_exceptions=True)

    async def _give_up(self, table: str, guest: Guest) -> None:
        async with asyncio.timeout(SETTLED):
            while True:
                with suppress(*LOST):
                    async with guest.live(table, server=self.where()) as line:
                        await line.next("table")
                        if line.table["phase"] != "over":
                            await line.phase("playing")
                            await line.send({"t": "resign", "request": next(Line.numbers)})
                            await line.phase("over")
                        return

    async def _match(self, table: str, number: int, guest: Guest) -> Match:
        """A finished match as its transcript has it, which verifies."""
        path = f"/api/tables/{table}/matches/{number}/transcript"
        async with httpx.AsyncClient(
            base_url=self.where().http, cookies=guest.http.cookies, timeout=PATIENCE
        ) as http:
            read = transcript.read((await http.get(path)).raise_for_status().text)
        read.verify()
        return read.match


@asynccontextmanager
async def world(
    servers: int, cluster: Cluster | None, *, breaks_lines: bool, **settings: Any
) -> AsyncGenerator[World]:
    """A world over a new database, of PostgreSQL where there is a ``cluster``, put away in the end. People
    come through something that can break their lines off where the world ``breaks_lines``."""
    with tempfile.TemporaryDirectory(prefix="throwdown-campaign-", dir="/tmp") as folder:
        database = cluster.new_database() if cluster else f"sqlite:///{folder}/games.db"
        made = World(database, servers, Path(folder), cluster)
        async with AsyncExitStack() as stack:
            for k in range(servers):
                await made.start(k)
                stack.push_async_callback(made.kill, k)
                if breaks_lines:
                    made.between[k] = await Between(made.servers[k]).start()
                    stack.push_async_callback(made.between[k].stop)
            stack.push_async_callback(made.leave)
            await made.settle_in(stack)
            yield made
