"""The process is killed at random moments; whatever it had confirmed is there again, and play goes on.

``python -m tests.server.crashes --kills 1000 --matches 200`` kills a server of its own so often, while people
play so many matches against bots, and prints how many events had been confirmed; the suite, nine times.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

from tests.server.people import Guest, Line
from tests.server.serving import Serving

AT_EACH = 10  # matches that one person plays, one after the other
LIFE = (0.1, 0.7)  # seconds between a start and the next kill


class Regular:
    """Somebody who plays at several tables against bots, reconnects after every crash, and remembers."""

    def __init__(self, guest: Guest, tables: list[str], seed: int) -> None:
        self.guest = guest
        self.tables = tables
        self.rng = random.Random(seed)
        self.confirmed: dict[str, dict[int, int]] = {table: {} for table in tables}
        self.unanswered: dict[str, dict[str, int]] = {}
        self.log: dict[str, dict[int, tuple[int, int | None]]] = {table: {} for table in tables}
        self.numbers = iter(range(1, 1_000_000))

    async def sit_down(self, server: Serving) -> None:
        """Begin every match."""
        for table in self.tables:
            async with self.guest.live(table, server=server) as line:
                await line.turn()

    async def play(self, server: Serving) -> None:
        """Play at one table after the other until the server is gone."""
        with suppress(WebSocketException, OSError, asyncio.TimeoutError, httpx.HTTPError):
            while True:
                table = self.rng.choice(self.tables)
                async with self.guest.live(table, server=server) as line:
                    await line.next("events")
                    await self.visit(line, table)

    async def visit(self, line: Line, table: str) -> None:
        """Look whether all that was confirmed is there, then make a few moves."""
        self.compare(line, table)
        for _ in range(self.rng.randrange(1, 6)):
            request = self.unanswered.pop(table, None)
            if request is None:
                if line.table["phase"] != "playing":
                    return
                legal = await line.turn()
                if not legal:  # the other's move has ended the match
                    return
                request = line.request(self.rng.choice(legal), next(self.numbers))
            self.unanswered[table] = request
            answer = await line.ask(request)
            del self.unanswered[table]
            if answer["t"] == "done":
                self.confirmed[table][answer["n"]] = request["event"]
                while line.n < answer["n"]:
                    await line.hear()
            self.compare(line, table)

    def compare(self, line: Line, table: str) -> None:
        """Nothing that was told or confirmed is gone or has become something else."""
        for n, entry in self.log[table].items():
            assert line.events.get(n) == entry, f"{table}: event {n} was {entry}"
        for n, event in self.confirmed[table].items():
            if n in line.events:
                assert line.events[n] == (0, event), f"{table}: confirmed event {n} was {event}"
            else:
                assert n > line.n, f"{table}: confirmed event {n} is gone"
        self.log[table] = dict(line.events)


async def campaign(database: str, kills: int, matches: int, seed: int = 50) -> list[int]:
    """How many events had been confirmed at each kill. Fails where one of them is gone or has changed."""
    rng = random.Random(seed)
    server = Serving(database, seed_wait=0, grace=600).start()
    regulars: list[Regular] = []
    for number in range(matches // AT_EACH):
        guest = await Guest(server).__aenter__()
        opened = [guest.open(bots={"1": "random"}) for _ in range(AT_EACH)]
        regulars.append(Regular(guest, await asyncio.gather(*opened), seed + number))
    await asyncio.gather(*(regular.sit_down(server) for regular in regulars))
    counts: list[int] = []
    for kill in range(kills):
        playing = asyncio.gather(*(regular.play(server) for regular in regulars))
        if kill % 3:  # two of three hit a server in the midst of play, one at any instant from its start
            await something_new(regulars, counts[-1] if counts else 0)
        await asyncio.sleep(rng.uniform(*LIFE))
        server.kill()
        await playing
        counts.append(confirmed(regulars))
        if kill % 100 == 99:
            print(f"{kill + 1} kills, {counts[-1]:,} events confirmed", flush=True)
        server = Serving(database, seed_wait=0, grace=600).start()
    await everything_is_there(regulars, server)
    assert counts[-1] > counts[0] > 0
    assert sum(after > before for before, after in pairwise(counts)) > kills // 2
    assert server.stop()[0] == 0
    for regular in regulars:
        await regular.guest.http.aclose()
    return counts


def confirmed(regulars: list[Regular]) -> int:
    """How many events have been confirmed so far."""
    return sum(len(each) for regular in regulars for each in regular.confirmed.values())


async def something_new(regulars: list[Regular], before: int) -> None:
    """Returns when more than ``before`` events have been confirmed."""
    async with asyncio.timeout(60):
        while confirmed(regulars) <= before:
            await asyncio.sleep(0.02)


async def everything_is_there(regulars: list[Regular], server: Serving) -> None:
    """Every table answers, holds every confirmed event, and play goes on."""
    deadline = time.monotonic() + 60
    for regular in regulars:
        for table in regular.tables:
            async with regular.guest.live(table, server=server) as line:
                await line.next("events")
                regular.compare(line, table)
                assert set(regular.confirmed[table]) <= set(line.events)
                if line.table["phase"] == "playing":
                    await regular.visit(line, table)
            assert time.monotonic() < deadline


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=50)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="throwdown-", dir="/tmp") as folder:
        url = f"sqlite:///{Path(folder) / 'games.db'}"
        counts = asyncio.run(campaign(url, wanted.kills, wanted.matches, wanted.seed))
    print(f"{len(counts)} kills lost none of {counts[-1]:,} confirmed events")


if __name__ == "__main__":
    main()
