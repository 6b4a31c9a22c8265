"""Files that are written whole: whoever reads one finds what was there before or all of what is new. And
files that people have edited, read.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from throwdown.kernel.errors import BadValue, ThrowdownError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # there is no more room for a file


@contextmanager
def replacing(file: Path, mode: int = 0o666) -> Generator[Path]:
    """A new empty file beside ``file``, which takes its place when the block has ended; after an error it is
    removed, and ``file`` stays as it was. ``mode``: who may read and write it, as far as the process grants
    that. Of several processes that write one file at once, each has a new file of its own. An OSError is one
    of ``file``."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
    with naming(file, fresh):
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        try:
            yield fresh
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)


@contextmanager
def naming(file: Path, fresh: Path | None = None) -> Generator[None]:
    """What is raised of a full disk within, of which Python tells no name, or of ``fresh``, which ``file`` is
    written in, is raised as an OSError of ``file``."""
    try:
        yield
    except OSError as error:
        is_full = error.filename is None and error.errno in FULL
        if error.errno and (is_full or (fresh and str(error.filename) == str(fresh))):
            raise OSError(error.errno, os.strerror(error.errno), str(file)) from error
        raise


def write_whole(file: Path, content: bytes | str) -> None:
    """Put ``content`` into ``file``, text as UTF-8, in the place of what is there. A device or a pipe stays
    what it is, and is written to."""
    written = content.encode() if isinstance(content, str) else content
    if _takes_what_comes(file):
        with naming(file):
            file.write_bytes(written)
        return
    with replacing(file) as fresh:
        fresh.write_bytes(written)


def _takes_what_comes(file: Path) -> bool:
    """Whether ``file`` is a device or a pipe, such as ``/dev/null``, which no file may take the place of."""
    return file.exists() and not file.is_file() and not file.is_dir()


def check_place(file: Path) -> None:
    """Raises :class:`BadValue` for a file that cannot be written where it is to be: known before the work
    whose result it is to hold."""
    folder = file.parent
    if _takes_what_comes(file):
        return
    if not folder.is_dir():
        raise BadValue(f"{str(file)!r}: there is no folder {str(folder)!r}")
    if file.is_dir():
        raise BadValue(f"{str(file)!r} is a folder: name a file")
    if not os.access(folder, os.W_OK):
        raise BadValue(f"{str(file)!r}: nothing can be written in the folder {str(folder)!r}")


def edited(file: Path) -> str:
    """The text of a file that a person has saved: UTF-8, with or without the mark that some editors put
    before it. Raises :class:`ThrowdownError` for a file that cannot be read or is none."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ThrowdownError(f"cannot read {str(file)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ThrowdownError(f"cannot read {str(file)!r}: it is no text in UTF-8") from None
