"""Matches and events as tables in CSV files."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from throwdown.kernel.errors import BadValue


def check(file: Path) -> Path:
    """``file`` itself; raises :class:`BadValue` for one that cannot be written as a table."""
    if file.suffix != ".csv":
        raise BadValue(f"{str(file)!r}: name a file that ends in .csv")
    if not file.parent.is_dir():
        raise BadValue(f"{str(file)!r}: there is no folder {str(file.parent)!r}")
    return file


def write(file: Path, columns: Sequence[str], rows: Iterable[Sequence[int | float | str]]) -> None:
    """Write a table with those columns; a file that is there is replaced when the new one is whole."""
    fresh = file.with_name(file.name + ".new")
    with fresh.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
    fresh.replace(file)
