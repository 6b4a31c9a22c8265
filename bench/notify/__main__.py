"""What NOTIFY costs: commits to PostgreSQL at a steady rate, with none, one apart, and one in each."""

from __future__ import annotations

import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import psycopg

from bench.report import report
from bench.timing import Result
from tests.server.conftest import Cluster

RATE = 1000  # commits a second, by WRITERS connections
WRITERS = 8
SECONDS = 5.0
WAYS = ("none", "apart", "in each commit")
NOTICE = "x" * 60


def write(url: str, way: str, start: float, number: int) -> list[float]:
    """Commit on time for SECONDS from ``start``; how late each was done, in ms since it was due."""
    late: list[float] = []
    with psycopg.connect(url) as connection:
        for k in range(int(RATE * SECONDS / WRITERS)):
            due = start + (k + number / WRITERS) * WRITERS / RATE
            time.sleep(max(0.0, due - time.monotonic()))
            connection.execute("INSERT INTO log (text) VALUES (%s)", (NOTICE,))
            if way == "in each commit":
                connection.execute("SELECT pg_notify('tables', %s)", (f"{number} {k}",))
            connection.commit()
            late.append(1000 * (time.monotonic() - due))
    return late


def speak(url: str, done: threading.Event) -> None:
    """Notify as the server does: from one connection, whatever has come up meanwhile together."""
    with psycopg.connect(url, autocommit=True) as connection:
        while not done.is_set():
            connection.execute("SELECT pg_notify('tables', %s)", (str(time.monotonic()),))
            time.sleep(0.001)


def measure(url: str, way: str) -> list[float]:
    done = threading.Event()
    speaking = threading.Thread(target=speak, args=(url, done))
    with psycopg.connect(url, autocommit=True) as listening, ThreadPoolExecutor(WRITERS) as writers:
        listening.execute("LISTEN tables")
        if way == "apart":
            speaking.start()
        start = time.monotonic() + 0.5
        parts = list(writers.map(partial(write, url, way, start), range(WRITERS)))
        done.set()
    if way == "apart":
        speaking.join()
    return sorted(each for part in parts for each in part)


def main() -> None:
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="throwdown-pg-", dir="/tmp") as folder:
        cluster = Cluster(Path(folder))
        cluster.start()
        try:
            url = cluster.new_database()
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("CREATE TABLE log (id BIGSERIAL PRIMARY KEY, text TEXT)")
            for way in WAYS:
                late = measure(url, way)
                results.append(Result(f"NOTIFY {way}, median", late[len(late) // 2], "ms"))
                results.append(Result(f"NOTIFY {way}, 99th percentile", late[len(late) * 99 // 100], "ms"))
        finally:
            cluster.stop()
    report("notify", {f"Commits to PostgreSQL, {RATE:,} a second: how late each was done": results})


if __name__ == "__main__":
    main()
