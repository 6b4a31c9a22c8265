"""Several processes that serve one PostgreSQL database at one address."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnProcess
from socket import socket
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING, Any

import msgspec

from throwdown.server.errors import CannotServe
from throwdown.server.run import CANNOT_SERVE, listen, serve
from throwdown.server.settings import Settings
from throwdown.server.storage.bus import address
from throwdown.server.web.handover import Neighbours

GOING = 20.0  # seconds that a process has to end
RETRY = 2.0  # seconds until a process that came to an end is followed by another

if TYPE_CHECKING:
    from multiprocessing.connection import PipeConnection as Connection

spawned = multiprocessing.get_context("spawn")


def check_workers(workers: int, settings: Settings) -> None:
    """Raise :class:`CannotServe` where so many processes cannot serve: those of an SQLite database could not
    tell each other of moves."""
    if workers > 1 and address(settings) is None:
        raise CannotServe(f"{workers} processes need a postgresql:// database: SQLite is served by one")


def serve_with(workers: int, settings: Settings, ready: Callable[[int], None] | None = None) -> int:
    """Serve with so many processes, as :func:`check_workers` lets pass, until Ctrl-C; the exit code. One that
    dies is followed by another.

    ``ready`` is called with the port once all can be asked. What keeps them from starting is one line on
    standard error, exit code 2.
    """
    if workers == 1:
        return serve(settings, ready)
    try:
        listening = listen(settings.host, settings.port)
    except CannotServe as reason:
        print(f"throwdown: {reason}", file=sys.stderr)
        return CANNOT_SERVE
    with listening, TemporaryDirectory(prefix="throwdown-") as folder:
        return _Workers(workers, settings, listening, folder).run(ready)


class _Workers:
    """The processes, started and watched."""

    def __init__(self, count: int, settings: Settings, listening: socket, folder: str) -> None:
        self._folder = folder
        self._settings = settings
        self._listening = listening
        self._processes: list[SpawnProcess] = []
        self._count = count
        self._ends = False

    def run(self, ready: Callable[[int], None] | None) -> int:
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self._end)
        waiting = [self._start(number) for number in range(self._count)]
        if not all(self._is_ready(one) for one in waiting):
            self._stop()
            return CANNOT_SERVE if not self._ends else 0
        if ready:
            ready(self._listening.getsockname()[1])
        self._watch()
        self._stop()
        return 0

    def _end(self, _signal: int, _frame: FrameType | None) -> None:
        self._ends = True

    def _start(self, number: int) -> Connection[Any, Any]:
        """Start process ``number``, in the place of the one before; where it says that it is ready."""
        # One of them makes backups, and prepares compiled rules for all.
        settings = self._settings
        if number:
            only_first = {"backups": None, "compile_aside": False, "search_puzzles": False}
            elsewhere = settings.compile_aside or settings.compiled_elsewhere
            settings = msgspec.structs.replace(settings, **only_first, compiled_elsewhere=elsewhere)
        ours, theirs = spawned.Pipe(duplex=False)
        neighbours = Neighbours(self._folder, number, self._count)
        given = (settings, self._listening, theirs, neighbours)
        process = spawned.Process(target=_work, args=given, daemon=True)
        process.start()
        theirs.close()
        self._processes[number : number + 1] = [process]
        return ours

    def _is_ready(self, ours: Connection[Any, Any]) -> bool:
        with ours, suppress(EOFError):
            while not self._ends:
                if ours.poll(0.2):
                    return bool(ours.recv())
        return False

    def _watch(self) -> None:
        """Start another process in the place of each that dies, until the end."""
        while not self._ends:
            dead = wait_for([process.sentinel for process in self._processes], timeout=0.5)
            for number, process in enumerate(self._processes):
                if process.sentinel in dead and not self._ends:
                    print(f"throwdown: process {process.pid} came to an end: another begins", file=sys.stderr)
                    time.sleep(RETRY)
                    self._start(number).close()

    def _stop(self) -> None:
        for process in self._processes:
            process.terminate()
        until = time.monotonic() + GOING
        for process in self._processes:
            process.join(max(0.1, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _work(settings: Settings, listening: socket, told: Connection[Any, Any], neighbours: Neighbours) -> None:
    """In a process of its own: serve; Ctrl-C is for the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_first, daemon=True).start()

    def ready(port: int) -> None:
        with suppress(OSError):
            told.send(port)

    sys.exit(serve(settings, ready, listening, neighbours))


def _end_with_the_first() -> None:
    """End when the process that started this one comes to an end, however it does."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
