"""``python -m bench server``: prints the tables and writes ``bench/results/server.json``.

Throwdown plays Command Dice, every move checked, its dice drawn, and durable in SQLite before it is
confirmed; boardgame.io counts to no end, in memory, by each version of Node that is here: the locked one, and
the machine's own. All speak to the same client over the loopback, two connections a table, one move in flight
a table, and take turns so that a busy machine slows all of them.
"""

from __future__ import annotations

import os
import platform
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console

from bench.server.contestants import Contestant, Load, install, nodes, peer, throwdown
from bench.timing import Result, in_turns, middle, table

RESULTS = Path(__file__).parents[1] / "results" / "server.json"
SECONDS = 4.0
ROUNDS = 9
MOST_MEMORY = 300.0  # megabytes with 100 tables
OURS, PEER = "throwdown", "boardgame.io"


def summary(loads: dict[str, list[Load]]) -> list[Result]:
    """Medians of all with their spread."""
    return [
        middle(f"{name}: {what}", [getattr(load, what) for load in rounds], unit)
        for name, rounds in loads.items()
        for what, unit in (("rate", "moves/s"), ("p50", "ms"), ("p99", "ms"), ("cpu", "us/move"))
    ]


def compared(loads: dict[str, list[Load]]) -> list[Result]:
    """Medians of the rounds' ratios, with their spread."""
    results: list[Result] = []
    for name, theirs in loads.items():
        if name != OURS:
            pairs = list(zip(loads[OURS], theirs, strict=True))
            for what, target in (("rate", 1.5), ("p99", 1.0), ("cpu", 1.0)):
                ratios = [getattr(a, what) / getattr(b, what) for a, b in pairs]
                results.append(middle(f"{what}, ours by {name}", ratios, "", target, at_most=what != "rate"))
    return results


def loads_of(servers: dict[str, Contestant], tables: int) -> dict[str, list[Load]]:
    """What each server does at so many tables, in turns."""
    return in_turns({name: partial(each.load, tables, SECONDS) for name, each in servers.items()}, ROUNDS)


def measure() -> dict[str, list[Result]]:
    install()
    with ExitStack() as running:
        servers = {OURS: running.enter_context(throwdown())}
        for version, program in nodes().items():
            servers[f"{PEER}, Node {version}"] = running.enter_context(peer(program))
        at_once = loads_of(servers, 50)
        found = {
            "50 tables at once": [*summary(at_once), *compared(at_once)],
            "One table at a time": summary(loads_of(servers, 1)),
        }
    with throwdown() as ours:
        ours.load(100, SECONDS)
        memory = Result("peak memory with 100 tables", ours.peak, "MB", target=MOST_MEMORY, at_most=True)
    return {**found, "Memory": [memory]}


def main() -> None:
    console = Console()
    found = measure()
    for title, results in found.items():
        console.print(table(title, results))
    RESULTS.parent.mkdir(exist_ok=True)
    report = {
        "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "rounds": ROUNDS,
        "python": platform.python_version(),
        **found,
    }
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    console.print(f"Written to {RESULTS.relative_to(RESULTS.parents[2])}")


if __name__ == "__main__":
    main()
