"""Pages of results, each with its figures in a JSON file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from throwdown.kernel.errors import BadValue

T = TypeVar("T")


def check(page: Path) -> Path:
    """The file of the figures of ``page``; raises :class:`BadValue` for a file that cannot be a page."""
    if page.suffix != ".md" or not page.parent.is_dir():
        raise BadValue(f"{str(page)!r}: name a file that ends in .md, in a folder that is there")
    return page.with_suffix(".json")


def read(file: Path, kind: type[T], subject: str) -> T:
    """The figures that ``file`` holds, an empty ``kind`` where it is missing. Raises :class:`BadValue`, which
    names their ``subject``, for another file."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind) if file.exists() else kind()
    except msgspec.MsgspecError as error:
        raise BadValue(f"{str(file)!r} holds no figures of {subject}: {error}") from None
