"""Pages of results, each with its figures in a JSON file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import check_place, write_whole

T = TypeVar("T")


def check(page: Path) -> Path:
    """The file of the figures of ``page``; raises :class:`BadValue` for a file that cannot be a page, and for
    one that somebody has written without figures: it would be lost."""
    if page.suffix != ".md" or not page.parent.is_dir():
        raise BadValue(f"{str(page)!r}: name a file that ends in .md, in a folder that is there")
    check_place(page)
    figures = page.with_suffix(".json")
    if page.exists() and not figures.exists():
        raise BadValue(f"{str(page)!r} holds something else: there is no {figures.name!r} beside it")
    return figures


def read(file: Path, kind: type[T], subject: str) -> T:
    """The figures that ``file`` holds, an empty ``kind`` where it is missing. Raises :class:`BadValue`, which
    names their ``subject``, for another file."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind) if file.exists() else kind()
    except msgspec.MsgspecError as error:
        raise BadValue(f"{str(file)!r} holds no figures of {subject}: {error}") from None


def write(page: Path, figures: object, text: str, indent: int = 1) -> None:
    """Write ``page`` with ``text``, and its figures beside it, indented by so much (-1: in one line)."""
    write_figures(page.with_suffix(".json"), figures, indent)
    write_whole(page, text)


def write_figures(file: Path, figures: object, indent: int = 1) -> None:
    """Write the figures of a page into ``file``."""
    write_whole(file, msgspec.json.format(msgspec.json.encode(figures), indent=indent) + b"\n")
