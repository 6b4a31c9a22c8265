"""Seconds to the first scene for who joins early and late in a match, and until 200 tables are served again
after a restart.

A match of KA'DICE! for eight is played at random and saved, with its snapshots, under as many ids as there
are tables. Everybody who joins is shown the scene, and asks for what was said before, as a browser does. The
first server that serves them finds them as after a kill, with 0 to 99 events since the last snapshot; it is
stopped as its owner does that, and the next one finds them as after a restart.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from bench.report import report
from bench.timing import Result
from throwdown.kernel.game import load
from throwdown.server.guests.identity import Guest
from throwdown.server.storage.store import EventRow, Store
from throwdown.server.table import between, playing, records, snapshots, tables
from throwdown.server.table.playing import Playing
from throwdown.server.table.snapshots import Snapshot
from throwdown.server.table.tables import TableRecord, Terms

GAME, SEATS = "kadice", 8
TERMS = Terms(listed=False, pace="quick")
EARLY, LATE, LONG = 100, 10_000, 3_000  # events
JOINS = 200  # of each kind
TABLES = 200  # that are served again
TRIES = 50
PATIENCE = 120.0  # seconds
SERVE = """
import json, sys
from throwdown.server.run import serve
from throwdown.server.settings import Settings
sys.exit(serve(Settings(**json.loads(sys.argv[1]))))
"""


class Saved(NamedTuple):
    """A match in play as it is saved."""

    table: TableRecord
    playing: Playing
    rows: list[EventRow]
    snapshot: Snapshot | None


def played(events: int) -> Saved:
    """A match of people who choose at random, after ``events`` events or a few more; one that is over before
    is played again."""
    for _ in range(TRIES):
        if saved := _played(events):
            return saved
    raise SystemExit(f"{TRIES} matches were over before {events} events")


def _played(events: int) -> Saved | None:
    rng, people = random.Random(events), [Guest(f"guest {seat}", f"Guest {seat}") for seat in range(SEATS)]
    table = tables.new_table(GAME, {}, SEATS, people[0], TERMS)
    for seat in range(1, SEATS):
        tables.sit(table, people[seat], seat)
    match = playing.start(table)
    rows = match.first_rows()
    between.begin(table)
    last: Snapshot | None = None
    while match.n < events:
        seat = rng.choice(match.match.awaited)
        made = match.make(playing.play(seat, rng.choice(match.match.legal_events(seat))))
        rows += match.rows(made, people[seat].id, match.n)
        last = match.due_snapshot() or last
        if match.match.over:
            return None
    return Saved(table, match, rows, last)


async def save(store: Store, saved: Saved) -> str:
    """Save the match at a table of its own; the table's id."""
    id = tables.new_match_id()
    fresh = tables.new_table(GAME, {}, SEATS, Guest("host", "Host"), TERMS)
    table = replace(saved.table, id=fresh.id, match_id=id)
    match = replace(saved.playing.record, id=id, table=table.id)
    await store.write(lambda connection: records.add_table(connection, table))
    await store.write(lambda connection: records.add_match(connection, match))
    await store.append([replace(row, match=id) for row in saved.rows])
    if saved.snapshot:
        snapshot = saved.snapshot
        await store.write(lambda connection: snapshots.save(connection, id, snapshot))
    return table.id


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(database: str, port: int) -> subprocess.Popen[bytes]:
    """A server as a person starts it, but for its limits by address: everybody here has the same one."""
    chosen = {"database": database, "port": port, "host": "127.0.0.1", "grace": 3600.0}
    limits = {"requests_a_second": 1e9, "requests_at_once": 10**9, "connections_each": 10**6}
    return subprocess.Popen([sys.executable, "-c", SERVE, json.dumps(chosen | limits)])


def stopped(server: subprocess.Popen[bytes]) -> None:
    server.send_signal(signal.SIGINT)
    server.wait(20)


