"""A real server in a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

LAUNCH = Path(__file__).with_name("launch.py")
QUICK = {
    "host": "127.0.0.1",
    "port": 0,
    "seed_wait": 0.15,
    "grace": 0.4,
    "compile_aside": False,
    "requests_a_second": 10_000,
    "requests_at_once": 10_000,
    "messages_a_second": 10_000,
    "messages_at_once": 10_000,
}


class Serving:
    """One server process; ``settings`` are changes to quick ones."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.settings = {**QUICK, "database": database, **settings}
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> Serving:
        """Start, and return when pages can be loaded; fails with what the server said."""
        self.process = subprocess.Popen(
            [sys.executable, str(LAUNCH), json.dumps(self.settings)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            _, said = self.process.communicate()
            raise AssertionError(f"the server did not start: {said}")
        self.port = int(line)
        return self

    def kill(self) -> None:
        """The end without a warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> tuple[int, str]:
        """Ctrl-C: the exit code and what was written on standard error."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> tuple[int, str]:
        assert self.process is not None
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"
