"""Files that are written whole: whoever reads one finds what was there before or all of what is new. And
files that people have edited, read.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from throwdown.kernel.errors import ThrowdownError


@contextmanager
def replacing(file: Path, mode: int = 0o666) -> Generator[Path]:
    """A new empty file beside ``file``, which takes its place when the block has ended; after an error it is
    removed, and ``file`` stays as it was. ``mode``: who may read and write it, as far as the process grants
    that. Of several processes that write one file at once, each has a new file of its own."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    try:
        yield fresh
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)


def write_whole(file: Path, content: bytes | str) -> None:
    """Put ``content`` into ``file``, text as UTF-8, in the place of what is there."""
    with replacing(file) as fresh:
        fresh.write_bytes(content.encode() if isinstance(content, str) else content)


def edited(file: Path) -> str:
    """The text of a file that a person has saved: UTF-8, with or without the mark that some editors put
    before it. Raises :class:`ThrowdownError` for a file that cannot be read or is none."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ThrowdownError(f"cannot read {str(file)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ThrowdownError(f"cannot read {str(file)!r}: it is no text in UTF-8") from None