class Joined(NamedTuple):
    """Milliseconds from connecting until the table is shown, and until it is told what was said before.
    ``used`` is what ``processor`` said when the table was shown."""

    shown: float
    told: float
    used: float


def nothing() -> float:
    """No processor time."""
    return 0.0


async def joined(port: int, table: str, processor: Callable[[], float] = nothing) -> Joined:
    began = time.perf_counter()
    async with asyncio.timeout(PATIENCE):
        async with connect(f"ws://127.0.0.1:{port}/api/tables/{table}/live", proxy=None) as line:
            steps = await told(line, "steps")
            shown, used = time.perf_counter(), processor()
            await line.send(json.dumps({"t": "earlier", "until": steps["since"]}))
            await told(line, "story")
            return Joined(1000 * (shown - began), 1000 * (time.perf_counter() - began), used)


async def told(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of that kind."""
    while True:
        for text in str(await line.recv()).split("\n"):
            if text.startswith(f'{{"t":"{kind}"'):
                return json.loads(text)


async def is_there(port: int) -> None:
    """Returns when the server answers."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.01)


async def join_again_and_again(database: str, found: dict[str, str]) -> dict[str, list[float]]:
    """Milliseconds of all joins by what was joined; the kinds take turns."""
    port = free_port()
    server = started(database, port)
    try:
        await is_there(port)
        for table in found.values():
            await joined(port, table)
        await asyncio.sleep(10)  # rules are made ready aside
        took: dict[str, list[float]] = {name: [] for name in found}
        for _ in range(JOINS):
            for name, table in found.items():
                took[name].append((await joined(port, table)).shown)
        return {name: sorted(each) for name, each in took.items()}
    finally:
        stopped(server)


def processor_seconds(server: subprocess.Popen[bytes]) -> float:
    """What the server has used so far, which a machine that is busy with other things hardly changes."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Restarted(NamedTuple):
    """Seconds from when a server was started until it answers, from then on until everybody sees their table,
    and until everybody is told what was said before; and the server's processor time until all see it."""

    answers: float
    shown: float
    told: float
    used: float


async def restart(database: str, served: list[str]) -> Restarted:
    port, began = free_port(), time.perf_counter()
    server = started(database, port)
    try:
        await is_there(port)
        there, used = time.perf_counter(), processor_seconds(server)
        joining = (joined(port, table, partial(processor_seconds, server)) for table in served)
        last = [max(times) for times in zip(*await asyncio.gather(*joining), strict=True)]
        return Restarted(there - began, last[0] / 1000, last[1] / 1000, last[2] - used)
    finally:
        stopped(server)


async def measure(folder: Path) -> dict[str, list[Result]]:
    load(GAME).compile()
    database = f"sqlite:///{folder / 'games.db'}"
    store = Store(database)
    kinds = {f"at event {n:,}": await save(store, played(n)) for n in (EARLY, LATE)}
    long = [played(LONG + more) for more in (0, 25, 50, 75)]
    served = [await save(store, long[table % len(long)]) for table in range(TABLES)]
    await store.close()
    joins: list[Result] = []
    for name, took in (await join_again_and_again(database, kinds)).items():
        joins.append(Result(f"{name}, median", took[len(took) // 2], "ms"))
        joins.append(
            Result(f"{name}, 99th percentile", took[len(took) * 99 // 100], "ms", 50.0, at_most=True)
        )
    killed = await restart(database, served)
    restarted = await restart(database, served)
    return {
        f"Joining a match ({JOINS} times each)": joins,
        f"{TABLES} tables of {LONG:,} events served again": [
            Result("shown, after the restarted server answers", restarted.shown, "s", 3.0, at_most=True),
            Result("the server's processor time until shown", restarted.used, "s"),
            Result("told what was said before", restarted.told, "s"),
            Result("the server answers, after its start", restarted.answers, "s"),
            Result("shown, after a kill", killed.shown, "s"),
        ],
    }


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="throwdown-", dir="/tmp") as folder:
        report("joins", asyncio.run(measure(Path(folder))))


if __name__ == "__main__":
    main()
