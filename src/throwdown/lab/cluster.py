"""The pieces of a measurement on the machines of a Ray cluster.

A piece depends on its number and on what was asked alone, and nobody but the process that measures keeps
results. So Ray may make a piece again when the machine that had it is gone: one result is kept of each
number.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import msgspec

from throwdown import __version__
from throwdown.kernel.errors import BadValue, ThrowdownError

R = TypeVar("R", bound=msgspec.Struct)
LOCAL = "local"
ADDRESS = re.compile(r"(?:ray://)?([^\s:/]+):(\d{1,5})")
PATIENCE = 5.0  # seconds until a machine that does not answer counts as missing
WAITING = 4  # pieces for each core that Ray holds at a time


class Cluster:
    """A cluster that this process is connected to. Raises :class:`ThrowdownError` for one that is not
    reached."""

    def __init__(self, address: str, cores: int | None) -> None:
        """``cores`` is how many of this machine ``local`` takes, by default all."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told what is measured
        self._address, self._ray = address, _ray()
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        here: dict[str, Any] = {"num_cpus": cores, "include_dashboard": False} if address == LOCAL else {}
        try:
            self._ray.init(address=address, **quiet, **here)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ThrowdownError(f"there is no cluster at {address!r}: {_first_line(error)}") from None

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()

    def cores(self) -> int:
        """The cores of all machines that are in the cluster now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def results(
        self, work: Callable[[int], R], numbers: Sequence[int], kind: type[R]
    ) -> Generator[tuple[int, R]]:
        """The numbers with the results of ``work``, as they come. Machines may leave and join meanwhile.

        Raises :class:`ThrowdownError` for a cluster that is lost, or that has another Throwdown.
        """
        # A piece is made again for as long as machines are lost under it; a fault of its own ends all.
        task: Any = self._ray.remote(num_cpus=1, max_retries=-1)(_piece)
        shared, rest, waiting = self._ray.put(work), iter(numbers), dict[Any, int]()
        try:
            while True:
                for number in _next(rest, self.cores() * WAITING - len(waiting)):
                    waiting[task.remote(shared, number)] = number
                if not waiting:
                    return
                (done,), _ = self._ray.wait(list(waiting), num_returns=1)
                version, written = self._ray.get(done)
                if version != __version__:
                    raise ThrowdownError(f"a machine has Throwdown {version!r}, this one {__version__!r}")
                yield waiting.pop(done), msgspec.json.decode(written, type=kind)
        except self._ray.exceptions.RayError as error:
            raise ThrowdownError(f"the cluster {self._address!r} failed: {_first_line(error)}") from None
        finally:
            for left in waiting:
                self._ray.cancel(left)


_joined: ContextVar[Cluster | None] = ContextVar("joined", default=None)


def joined() -> Cluster | None:
    """The cluster that measurements are to be made by; None: by this process and its own."""
    return _joined.get()


@contextmanager
def join(address: str | None, cores: int | None = None) -> Generator[None]:
    """For as long as the block runs, measurements are made by the cluster at ``address``: ``ray://HOST:PORT``,
    ``HOST:PORT``, or ``local``, which is one of this machine with so many ``cores``. None: by no cluster.

    Raises :class:`BadValue` for what is no address, and where Ray is not installed;
    :class:`ThrowdownError` for a cluster that is not reached.
    """
    if address is None:
        yield
        return
    if address != LOCAL:
        _reach(address)
    if find_spec("ray") is None:
        raise BadValue(f"{address!r}: install throwdown[cluster] to share out work over Ray")
    cluster = Cluster(address, cores)
    before = _joined.set(cluster)
    try:
        yield
    finally:
        _joined.reset(before)
        cluster.close()


def _reach(address: str) -> None:
    """Whether anybody listens there: Ray itself would wait for minutes."""
    found = ADDRESS.fullmatch(address)
    if not found:
        raise BadValue(f"{address!r}: name a cluster as ray://HOST:PORT or HOST:PORT, or {LOCAL!r}")
    try:
        socket.create_connection((found[1], int(found[2])), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ThrowdownError(f"there is no cluster at {address!r}: {error}") from None


def _ray() -> Any:
    return import_module("ray")


def _next(rest: Any, many: int) -> list[int]:
    """The next ``many`` of the numbers, fewer where there are no more."""
    return [number for _, number in zip(range(many), rest, strict=False)]


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _piece(work: Callable[[int], msgspec.Struct], number: int) -> tuple[str, bytes]:
    """A piece as another machine makes it: its version of Throwdown, and the result as it is kept."""
    return __version__, msgspec.json.encode(work(number))
