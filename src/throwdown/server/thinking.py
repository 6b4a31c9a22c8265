"""Bots at a table: what they choose, from the hidden copy alone, in a thread, at a human pace.

Those that search do it in processes of their own, which have only the time that nothing else wants.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from throwdown import bots
from throwdown.kernel.match import Match

log = logging.getLogger("throwdown.server")


class Thought(NamedTuple):
    """A seat's choice in match ``match_id``, and the hidden copy it was made from, as bytes."""

    match_id: str
    seat: int
    seen: bytes
    event: int


def stand_in(kinds: Sequence[str]) -> str:
    """The bot that plays on for somebody who left."""
    return "greedy" if "greedy" in kinds else kinds[-1]


class Thinkers:
    """The bots of one table: at most one thought a seat is under way."""

    def __init__(self, threads: ThreadPoolExecutor, tell: Callable[[Thought], None]) -> None:
        self._threads = threads
        self._tell = tell
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """End the pauses that are being made, and make none until :meth:`relax`."""
        self._hurry.set()

    def relax(self) -> None:
        self._hurry.clear()

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, match_id: str, match: Match, seat: int, kind: str, pause: float) -> None:
        """Think for ``seat`` unless it is thinking; ``tell`` is called after ``pause`` seconds or more."""
        if seat in self._tasks:
            return
        seen, legal = match.seen(seat), match.legal_events(seat)
        self._tasks[seat] = asyncio.create_task(self._think(match_id, match, seen, seat, legal, kind, pause))

    def done(self, seat: int) -> None:
        self._tasks.pop(seat, None)

    def cancel(self, seat: int) -> None:
        """Forget what is being thought for ``seat``: its person is back."""
        task = self._tasks.pop(seat, None)
        if task:
            task.cancel()

    def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    async def _think(
        self,
        match_id: str,
        match: Match,
        seen: np.ndarray,
        seat: int,
        legal: list[int],
        kind: str,
        pause: float,
    ) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        question = (match, kind, seen.copy(), seat, legal, f"{id(self):x}")
        event = await loop.run_in_executor(self._threads, choose, *question)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), max(0.0, pause - (loop.time() - began)))
        self._tell(Thought(match_id, seat, seen.tobytes(), event))


@functools.cache
def searchers() -> bots.Pool:
    """The processes of the bots that search; started when the first of them has to move."""
    return bots.Pool()


def choose(match: Match, kind: str, seen: np.ndarray, seat: int, legal: list[int], place: str = "") -> int:
    """The choice of a bot of ``kind``; one that fails is noted, and anything legal is played."""
    try:
        sight = bots.Sight(match.game, seen, seat, legal)
        if len(legal) > 1 and bots.allowance(kind):
            event = searchers().choose(kind, sight, random.getrandbits(62), place)
        else:
            event = bots.named(kind).choose(sight, random.Random())
        if event in legal:
            return event
        log.error("bot %s chose %r, which is not legal", kind, event)
    except Exception:
        log.exception("bot %s failed", kind)
    return random.choice(legal)
