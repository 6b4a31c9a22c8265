"""Compiled rules, made ready while interpreted ones are already being played."""

from __future__ import annotations

import asyncio
import logging
import os
import sys

from throwdown.kernel.game import games

COMPILE = "import throwdown\nfor game in throwdown.games(): game.compile()"

log = logging.getLogger("throwdown.server")


class Warmth:
    """The task that compiles aside."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(compile_aside())

    def stop(self) -> None:
        if self._task:
            self._task.cancel()


async def compile_aside() -> None:
    """Compile all games in a process of its own, then load what it left in the cache.

    Compiling here would hold up every table for seconds; loading takes a moment, in a thread.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COMPILE, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        os.setpriority(os.PRIO_PROCESS, process.pid, 10)
        status = await process.wait()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if status:
        log.warning("the rules could not be compiled (status %d); they stay interpreted", status)
        return
    for game in games():
        await asyncio.to_thread(game.compile)
    log.info("the rules are compiled")
