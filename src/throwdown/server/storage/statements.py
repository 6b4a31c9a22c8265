"""Statements that are made often: handed to the driver as they are, in the transaction of a connection.

SQLAlchemy takes several times as long to look up how it has compiled a statement before, and to wrap what the
driver answers, as SQLite takes to carry it out, and holds Python's lock meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.selectable import Select


def execute(connection: Connection, text: str, values: Any, *, reads: bool = False) -> Any:
    """The driver's cursor after it has carried out ``text`` with ``values`` in the transaction that
    ``connection`` is in; ``reads``: there are rows to fetch. Raises the driver's own errors."""
    cursor = connection.connection.cursor()
    if connection.dialect.name == "sqlite" and not reads:
        # ``execute`` would hand Python's lock to another thread once more, to ask for the id of a new row.
        return cursor.executemany(text, (values,))
    cursor.execute(text, values)
    return cursor


class _Compiled(NamedTuple):
    """The text for a driver, with the names of its parameters in order where it takes them so, and the values
    of those that are never given."""

    text: str
    names: list[str] | None
    fixed: dict[str, Any]


class Statement:
    """A statement that is compiled once for each kind of database.

    What it is given and what it returns is not converted: numbers, texts, bytes and truth values alone.
    """

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._reads = isinstance(statement, Select)
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, **values: Any) -> Any:
        """The driver's cursor after the statement was carried out in the transaction that ``connection`` is
        in; raises the driver's own errors."""
        text, names, fixed = self._for(connection.dialect)
        given = {**fixed, **values}
        bound = given if names is None else [given[name] for name in names]
        return execute(connection, text, bound, reads=self._reads)

    def _for(self, dialect: Dialect) -> _Compiled:
        if dialect.name not in self._compiled:
            assert isinstance(self._statement, ClauseElement)
            compiled = self._statement.compile(dialect=dialect)
            assert isinstance(compiled, SQLCompiler)
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            self._compiled[dialect.name] = _Compiled(compiled.string, compiled.positiontup, fixed)
        return self._compiled[dialect.name]


class Rows:
    """A statement that takes any number of rows at once, as one array in JSON: a driver that is handed rows
    one by one lets the other threads run at each of them, and then has to wait for them."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """``texts`` by kind of database, each with one parameter."""
        self._texts = texts

    def run(self, connection: Connection, rows: Sequence[Any]) -> int:
        """Carry it out with ``rows`` in the transaction that ``connection`` is in; how many rows of the
        database it has made or changed. Raises the driver's own errors."""
        text = self._texts[connection.dialect.name]
        return execute(connection, text, (msgspec.json.encode(rows).decode(),)).rowcount
