"""What goes wrong with servers: each fault happens once when it is called, at a random instant of play."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
from collections.abc import Awaitable, Callable

from tests.campaign.worlds import World

Fault = Callable[[World, random.Random], Awaitable[None]]

SMALL = 4096  # bytes that a file may have while a disk is full
DAY = 86_400.0


async def _after(rng: random.Random, shortest: float, longest: float) -> None:
    await asyncio.sleep(rng.uniform(shortest, longest))


async def kill(world: World, rng: random.Random) -> None:
    """SIGKILL; the server starts again at once. One of three hits it while it starts or people connect."""
    if rng.random() < 2 / 3:
        await world.goes_on()
    await _after(rng, 0.0, 0.6)
    k = rng.randrange(len(world.servers))
    await world.kill(k)
    await world.start(k)


async def kill_one(world: World, rng: random.Random) -> None:
    """SIGKILL of one process of several; the others go on without it for some seconds."""
    await _after(rng, 0.2, 1.5)
    k = rng.randrange(len(world.servers))
    await world.kill(k)
    await _after(rng, 0.0, 2.0)
    await world.start(k)


async def restart_database(world: World, rng: random.Random) -> None:
    """PostgreSQL ends at once, without a checkpoint, and starts again."""
    assert world.cluster
    await _after(rng, 0.2, 2.0)
    await asyncio.to_thread(world.cluster.stop)
    await _after(rng, 0.0, 1.0)
    await asyncio.to_thread(world.cluster.go_on)
    await world.goes_on()


async def stop_one(world: World, rng: random.Random) -> None:
    """SIGSTOP: one process of several stands still, and then goes on with what it knew."""
    await _after(rng, 0.1, 1.0)
    pid = rng.choice(world.servers).process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        await _after(rng, 0.3, 6.0)
    finally:
        os.kill(pid, signal.SIGCONT)


async def sever(world: World, rng: random.Random) -> None:
    """Connections are slow for a while; then some of them break off."""
    between = rng.choice(list(world.between.values()))
    between.delay = rng.choice((0.0, 0.0, rng.uniform(0.01, 0.4)))
    await _after(rng, 0.1, 1.0)
    between.sever(rng.random())
    between.delay = 0.0


async def fill_disk(world: World, rng: random.Random) -> None:
    """No file of the server can grow or be written beyond its first page for a while, as on a full disk."""
    await _after(rng, 0.2, 1.0)
    pid = world.servers[0].process.pid
    assert pid is not None
    unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE, (SMALL, resource.RLIM_INFINITY))
    await _after(rng, 0.1, 1.5)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
    await world.goes_on()


async def jump(world: World, rng: random.Random) -> None:
    """The wall's clock jumps by one to thirty days, either way."""
    await _after(rng, 0.1, 1.0)
    world.clock.write_text(str(rng.choice((-1, 1)) * 30 ** rng.uniform(0, 1) * DAY))
    await _after(rng, 0.1, 1.0)
