"""Statements that are made often: handed to the driver as they are, in the transaction of a connection.

SQLAlchemy takes several times as long to look up how it has compiled a statement before, and to wrap what the
driver answers, as SQLite takes to carry it out, and holds Python's lock meanwhile.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement


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
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, **values: Any) -> Any:
        """The driver's cursor after the statement was carried out in the transaction that ``connection`` is
        in; raises the driver's own errors."""
        text, names, fixed = self._for(connection.dialect)
        given = {**fixed, **values}
        cursor = connection.connection.cursor()
        cursor.execute(text, given if names is None else [given[name] for name in names])
        return cursor

    def _for(self, dialect: Dialect) -> _Compiled:
        if dialect.name not in self._compiled:
            assert isinstance(self._statement, ClauseElement)
            compiled = self._statement.compile(dialect=dialect)
            assert isinstance(compiled, SQLCompiler)
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            self._compiled[dialect.name] = _Compiled(compiled.string, compiled.positiontup, fixed)
        return self._compiled[dialect.name]
