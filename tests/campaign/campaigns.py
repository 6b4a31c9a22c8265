"""All campaigns by their names."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from tests.campaign import dice, faults, leaks
from tests.campaign.counts import Counts
from tests.campaign.faults import Fault
from tests.campaign.worlds import world
from tests.server.conftest import running_cluster


class Campaign(NamedTuple):
    """``a_round`` of so many of its ``unit``, from a seed, gives what was counted, or raises
    :class:`~tests.campaign.history.Broken`; ``round_of`` is how many make a round, and ``wanted`` how many
    are to be reached in all."""

    title: str
    unit: str
    a_round: Callable[[int, int], Counts]
    round_of: int = 20
    wanted: int = 2000


async def with_servers(
    fault: Fault, servers: int, on_postgresql: bool, breaks_lines: bool, times: int, seed: int
) -> Counts:
    """``fault`` so many times, one after the other, to so many servers of a new database."""
    rng = random.Random(seed)
    began = time.monotonic()
    with ExitStack() as stack:
        cluster = stack.enter_context(running_cluster()) if on_postgresql else None
        async with world(servers, cluster, breaks_lines=breaks_lines) as made:
            for _ in range(times):
                await fault(made, rng)
                made.fail_early()
            await made.goes_on()
            told = await made.finish()
            history = made.history
            return Counts(times, history.confirmed, told, len(history.seen), time.monotonic() - began)


def served(
    fault: Fault, servers: int = 1, *, on_postgresql: bool = False, breaks_lines: bool = False
) -> Callable[[int, int], Counts]:
    """The rounds of a campaign in which servers have ``fault``."""

    def a_round(times: int, seed: int) -> Counts:
        return asyncio.run(with_servers(fault, servers, on_postgresql, breaks_lines, times, seed))

    return a_round


on_postgresql = partial(served, on_postgresql=True)

CAMPAIGNS: dict[str, Campaign] = {
    "kills": Campaign(
        "A server is killed (SIGKILL) and started again", "kills", served(faults.kill), 40, wanted=10_000
    ),
    "processes": Campaign(
        "One of three processes on one PostgreSQL is killed, and comes back",
        "kills",
        on_postgresql(faults.kill_one, 3),
    ),
    "database": Campaign(
        "PostgreSQL ends at once (`immediate`) under two processes, and comes back",
        "restarts",
        on_postgresql(faults.restart_database, 2),
        10,
    ),
    "stopped": Campaign(
        "One of two processes on one PostgreSQL stands still (SIGSTOP) for up to 6 seconds",
        "stops",
        on_postgresql(faults.stop_one, 2),
    ),
    "lines": Campaign(
        "Connections are slow, and break off in mid-message",
        "times",
        served(faults.sever, breaks_lines=True),
        40,
    ),
    "disk": Campaign(
        "The disk is full for up to 1.5 seconds: no file can grow", "times", served(faults.fill_disk)
    ),
    "clock": Campaign("The wall's clock jumps by 1 to 30 days, either way", "jumps", served(faults.jump)),
    "leaks": Campaign(
        "A secret is another one: nothing that leaves for those who may not know it changes",
        "states",
        leaks.looked_at,
        2_000,
        wanted=5_000_000,
    ),
    "dice": Campaign(
        "Dice are drawn by the protocol of fair dice", "dice", dice.drawn, 1_000_000, wanted=100_000_000
    ),
}
