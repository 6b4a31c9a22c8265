"""``python -m bench workers``: confirmed moves a second of ``throwdown serve --workers 4`` by those of one
process, both on PostgreSQL with full syncs; prints them and writes ``bench/results/workers.json``.

The same clients play at both in turns, on the loopback: ``CLIENTS`` processes with ``TABLES`` tables each, as
``bench server`` plays. Processes, clients and the database need a core each to be worth anything: the number
of cores is in the results.
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from bench.report import report
from bench.server.contestants import SETTINGS, Contestant, free_port, install, running
from bench.timing import Result, in_turns, middle
from tests.server.conftest import running_cluster

if TYPE_CHECKING:
    from collections.abc import Generator

WORKERS, CLIENTS, TABLES = 4, 4, 25
SECONDS, ROUNDS = 4.0, 9
SERVE = f"""
import sys
import throwdown
from throwdown.server.settings import Settings
from throwdown.server.workers import serve_with
throwdown.load("command-dice").compile()
settings = Settings(port=int(sys.argv[1]), database=sys.argv[2], compiled_elsewhere=True, {SETTINGS})
sys.exit(serve_with(int(sys.argv[3]), settings, ready=lambda port: print("ready", flush=True)))
"""


@contextmanager
def served(workers: int, database: str) -> Generator[Contestant]:
    """So many processes that serve ``database``."""
    port = free_port()
    command = [sys.executable, "-c", SERVE, str(port), database, str(workers)]
    with running("throwdown", command, port) as server:
        yield server


def measure() -> list[Result]:
    install()
    with ExitStack() as stack:
        cluster = stack.enter_context(running_cluster())
        servers = {
            str(count): stack.enter_context(served(count, cluster.new_database())) for count in (1, WORKERS)
        }
        runs = {count: partial(server.rate, CLIENTS, TABLES, SECONDS) for count, server in servers.items()}
        rates = in_turns(runs, ROUNDS)
    ratios = [many / one for one, many in zip(*rates.values(), strict=True)]
    return [
        Result("cores of the machine", os.cpu_count() or 1, ""),
        *(middle(f"{count} of it: rate", found, "moves/s") for count, found in rates.items()),
        middle(f"rate, {WORKERS} by 1", ratios, "", 1.7),
    ]


def main() -> None:
    report("workers", {f"{CLIENTS * TABLES} tables at once": measure()})


if __name__ == "__main__":
    main()
