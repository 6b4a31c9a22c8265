"""Printing the results of a bench and keeping them in ``bench/results/<name>.json``."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import Console

from bench.timing import Result, table

RESULTS = Path(__file__).parent / "results"


def report(name: str, found: Mapping[str, Sequence[Result]]) -> None:
    """Print a table for each title of ``found``, and write them all to one file."""
    console = Console()
    for title, results in found.items():
        console.print(table(title, results))
    RESULTS.mkdir(exist_ok=True)
    machine = platform.processor() or platform.machine()
    whole = {"machine": machine, "python": platform.python_version(), **found}
    (RESULTS / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n")
    console.print(f"Written to bench/results/{name}.json")
