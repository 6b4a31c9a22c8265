"""A server with as many tables and connections as it allows: how long its event loop is held, what moves cost
at the tables in play, and how much memory it takes.

``python -m tests.server.crowd --tables 1000 --idle 5000 --playing 200 --seconds 60`` opens the tables,
spreads the idle connections over them, plays at some of them for so many seconds, and prints
what it measured. Players think for ``--pause`` seconds on average, exponentially distributed.
Connections come and go meanwhile, so that there is something for a search for garbage.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from tests.server.people import Guest, Line
from tests.server.serving import Serving
from tests.server.watchdog import NOTED, longest

AT_ONCE = 50  # connections that are opened together
PAUSE = 2.0  # seconds that a player thinks, on average; most people take longer
GOING = 20  # connections a second that end, each followed by another


class Outcome(NamedTuple):
    """``held`` as in :mod:`tests.server.hostile`; ``moves`` are milliseconds from a wish to its answer,
    sorted; ``memory`` is that of the server in bytes."""

    held: float
    doing: str
    moves: list[float]
    memory: int

    def at(self, share: float) -> float:
        """The milliseconds that this share of the moves took at most."""
        return self.moves[min(len(self.moves) - 1, int(share * len(self.moves)))]


class Crowd:
    def __init__(self, server: Serving, tables: int, idle: int, playing: int, pause: float = PAUSE) -> None:
        self.server, self.pause = server, pause
        self.tables, self.idle, self.playing = tables, idle, playing
        self.moves: list[float] = []
        self.until = 0.0

    async def run(self, seconds: float, report: Path) -> Outcome:
        async with AsyncExitStack() as stack:
            ada = await stack.enter_async_context(Guest(self.server))
            nils = await stack.enter_async_context(Guest(self.server))
            ids = [await ada.open() for _ in range(self.tables)]
            players = await self._sit(stack, ids[: self.playing], ada, nils)
            lines = await self._look_on(ids)
            print(
                f"{len(ids)} tables, {len(lines)} idle connections, {len(players)} tables in play", flush=True
            )
            report.write_text("")
            self.until = time.monotonic() + seconds
            await asyncio.gather(self._come_and_go(ids, lines), *(self._play(*pair) for pair in players))
            memory = self.server.memory()
            held, doing = longest(report)
            for k in range(0, len(lines), AT_ONCE):
                await asyncio.gather(*(line.close() for line in lines[k : k + AT_ONCE]))
        return Outcome(held, doing, sorted(self.moves), memory)

    async def _sit(
        self, stack: AsyncExitStack, ids: list[str], ada: Guest, nils: Guest
    ) -> list[tuple[Line, Line]]:
        players: list[tuple[Line, Line]] = []
        for id in ids:
            (await nils.post(f"/api/tables/{id}/sit", seat=1)).raise_for_status()
            pair = ada.live(id), nils.live(id)
            for line in pair:
                await stack.enter_async_context(line)
                await line.seed()
            players.append(pair)
        return players

    async def _look_on(self, ids: list[str]) -> list[ClientConnection]:
        lines: list[ClientConnection] = []
        for first in range(0, self.idle, AT_ONCE):
            batch = [ids[k % len(ids)] for k in range(first, min(self.idle, first + AT_ONCE))]
            lines += await asyncio.gather(*(self._line(id) for id in batch))
        return lines

    async def _line(self, id: str) -> ClientConnection:
        line = await connect(f"{self.server.ws}/api/tables/{id}/live", proxy=None, max_queue=None)
        await line.recv()
        return line

    async def _come_and_go(self, ids: list[str], lines: list[ClientConnection]) -> None:
        rng = random.Random(1)
        while time.monotonic() < self.until:
            await asyncio.sleep(1 / GOING)
            at = rng.randrange(len(lines))
            await lines[at].close()
            lines[at] = await self._line(rng.choice(ids))

    async def _play(self, one: Line, other: Line) -> None:
        await asyncio.sleep(random.uniform(0, self.pause))
        rng = random.Random(one.url)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + self.until - time.monotonic()):
                await asyncio.gather(self._choose(one, rng), self._choose(other, rng))

    async def _choose(self, line: Line, rng: random.Random) -> None:
        while legal := await line.turn():
            await asyncio.sleep(rng.expovariate(1 / self.pause))
            began = time.perf_counter()
            answer = await line.ask(line.request(rng.choice(legal)))
            self.moves.append(1000 * (time.perf_counter() - began))
            while answer["t"] == "done" and line.n < answer["n"]:
                await line.hear()


def crowd(
    database: str, report: Path, tables: int, idle: int, playing: int, seconds: float, pause: float = PAUSE
) -> tuple[Outcome, tuple[int, str]]:
    """Start a server, fill it, and stop it; the outcome, and with which code and words it ended."""
    report.touch()
    server = Serving(database, watched=str(report), grace=600.0, connections_each=10**6).start()
    try:
        outcome = asyncio.run(Crowd(server, tables, idle, playing, pause).run(seconds, report))
    finally:
        end = server.stop()
    return outcome, end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--idle", type=int, default=5000)
    parser.add_argument("--playing", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=PAUSE)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="throwdown-", dir="/tmp") as name:
        url = f"sqlite:///{Path(name) / 'games.db'}"
        report = Path(name) / "report"
        outcome, end = crowd(
            url, report, wishes.tables, wishes.idle, wishes.playing, wishes.seconds, wishes.pause
        )
    held = f"{1000 * outcome.held:.0f} ms" if outcome.held else f"less than {1000 * NOTED:.0f} ms"
    print(f"the event loop was held for {held} at most {outcome.doing}")
    print(
        f"{len(outcome.moves)} moves: median {statistics.median(outcome.moves):.1f} ms, "
        f"99 of 100 within {outcome.at(0.99):.1f} ms"
    )
    print(f"{outcome.memory / 2**20:.0f} MB of memory; the server ended with {end}")


if __name__ == "__main__":
    main()
