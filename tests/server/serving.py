"""A real server in a process of its own, forked from one that has imported everything already."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

QUICK = {
    "host": "127.0.0.1",
    "port": 0,
    "seed_wait": 0.1,
    "grace": 0.4,
    "race_count": 0.3,
    "race_roll": 0.0,
    "compile_aside": False,
    "search_puzzles": False,
    "requests_a_second": 10_000,
    "requests_at_once": 10_000,
    "messages_a_second": 10_000,
    "messages_at_once": 10_000,
    "reads_a_second": 10_000,
    "reads_at_once": 10_000,
    "frames_a_second": 10_000,
    "frames_at_once": 10_000,
    "frames_each_a_second": 1e6,
    "frames_each_at_once": 1_000_000,
    "connections_each": 5_000,
    "sockets_a_guest": 5_000,
    "tables_an_hour": 1e9,
    "tables_at_once": 10_000,
}

KEY = "5ea1" * 16  # the master key of PostgreSQL databases; SQLite ones have a file of their own

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(["tests.server.warm"])


def run(settings: dict[str, Any], said: str, ready: Connection) -> None:
    """In the new process: serve, with everything that is printed going to the file ``said``."""
    from throwdown.kernel.game import add
    from throwdown.server.settings import Settings
    from throwdown.server.workers import serve_with

    if watched := settings.pop("watched", None):
        from tests.server.watchdog import watch

        watch(Path(watched))
    if searched := settings.pop("searched", None):
        from tests.server.watchdog import search_on_signal

        search_on_signal(Path(searched))
    for folder in settings.pop("games", ()):
        add(Path(folder))
    output = os.open(said, os.O_WRONLY)
    os.dup2(output, 1)
    os.dup2(output, 2)
    if settings.pop("deaf", False):
        from throwdown.server.storage.bus import Bus

        Bus._hand_on = lambda *_: None  # type: ignore[method-assign]
    if settings.pop("blind", False):
        from throwdown.server import hall

        hall.POLL = 3600.0
    if ahead := settings.pop("ahead", None):
        jump(Path(ahead))
    if wall := settings.pop("wall", None):
        set_wall_clock(Path(wall))
    workers = settings.pop("workers", 1)
    sys.exit(serve_with(workers, Settings(**settings), ready.send))


def jump(file: Path) -> None:
    """Let the clocks of seats be as many seconds ahead as ``file`` says, and be looked at often."""
    from throwdown.server.storage import uptime

    counted = uptime.Uptime.now
    uptime.Uptime.now = lambda self: counted(self) + float(file.read_text())  # type: ignore[method-assign]
    uptime.BEAT = 0.2


def set_wall_clock(file: Path) -> None:
    """Let the wall's clock be as many seconds ahead as ``file`` says."""
    import time

    counted = time.time
    time.time = lambda: counted() + float(file.read_text() or 0)


class Serving:
    """One server process; ``settings`` are changes to quick ones. ``watched`` is the file that
    :mod:`tests.server.watchdog` reports to, and ``games`` are folders of games that it knows besides.
    ``ahead`` is a file with the seconds by which the clocks of seats are ahead, ``wall`` one with those of
    the wall's clock. Several ``workers`` share one address. A ``deaf`` one does not hear other processes, and
    one that is ``blind`` looks not itself."""

    def __init__(self, database: str, **settings: Any) -> None:
        key = KEY if database.startswith("postgresql") else ""
        self.settings = {**QUICK, "database": database, "key": key, **settings}
        self.port = 0

    def start(self) -> Serving:
        """Start, and return when pages can be loaded; fails with what the server said."""
        handle, name = tempfile.mkstemp(prefix="throwdown-said-")
        os.close(handle)
        self._said = Path(name)
        alone = self.settings.get("workers", 1) == 1  # a daemon has no children
        ours, theirs = forks.Pipe(duplex=False)
        self.process = forks.Process(target=run, args=(self.settings, name, theirs), daemon=alone)
        self.process.start()
        theirs.close()
        try:
            assert ours.poll(300), "the server does not get ready"
            self.port = ours.recv()
        except EOFError:
            raise AssertionError(f"the server did not start: {self._end(signal.SIGKILL)[1]}") from None
        finally:
            ours.close()
        return self

    def kill(self) -> None:
        """The end without a warning; nothing where it has ended, as after a kill that was cancelled."""
        if self._said.exists():
            self._end(signal.SIGKILL)

    def stop(self) -> tuple[int, str]:
        """Ctrl-C: the exit code and what was written on standard error."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> tuple[int, str]:
        pid = self.process.pid
        assert pid is not None
        with suppress(ProcessLookupError):  # it may end by itself at this moment
            if self.process.is_alive():
                os.kill(pid, how)
        self.process.join(20)
        code = self.process.exitcode
        assert code is not None, "the server does not stop"
        said = self._said.read_text()
        self._said.unlink(missing_ok=True)
        return code, said

    def memory(self) -> int:
        """Bytes of memory that the process holds."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"
