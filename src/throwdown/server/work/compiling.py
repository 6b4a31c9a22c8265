"""Compiles rules while matches are already played by interpreted ones."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import load
from throwdown.server.work.garbage import leave_out_what_is_new

COMPILE = (sys.executable, "-m", "throwdown", "compile")
AFTER = 1.5  # seconds, in which the first pages are served
LOOK = 1.0  # seconds between looks for what another process has compiled

log = logging.getLogger("throwdown.server")


def _load(game: str) -> None:
    """Load the compiled rules of ``game``; takes a moment where they are in the cache."""
    load(game).compile()
    leave_out_what_is_new()


def _is_kept(game: str) -> bool:
    """Whether the compiled rules of ``game`` are on this machine; not where it is missing or broken."""
    try:
        return load(game).compilation.is_kept
    except ThrowdownError:
        return False


class CompilingAside:
    """Compiles all games aside, and loads those that are played here.

    A game's compiled rules take tens of megabytes, so that they are loaded only for games with a table
    open in this process.
    """

    def __init__(self, lull: Callable[[], Awaitable[None]]) -> None:
        """``lull`` returns when nobody waits to join a table."""
        self._lull = lull
        self._compiled: set[str] = set()
        self._wanted: set[str] = set()
        self._loaded: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        self._begin(self._compile_aside())

    def follow(self) -> None:
        """Load what another process on this machine compiles."""
        self._begin(self._follow())

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def want(self, game: str) -> None:
        """A table of ``game`` is open: load its compiled rules as soon as they are there, and once its other
        parts are loaded leave them out of garbage collections."""
        if game not in self._wanted:
            asyncio.get_running_loop().call_later(AFTER, leave_out_what_is_new)
        self._wanted.add(game)
        self._load_what_is_due()

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _load_what_is_due(self) -> None:
        for game in (self._wanted & self._compiled) - self._loaded:
            self._loaded.add(game)
            self._begin(asyncio.to_thread(_load, game))

    async def _follow(self) -> None:
        while True:
            for game in self._wanted - self._compiled:
                if await asyncio.to_thread(_is_kept, game):
                    self._compiled.add(game)
            self._load_what_is_due()
            await asyncio.sleep(LOOK)

    async def _compile_aside(self) -> None:
        """Compile all games in a process of its own.

        Compiling here would hold up every table for seconds; loading takes a moment, in a thread. The
        process has a session of its own: a Ctrl-C that is meant for the server does not reach it.
        """
        await asyncio.sleep(AFTER)
        await self._lull()
        process = await asyncio.create_subprocess_exec(
            *COMPILE, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        try:
            os.setpriority(os.PRIO_PROCESS, process.pid, 10)
            await self._hear(process)
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise

    async def _hear(self, process: asyncio.subprocess.Process) -> None:
        """Note each game that ``process`` says it has compiled."""
        if process.stdout:
            async for line in process.stdout:
                self._compiled.add(line.split()[0].decode())
                self._load_what_is_due()
        status = await process.wait()
        if status:
            log.warning("not all rules could be compiled (status %d); the others stay interpreted", status)
