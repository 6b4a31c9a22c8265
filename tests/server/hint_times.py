"""How long the first hint at a table takes, on a server that has just started and has counted none yet.

    python -m tests.server.hint_times                # every game
    python -m tests.server.hint_times duello         # one

For each game a server is started, and at a table with a bot the first choice among several is asked about at
once: no process that counts is there yet. A second server starts one as soon as somebody plays, as servers
do, and is asked after a moment in which a person looks at the table. Then the choice is made while the hint
is still being counted, and what the counting processes use of the processor in the second after is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import throwdown
from tests.server import people
from tests.server.people import Guest, Line
from tests.server.serving import Serving
from throwdown.bots import warm
from throwdown.study.adviser import COMMAND

MOST = 3.0  # seconds until a first answer
CUT_OFF = 0.3  # seconds of processor time that may be used in the second after the choice
LOOK = 3.0  # seconds that a person looks at a table before asking
FIVE = ("command-dice", "duello", "kadice", "dardz", "kadoova-duel")
FURTHER = 12 + 24  # playouts beyond which the process goes on that has the idle time

people.PATIENCE = 90.0


def counting(server: int) -> Iterator[Path]:
    """The processes that count hints, children of that one."""
    for each in Path("/proc").glob("[0-9]*"):
        try:
            command = (each / "cmdline").read_bytes()
            parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if COMMAND[-1].encode() in command and parent == server:
            yield each


def processor_time(server: int) -> float:
    stats = [(each / "stat").read_text().rpartition(")")[2].split() for each in counting(server)]
    ticks = sum(int(user) + int(system) for user, system in (stat[11:13] for stat in stats))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(server: int) -> float:
    pages = sum(int((each / "statm").read_text().split()[1]) for each in counting(server))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def first_answer(line: Line) -> float:
    """Seconds until a hint for the next choice among several is told."""
    while True:
        while len(await line.turn()) < 2:
            await line.play()
        began = time.perf_counter()
        asked = await line.ask({"t": "hint", "request": next(Line.numbers), "after": line.n})
        if asked["t"] == "refused":  # such as in a live race, where there are no hints
            await line.play()
        elif "refused" not in await line.next("advice"):  # as it is once another seat has played meanwhile
            return time.perf_counter() - began


async def used_after_the_choice(line: Line, server: int) -> float:
    """Seconds of processor time in the second after a choice that was still being counted."""
    await line.until(
        lambda one: one["t"] == "advice" and (one.get("playouts", 0) > FURTHER or one.get("done", False))
    )
    await line.play()
    before = processor_time(server)
    await asyncio.sleep(1)
    return processor_time(server) - before


async def times(server: Serving, game: str, look: float) -> tuple[float, float, float]:
    """Seconds to a first answer, of processor time after the choice, and megabytes of who counts."""
    pid = server.process.pid or 0
    async with Guest(server) as ada:
        table = await ada.open(game=game, bots={"1": "greedy"})
        async with ada.live(table) as line:
            await line.turn()
            await asyncio.sleep(look)
            first = await first_answer(line)
            return first, await used_after_the_choice(line, pid), memory(pid)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=FIVE)
    wrong = 0
    for key in parser.parse_args().games:
        warm(throwdown.load(key))
        for look, what in ((0.0, "without a process"), (LOOK, "with one that was prepared")):
            with tempfile.TemporaryDirectory() as folder:
                server = Serving(f"sqlite:///{folder}/games.db", hints_ahead=bool(look)).start()
                first, after, held = asyncio.run(times(server, key, look))
                server.stop()
            wrong += first > MOST or after > CUT_OFF
            print(
                f"{key}: first hint {what} {first:.2f} s, {after:.2f} s of processor time in the second "
                f"after the choice, {held:.0f} MB",
                flush=True,
            )
    print(f"load {os.getloadavg()[0]:.1f}; over {MOST:g} s, or counted on: {wrong}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
