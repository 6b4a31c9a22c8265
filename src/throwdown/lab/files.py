"""Matches and events as tables in CSV and Parquet files."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import check_place, replacing

Cells = Sequence[int | float | str]
GROUP = 65_536  # rows that are written to a Parquet file at a time


def arrays_in(file: Path) -> Any:
    """The arrays that a .npz file holds, to be closed by ``with``. Raises :class:`ValueError` for a file of
    another kind; of such NumPy would say how it is unpickled, and nobody should."""
    if not file.is_dir() and not zipfile.is_zipfile(file):
        raise ValueError("it is no .npz file of arrays")
    return np.load(file, allow_pickle=False)


def check(file: Path) -> Path:
    """``file`` itself; raises :class:`BadValue` for one that cannot be written as a table."""
    if file.suffix not in (".csv", ".parquet"):
        raise BadValue(f"{str(file)!r}: name a file that ends in .csv or .parquet")
    if file.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise BadValue(f"{str(file)!r}: install throwdown[parquet] for Parquet, or name a .csv file")
    check_place(file)
    return file


def write(file: Path, columns: Sequence[str], rows: Iterable[Cells]) -> None:
    """Write a table with those columns, in the place of what is there."""
    with replacing(file) as fresh:
        (_write_parquet if file.suffix == ".parquet" else _write_csv)(fresh, columns, rows)


def _write_csv(file: Path, columns: Sequence[str], rows: Iterable[Cells]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def _write_parquet(file: Path, columns: Sequence[str], rows: Iterable[Cells]) -> None:
    """Columns have the types of the first rows; without any rows they have none."""
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    every = iter(rows)
    first: list[Cells] = list(islice(every, GROUP))
    groups = iter(lambda: list(islice(every, GROUP)), [])
    schema = arrow.table({name: [row[k] for row in first] for k, name in enumerate(columns)}).schema
    with parquet.ParquetWriter(file, schema) as out:
        for group in chain([first], groups):
            cells = {name: [row[k] for row in group] for k, name in enumerate(columns)}
            out.write_table(arrow.table(cells, schema=schema))
