"""Seconds from ``make play`` (not the first run) to a page on which a match can be opened."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from bench.report import report
from bench.timing import ROUNDS, Result, median

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as page:
            return page.status == 200
    except (urllib.error.URLError, OSError):
        return False


def seconds_to_page() -> float:
    """Start the table as a person does, and wait for its page and its list of games."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        options = f"--port {port} --host 127.0.0.1 --no-browser --database sqlite:///{folder}/games.db"
        start = time.perf_counter()
        play = subprocess.Popen(
            ["make", "--silent", "play", f"ARGS={options}"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            here = f"http://127.0.0.1:{port}"
            while not (answers(here + "/") and answers(here + "/api/games")):
                if time.perf_counter() - start > PATIENCE or play.poll() is not None:
                    raise SystemExit("make play did not open the table")
                time.sleep(0.01)
            return time.perf_counter() - start
        finally:
            os.killpg(play.pid, signal.SIGINT)
            play.wait(20)


def main() -> None:
    seconds_to_page()
    times = [seconds_to_page() for _ in range(ROUNDS)]
    waited = Result("make play to a playable page, second run", median(times), "s", 2.0, at_most=True)
    report("startup", {"Opening the table": [waited]})


if __name__ == "__main__":
    main()
