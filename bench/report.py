"""Printing the results of a bench and keeping them in ``bench/results/<name>.json``."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from bench.timing import Result, table

RESULTS = Path(__file__).parent / "results"


def report(name: str, found: Mapping[str, Sequence[Result]], others: Sequence[str] = ()) -> None:
    """Print a table for each title of ``found``, and write them all to one file. What an earlier run on such
    a machine measured under ``others``, titles too, stays in it where it was not measured anew."""
    console = Console()
    for title, results in found.items():
        console.print(table(title, results))
    RESULTS.mkdir(exist_ok=True)
    machine = platform.processor() or platform.machine()
    made = {"machine": machine, "python": platform.python_version()}
    path = RESULTS / f"{name}.json"
    before = msgspec.json.decode(path.read_bytes(), type=dict[str, Any]) if path.exists() else {}
    if made.items() <= before.items():
        found = {**{title: before[title] for title in others if title in before}, **found}
    path.write_bytes(msgspec.json.format(msgspec.json.encode({**made, **found}), indent=1) + b"\n")
    console.print(f"Written to bench/results/{name}.json")
