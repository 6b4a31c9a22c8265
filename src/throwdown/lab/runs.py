"""Long measurements in pieces: shared out over cores, kept as they come, and gone on with after a stop.

A piece depends on its number and on what was asked alone, and results are put together in the order of their
numbers: so they are the same however many cores there are, and however often a measurement was broken off.
"""

from __future__ import annotations

import hashlib
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
import platformdirs

from throwdown.kernel.errors import BadValue, ThrowdownError
from throwdown.kernel.files import naming, write_whole
from throwdown.lab.cluster import joined
from throwdown.lab.unwritten import done_with

R = TypeVar("R", bound=msgspec.Struct)


class Stopped(ThrowdownError):
    """A measurement was broken off; what it had is kept."""


class Kept(Generic[R]):
    """The results of a measurement so far, in a file of JSON lines: what was asked, then one for each piece.

    A last line that was cut off when the process was killed is left out.

    Raises :class:`BadValue` for a file that holds another measurement, or none.
    """

    def __init__(self, file: Path, asked: dict[str, Any], kind: type[R]) -> None:
        self.file = file
        self.results: dict[int, R] = {}
        asked = msgspec.json.decode(msgspec.json.encode(asked))
        content = file.read_bytes() if file.exists() else b""
        lines = content.split(b"\n")[:-1]
        head = msgspec.json.encode(asked)
        if lines:
            self._read(lines, asked, kind)
        elif not head.startswith(content):
            raise BadValue(f"{str(file)!r} holds no measurement: name another file")
        file.parent.mkdir(parents=True, exist_ok=True)
        whole = b"".join(line + b"\n" for line in (lines or [head]))
        if whole != content:  # not where it is whole: another process may be adding to it
            write_whole(file, whole)
        self._open = file.open("ab")

    def _read(self, lines: list[bytes], asked: dict[str, Any], kind: type[R]) -> None:
        try:
            if msgspec.json.decode(lines[0]) != asked:
                raise BadValue(f"{str(self.file)!r} holds another measurement: name another file")
            for line in lines[1:]:
                number, raw = msgspec.json.decode(line, type=tuple[int, msgspec.Raw])
                self.results[number] = msgspec.json.decode(raw, type=kind)
        except msgspec.MsgspecError as error:
            raise BadValue(f"{str(self.file)!r} holds no measurement: {error}") from None

    def add(self, number: int, result: R) -> bool:
        """Keep the result of a piece. One that is kept already is not counted again: False."""
        if number in self.results:
            return False
        self.results[number] = result
        with naming(self.file):
            self._open.write(_line(number, result) + b"\n")
            self._open.flush()
        return True

    def close(self) -> None:
        """Close the file."""
        with naming(self.file):
            self._open.close()


def _line(number: int, result: msgspec.Struct) -> bytes:
    return msgspec.json.encode((number, result))


def keeping_place(asked: dict[str, Any]) -> Path:
    """Where a measurement is kept that was given no file: in the user's cache folder, by what was asked."""
    home = os.environ.get("THROWDOWN_CACHE") or platformdirs.user_cache_path("throwdown")
    digest = hashlib.sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()[:24]
    return Path(home) / "lab" / f"{digest}.jsonl"


class Running(NamedTuple):
    """How a measurement is carried out, which changes none of its figures. Its results are kept in the file
    ``keep``, by default until its end in the user's cache folder; it runs on so many ``cores``, by default
    all; ``progress`` is told how many more pieces are done."""

    keep: Path | None = None
    cores: int | None = None
    progress: Callable[[int], None] | None = None


def measure(
    work: Callable[[int], R],
    pieces: int,
    kind: type[R],
    asked: dict[str, Any],
    running: Running = Running(),  # noqa: B008 - a tuple, which nothing changes
    *,
    threads: bool = False,
) -> list[R]:
    """The results of ``work(0)`` to ``work(pieces - 1)``, in that order; those that the file of ``running``
    holds already are not made again.

    ``work`` runs in processes, or in ``threads`` where it is compiled code that holds no lock; on the
    machines of a cluster where one is joined (:mod:`.cluster`). ``asked`` says what is measured, and with
    which rules.

    Raises :class:`Stopped` after Ctrl-C, and :class:`BadValue` for a file that holds another measurement.
    """
    keep, cores, progress = running
    kept = Kept(keep or keeping_place(asked), asked, kind)
    todo = [number for number in range(pieces) if number not in kept.results]
    if progress:
        progress(pieces - len(todo))
    try:
        shared = joined()
        made = shared.results(work, todo, kind) if shared else _made(work, todo, cores, threads)
        with closing(made):
            for number, result in made:
                if kept.add(number, result) and progress:
                    progress(1)
    except KeyboardInterrupt:
        done = len(kept.results)
        raise Stopped(
            f"stopped after {done} of {pieces} parts: the same command goes on from there"
        ) from None
    finally:
        kept.close()
    if not keep:
        done_with(kept.file)
    return [kept.results[number] for number in range(pieces)]


def _made(
    work: Callable[[int], R], numbers: Sequence[int], cores: int | None, threads: bool
) -> Generator[tuple[int, R]]:
    """The numbers with the results of ``work``, as they come."""
    with workers(min(cores or os.cpu_count() or 1, max(1, len(numbers))), threads=threads) as pool:
        futures: dict[Future[R], int] = {pool.submit(work, number): number for number in numbers}
        for future in as_completed(futures):
            yield futures[future], future.result()


@contextmanager
def workers(cores: int, *, threads: bool = False) -> Generator[Executor]:
    """``cores`` processes, or ``threads``; what waits is forgotten when the block is left by an error.

    Processes leave Ctrl-C to this one and end with it, also where it is killed.
    """
    pool: Executor = (
        ThreadPoolExecutor(cores)
        if threads
        else ProcessPoolExecutor(cores, get_context("spawn"), initializer=_follow_the_parent)
    )
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _follow_the_parent() -> None:
    """A worker would wait for ever on a queue that its siblings keep open, where the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)
