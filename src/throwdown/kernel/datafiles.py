"""TOML files of games, each of which is decoded as one type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from throwdown.kernel.errors import BrokenGame, ThrowdownError

Kind = TypeVar("Kind")


class DataFile(Generic[Kind]):
    """How TOML files of one ``kind``, a type that msgspec decodes, are read. ``refusal`` makes the error for
    a file, by its name, that cannot be read, and why not.

    Make it at import: msgspec works a type out when it first meets it, which is done here, for of two threads
    that decode a type for the first time together one can crash.
    """

    def __init__(self, kind: type[Kind], refusal: Callable[[str, str], ThrowdownError] = BrokenGame) -> None:
        self._kind = kind
        self._refusal = refusal
        msgspec.json.Decoder(kind)

    def read(self, path: Path) -> Kind | None:
        """What the file at ``path`` says; None where there is none. Raises the refusal for one that is no
        UTF-8, no TOML, or says something else than its kind."""
        if not path.is_file():
            return None
        try:
            return msgspec.toml.decode(path.read_bytes(), type=self._kind)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self._refusal(path.name, str(error)) from None
