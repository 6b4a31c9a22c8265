"""``python -m bench engine``: prints the table and writes ``bench/results/engine.json``."""

from __future__ import annotations

import platform
from pathlib import Path

import msgspec
from rich.console import Console

from bench.engine import games, peers, solving
from bench.timing import Result, table

RESULTS = Path(__file__).parents[1] / "results" / "engine.json"


def main() -> None:
    console = Console()
    found: dict[str, list[Result]] = {}
    for title, measure in (
        ("Against peers, one core", peers.measure),
        ("Solving", solving.measure),
        ("Every game", games.measure),
    ):
        found[title] = measure()
        console.print(table(title, found[title]))
    RESULTS.parent.mkdir(exist_ok=True)
    report = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        **found,
    }
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    console.print(f"Written to {RESULTS.relative_to(RESULTS.parents[2])}")


if __name__ == "__main__":
    main()
