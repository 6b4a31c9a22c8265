"""What was measured is kept until what is made of it is written."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_whole: ContextVar[list[Path] | None] = ContextVar("whole", default=None)


def done_with(file: Path) -> None:
    """``file`` keeps a whole measurement: it is deleted now, or at the end of a block of
    :func:`until_written`."""
    files = _whole.get()
    if files is None:
        file.unlink(missing_ok=True)
    else:
        files.append(file)


@contextmanager
def until_written() -> Generator[None]:
    """Measurements that are made within the block stay kept until it ends. Where it ends by an error or by
    Ctrl-C, as on a full disk, they stay, and the same command goes on from them."""
    files = list[Path]()
    token = _whole.set(files)
    try:
        yield
        for file in files:
            file.unlink(missing_ok=True)
    finally:
        _whole.reset(token)
