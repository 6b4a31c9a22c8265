"""Compiled rules, made ready while interpreted ones are already being played."""

from __future__ import annotations

import asyncio
import logging
import os
import sys

from throwdown.kernel.game import load

COMPILE = (sys.executable, "-m", "throwdown", "compile")
AFTER = 1.5  # seconds, in which the first pages are served

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
    """Compile all games in a process of its own, and load each from the cache once it is there.

    Compiling here would hold up every table for seconds; loading takes a moment, in a thread. The process
    has a session of its own: a Ctrl-C that is meant for the server does not reach it.
    """
    await asyncio.sleep(AFTER)
    process = await asyncio.create_subprocess_exec(
        *COMPILE, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    try:
        os.setpriority(os.PRIO_PROCESS, process.pid, 10)
        await _load_each(process)
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise


async def _load_each(process: asyncio.subprocess.Process) -> None:
    """Load each game that ``process`` says it has compiled."""
    if process.stdout:
        async for line in process.stdout:
            await asyncio.to_thread(load(line.split()[0].decode()).compile)
    status = await process.wait()
    if status:
        log.warning("not all rules could be compiled (status %d); the others stay interpreted", status)
