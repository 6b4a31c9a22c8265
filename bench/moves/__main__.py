"""``python -m bench moves``: where the processor time of a move goes inside the server, without a network.

One process plays Command Dice at 50 tables, random legal choices by two people each, as ``bench server``
does. What is said is handed to the tables' readers, and what is told is read where a socket would write it;
all else is the server's own, with SQLite in a file and full syncs. Prints medians over ``ROUNDS`` rounds of
``MOVES`` moves with their spread, and writes ``bench/results/moves.json``.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
from functools import partial
from typing import Any

import msgspec
import uvloop

import throwdown
from bench.report import report
from bench.timing import Result, middle
from throwdown.server.app import make_app
from throwdown.server.guests.identity import new_guest
from throwdown.server.hall import Hall
from throwdown.server.settings import Settings
from throwdown.server.storage.store import Store
from throwdown.server.table import tables
from throwdown.server.table.audience import Viewer
from throwdown.server.web.live import Reader
from throwdown.server.work import garbage

TABLES, MOVES, ROUNDS, WARM_UP = 50, 3000, 9, 500
GAME = "command-dice"
PATIENCE = 60.0  # seconds at most for a round

decode = msgspec.json.Decoder().decode


class Meter:
    """Counts moves, and measures the processor time of the writer's thread and of searches for garbage."""

    def __init__(self, store: Store) -> None:
        self.moves = self.events = self.commits = 0
        self.writing = self.searching = 0.0  # seconds
        self.until = 0
        self.reached = asyncio.Event()
        self._began = 0.0
        self._commit, store._commit = store._commit, self._measured
        gc.callbacks.append(self._searched)

    def _measured(self, jobs: Any) -> Any:
        began = time.thread_time()
        outcomes = self._commit(jobs)
        self.writing += time.thread_time() - began
        self.commits += 1
        return outcomes

    def _searched(self, phase: str, _info: object) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.searching += time.thread_time() - self._began

    def figures(self) -> dict[str, float]:
        """What has been counted so far, times in microseconds."""
        return {
            "process": 1e6 * time.process_time(),
            "event loop": 1e6 * time.thread_time(),
            "writer": 1e6 * self.writing,
            "garbage": 1e6 * self.searching,
            "events": self.events,
            "commits": self.commits,
            "moves": self.moves,
        }


class Seat:
    """Somebody at a table, as far as they have been told of the match."""

    def __init__(self) -> None:
        self.hear: Any = None
        self.n = 0
        self.legal: list[int] = []
        self.waits = False
        self.commitment = self.over = ""


class Two:
    """Two people at one table who choose at random, one move in flight."""

    def __init__(self, meter: Meter, draw: random.Random) -> None:
        self.seats = Seat(), Seat()
        self._meter, self._draw = meter, draw
        self._request = self._reached = 0

    def move(self) -> None:
        """Choose, where one of the two can and nothing is on its way."""
        behind, ahead = sorted(self.seats, key=lambda seat: seat.n)
        if ahead.n < self._reached or ahead.waits or behind.waits:
            return
        if behind.n < ahead.n and (ahead.legal or not behind.legal):
            return  # of a secret choice nobody else is told before they have chosen too
        seat = behind if behind.legal else ahead
        if not seat.legal:
            return
        if self._meter.moves >= self._meter.until:
            self._meter.reached.set()
            return
        seat.waits = True
        self._say(seat, t="play", event=self._draw.choice(seat.legal), after=seat.n)

    def told(self, seat: Seat, text: bytes) -> bool:
        """Read what a socket would write to ``seat``; True, for it could be written."""
        for line in text.split(b"\n"):
            self._hear(seat, decode(line))
        self.move()
        return True

    def _hear(self, seat: Seat, message: dict[str, Any]) -> None:
        match message:
            case {"t": "done", "n": n} if seat.waits:
                seat.waits, self._reached = False, n
                self._meter.moves += 1
            case {"t": "events"}:
                seat.n = message["after"] + len(message["events"])
                seat.legal = message["legal"]
                self._meter.events += len(message["events"])
            case {"t": "refused", "why": why}:
                raise RuntimeError(why)
            case {"phase": "over", "match_id": over} if seat.over != over:
                seat.over, seat.n, seat.legal, self._reached = over, 0, [], 0
                self._say(seat, t="rematch")
            case {"phase": "waiting", "you": _, "commitment": commitment} if seat.commitment != commitment:
                seat.commitment, seat.n = commitment, 0
                asyncio.get_running_loop().call_soon(seat.hear, '{"t":"seed","seed":"5eed"}')
            case _:
                pass

    def _say(self, seat: Seat, **message: Any) -> None:
        self._request += 1
        text = msgspec.json.encode({**message, "request": self._request}).decode()
        asyncio.get_running_loop().call_soon(seat.hear, text)


async def nowhere(_message: object) -> None:
    """What is pumped to a connection that takes no text at once: nothing, for these take all."""


async def open_table(hall: Hall, meter: Meter, draw: random.Random) -> Two:
    """A table with two people who look on."""
    two, guests = Two(meter, draw), (new_guest(), new_guest())
    terms = tables.Terms(listed=False, pace="quick", plan=None)
    table = tables.new_table(GAME, throwdown.load(GAME).check({}, 2), 2, guests[0], terms)
    await hall.add(lambda: table)
    room = await hall.room(table.id)
    for seat, guest in zip(two.seats, guests, strict=True):
        viewer = Viewer(guest, True, nowhere, hall.backlog)
        viewer.write = partial(two.told, seat)
        seat.hear = Reader(room, viewer).hear
        await room.ask(partial(room.join, viewer))
    await room.change(lambda record: tables.sit(record, guests[1], 1))
    return two


async def play(meter: Meter, pairs: list[Two], moves: int) -> dict[str, float]:
    """The figures of so many moves, each by move."""
    meter.until, meter.reached = meter.moves + moves, asyncio.Event()
    before = meter.figures()
    for two in pairs:
        two.move()
    async with asyncio.timeout(PATIENCE):
        await meter.reached.wait()
    after = meter.figures()
    made = after["moves"] - before["moves"]
    return {name: (after[name] - before[name]) / made for name in after}


async def measure(folder: str) -> list[dict[str, float]]:
    throwdown.load(GAME).compile()
    many = 10**9
    settings = Settings(
        database=f"sqlite:///{folder}/games.db",
        compile_aside=False,
        messages_a_second=many,
        messages_at_once=many,
        grace=3600.0,
        seed_wait=60.0,
    )
    store = Store(settings.database)
    app = make_app(settings, store)
    async with app.lifespan():
        meter, draw = Meter(store), random.Random(7)
        pairs = [await open_table(app.state["hall"], meter, draw) for _ in range(TABLES)]
        garbage.keep_short()
        await play(meter, pairs, WARM_UP)
        return [await play(meter, pairs, MOVES) for _ in range(ROUNDS)]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rounds = uvloop.run(measure(folder))
    units = {"events": "told a move", "commits": "a move"}
    names = [name for name in rounds[0] if name != "moves"]
    results: list[Result] = [
        middle(name, [one[name] for one in rounds], units.get(name, "us/move")) for name in names
    ]
    report("moves", {f"A move, {ROUNDS} rounds of {MOVES}": results})


if __name__ == "__main__":
    main()
