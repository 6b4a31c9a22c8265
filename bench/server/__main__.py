"""``python -m bench server``: prints the tables and writes ``bench/results/server.json``.

Throwdown plays Command Dice, every move checked, its dice drawn, and durable in SQLite before it is
confirmed; boardgame.io counts to no end, in memory. Both speak to the same client over the loopback,
two connections a table, one move in flight a table, and take turns so that a busy machine slows both.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

import msgspec
from rich.console import Console

from bench.server.contestants import Contestant, Load, install, peer, throwdown
from bench.timing import Result, middle, table

RESULTS = Path(__file__).parents[1] / "results" / "server.json"
SECONDS = 4.0
ROUNDS = 9
MOST_MEMORY = 300.0  # megabytes with 100 tables


def in_turns(ours: Contestant, theirs: Contestant, tables: int) -> dict[str, list[Load]]:
    """Both measured ``ROUNDS`` times, alternating, after one round that does not count."""
    loads: dict[str, list[Load]] = {"throwdown": [], "boardgame.io": []}
    for counts in range(ROUNDS + 1):
        for name, server in (("throwdown", ours), ("boardgame.io", theirs)):
            load = server.load(tables, SECONDS)
            if counts:
                loads[name].append(load)
    return loads


def summary(loads: dict[str, list[Load]], *, compare: bool) -> list[Result]:
    """Medians of both with their spread, and where they are compared those of the rounds' ratios."""
    results: list[Result] = []
    for name, rounds in loads.items():
        for what, unit in (("rate", "moves/s"), ("p50", "ms"), ("p99", "ms"), ("cpu", "us/move")):
            results.append(middle(f"{name}: {what}", [getattr(load, what) for load in rounds], unit))
    if compare:
        pairs = list(zip(loads["throwdown"], loads["boardgame.io"], strict=True))
        results.append(middle("rate, ours by theirs", [a.rate / b.rate for a, b in pairs], "", 1.5))
        results.append(
            middle("p99, ours by theirs", [a.p99 / b.p99 for a, b in pairs], "", 1.0, at_most=True)
        )
        results.append(
            middle("cpu, ours by theirs", [a.cpu / b.cpu for a, b in pairs], "", 1.0, at_most=True)
        )
    return results


def measure() -> dict[str, list[Result]]:
    install()
    with throwdown() as ours, peer() as theirs:
        found = {
            "One table at a time": summary(in_turns(ours, theirs, 1), compare=False),
            "50 tables at once": summary(in_turns(ours, theirs, 50), compare=True),
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
