"""Two people at a table with fair dice, as programs that keep chains."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.fair.chained import Chained
from tests.server.people import PATIENCE, Guest
from tests.server.serving import Serving
from throwdown.arena.source import thrown_again
from throwdown.kernel import transcript

HAND = {"aim": 1.5, "strength": 62.0}  # how a die is thrown where people do that


class Two:
    """Two people at a table, each with a chain."""

    def __init__(self, table: str, guests: tuple[Guest, Guest], lines: tuple[Chained, Chained]) -> None:
        self.table = table
        self.guests = guests
        self.lines = lines
        self.rng = random.Random(1)

    async def begin(self) -> None:
        for line in self.lines:
            await line.next("table")
            await line.seed()
        for line in self.lines:
            await line.phase("playing")

    async def play(self, choices: int = 10_000) -> None:
        """Play on, whoever's turn it is; ends with the match."""
        for _ in range(choices):
            mover = await self.mover()
            if mover is None:
                return
            event = self.rng.choice(mover.legal)
            hand = {"hand": HAND} if event == mover.thrown else {}
            answer = await mover.ask({**mover.request(event), **hand})
            assert answer["t"] == "done", answer
            while mover.n < answer["n"]:
                await mover.hear()

    async def mover(self) -> Chained | None:
        """Whoever may act now; None once the match is over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for line in self.lines:
                    await line.listen()
                    if line.table.get("phase") == "over":
                        return None
                    if line.legal:
                        return line
                await asyncio.sleep(0.002)

    async def next_match(self, number: int) -> None:
        """Go on to the next match of a set, with new chains."""
        for line in self.lines:
            assert (await line.ask({"t": "rematch", "request": next(line.numbers)}))["t"] == "done"
        for line in self.lines:
            while line.table.get("match", 1) < number:
                await line.hear()
            await line.keep(line.length).seed()
        for line in self.lines:
            await line.phase("playing")

    async def told(self, number: int = 1) -> dict[str, Any]:
        answer = await self.guests[0].http.get(f"/api/tables/{self.table}/matches/{number}/dice")
        return answer.raise_for_status().json()

    async def transcript(self, number: int = 1) -> str:
        answer = await self.guests[0].http.get(f"/api/tables/{self.table}/matches/{number}/transcript")
        return answer.raise_for_status().text

    async def verified(self, number: int = 1) -> list[str]:
        return transcript.read(await self.transcript(number)).verify(thrown_again)


@asynccontextmanager
async def two(
    server: Serving, other: Serving | None = None, length: int = 64, **wishes: Any
) -> AsyncIterator[Two]:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open(**wishes)
        assert (await ben.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
        lines = [
            Chained(where, table, guest.cookie).keep(length)
            for where, guest in ((server, ann), (other or server, ben))
        ]
        async with lines[0] as one, lines[1] as two:
            yield Two(table, (ann, ben), (one, two))  # type: ignore[arg-type]


async def finished(sitting: Two) -> None:
    """Seat 0 gives up, so that all may be told."""
    line = sitting.lines[0]
    answer = await line.ask({"t": "resign", "request": next(line.numbers)})
    assert answer["t"] == "done"
    await line.phase("over")
