"""``python -m bench thinking``: how long moves take while eight Master bots think, and while none does.

The same tables are played with and without the bots, in turns. Prints a table and writes
``bench/results/thinking.json``.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

import throwdown
from bench.report import report
from bench.server.contestants import install
from bench.server.contestants import throwdown as our_server
from bench.timing import Result, median
from throwdown.bots import Pool, sight, warm

MASTERS, TABLES, SECONDS, ROUNDS = 8, 20, 4.0, 9


@contextmanager
def masters_thinking(pool: Pool) -> Generator[None]:
    """Eight Master bots that begin a new thought whenever one is done."""
    game = throwdown.load("command-dice")
    warm(game)
    done = threading.Event()

    def think(number: int) -> None:
        match = game.match(seed=number)
        seen = sight(match, match.awaited[0])
        thought = 0
        while not done.is_set():
            thought += 1
            pool.choose("master", seen, thought, f"{number} {thought}")

    threads = [threading.Thread(target=think, args=(number,)) for number in range(MASTERS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def measure() -> list[Result]:
    install()
    pool = Pool()
    quiet: list[float] = []
    busy: list[float] = []
    with our_server() as server:
        server.load(TABLES, SECONDS)
        with masters_thinking(pool):
            server.load(TABLES, SECONDS)
        for _ in range(ROUNDS):
            quiet.append(server.load(TABLES, SECONDS).p99)
            with masters_thinking(pool):
                busy.append(server.load(TABLES, SECONDS).p99)
    pool.close()
    worse = median([b / a for a, b in zip(quiet, busy, strict=True)])
    return [
        Result("p99 of a move, no bot thinking", median(quiet), "ms"),
        Result("p99 of a move, eight Masters thinking", median(busy), "ms"),
        Result("  worse by", worse, "times", 1.3, at_most=True),
    ]


def main() -> None:
    report("thinking", {f"{TABLES} tables while bots think": measure()})


if __name__ == "__main__":
    main()
