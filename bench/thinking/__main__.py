"""``python -m bench thinking``: how long moves take while bots think, while a match is counted, and else.

Eight Master bots think in one load, the process that counts accounts (``throwdown.study.worker``) counts one
in another; ``python -m bench.thinking account`` measures only the latter, ``masters`` only the former. The
same tables are played with each of them and without, in turns. Prints a table and writes
``bench/results/thinking.json``.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial

import throwdown
from bench.report import report
from bench.server.contestants import install
from bench.server.contestants import throwdown as our_server
from bench.study.__main__ import play
from bench.timing import Result, median
from throwdown.bots import Pool, sight, warm
from throwdown.server.archive.studies import EFFORT
from throwdown.study.worker import Order, Stopped, Worker

MASTERS, TABLES, SECONDS, ROUNDS = 8, 20, 4.0, 9
GAME = "command-dice"
BESIDE = {"masters": "eight Masters thinking", "account": "an account being counted"}
Beside = Callable[[], AbstractContextManager[None]]


@contextmanager
def masters_thinking(pool: Pool) -> Generator[None]:
    """Eight Master bots that begin a new thought whenever one is done."""
    game = throwdown.load(GAME)
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


@contextmanager
def account_counted(order: Order) -> Generator[None]:
    """A process that counts an account as a server does, again and again, and is stopped at the end."""
    worker = Worker()
    began = threading.Event()

    def count() -> None:
        with suppress(Stopped):
            while True:
                for _ in worker.do(order):
                    began.set()

    thread = threading.Thread(target=count)
    thread.start()
    try:
        if not began.wait(120.0):
            raise RuntimeError("no round of the account was counted within two minutes")
        yield
    finally:
        worker.end()
        thread.join()


def order() -> Order:
    """A match of Regular against Regular, to be counted with the effort of a server."""
    game = throwdown.load(GAME)
    warm(game)
    match = play(game, 0)
    entries = [(entry.seat, entry.event) for entry in match.log]
    return Order(game.key, match.seats, match.values, match.names, entries, EFFORT)


def measure(chosen: list[str]) -> list[Result]:
    install()
    pool = Pool()
    loads: dict[str, Beside] = {
        "masters": partial(masters_thinking, pool),
        "account": partial(account_counted, order()),
    }
    loads = {name: loads[name] for name in chosen}
    quiet = dict[str, list[float]]({name: [] for name in loads})
    busy = dict[str, list[float]]({name: [] for name in loads})
    with our_server() as server:
        server.load(TABLES, SECONDS)
        for beside in loads.values():
            with beside():
                server.load(TABLES, SECONDS)
        for _ in range(ROUNDS):
            for name, beside in loads.items():
                quiet[name].append(server.load(TABLES, SECONDS).p99)
                with beside():
                    busy[name].append(server.load(TABLES, SECONDS).p99)
    pool.close()
    found: list[Result] = []
    for name in loads:
        worse = median([b / a for a, b in zip(quiet[name], busy[name], strict=True)])
        found += [
            Result("p99 of a move, nothing beside it", median(quiet[name]), "ms"),
            Result(f"p99 of a move, {BESIDE[name]}", median(busy[name]), "ms"),
            Result("  worse by", worse, "times", 1.3, at_most=True),
        ]
    return found


def main() -> None:
    chosen = [name for name in sys.argv[1:] if name in BESIDE] or list(BESIDE)
    report("thinking", {f"{TABLES} tables beside what takes long": measure(chosen)})


if __name__ == "__main__":
    main()
