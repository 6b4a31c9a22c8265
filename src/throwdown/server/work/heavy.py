"""Answers that take long: made in threads of their own, one at a time for each address, once each.

An answer about what has happened never changes, so it is kept, compressed, until others need the room; who
asks for one that is being made waits for the same.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from litestar import MediaType
from litestar.connection import Request
from litestar.response import Stream

from throwdown.server.errors import Refusal

T = TypeVar("T")
THREADS = 2
QUEUE, QUEUE_EACH = 400, 40  # answers that may wait, in all and for one address
KEPT = 32 * 2**20  # bytes of answers
PIECE = 64 * 1024  # bytes that are sent at once


class Heavy:
    """The threads, who waits for them, and the answers that are kept."""

    def __init__(
        self, threads: int = THREADS, queue: int = QUEUE, queue_each: int = QUEUE_EACH, kept: int = KEPT
    ) -> None:
        """``queue`` answers may wait, ``queue_each`` for one address, and ``kept`` bytes of them are kept."""
        self._threads = ThreadPoolExecutor(threads, "heavy")
        self._queue, self._queue_each, self._most = queue, queue_each, kept
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._being_made: dict[Hashable, asyncio.Task[bytes]] = {}
        self._is_winding_up = False

    def wind_up(self) -> None:
        """Let work end that asks whether it may :meth:`go_on`, and all that waits behind it."""
        self._is_winding_up = True

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def go_on(self) -> None:
        """Refuse to go on when this winds up. Work that may take minutes asks again and again: a process ends
        no sooner than its threads."""
        if self._is_winding_up:
            raise Refusal("the server stops: ask again later", 503)

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """The outcome of ``work``, in a thread, after what that address has asked for before; refused where
        too much waits already."""
        if self._waiting[address] >= self._queue_each or self._waiting.total() >= self._queue:
            raise Refusal("too many long answers are being made: wait a moment", 429)
        self._waiting[address] += 1
        try:
            async with self._turns.setdefault(address, asyncio.Lock()):
                return await self._in_a_thread(work)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._turns[address]

    async def _in_a_thread(self, work: Callable[[], T]) -> T:
        """The outcome of ``work``; who is cancelled meanwhile keeps the address's turn until it is done."""
        working = asyncio.get_running_loop().run_in_executor(self._threads, work)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            await asyncio.wait([working])
            raise

    async def answer(self, address: str, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The bytes that ``make`` returns, compressed; made once for everybody who asks for ``key``."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._being_made.get(key)
        if task is None:
            task = self._being_made[key] = asyncio.create_task(self._make(address, key, make))
            task.add_done_callback(partial(self._made, key))
        return await asyncio.shield(task)

    def _made(self, key: Hashable, task: asyncio.Task[bytes]) -> None:
        self._being_made.pop(key, None)
        if not task.cancelled():
            task.exception()  # nobody may be left who waits for it

    async def _make(self, address: str, key: Hashable, make: Callable[[], bytes]) -> bytes:
        packed = await self.run(address, lambda: gzip.compress(make(), 5, mtime=0))
        self._kept[key] = packed
        self._size += len(packed)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])
        return packed


def encodings(accepted: str) -> set[str]:
    """The content encodings that an ``Accept-Encoding`` header allows."""
    parts = [part.replace(" ", "").partition(";") for part in accepted.lower().split(",")]
    return {name for name, _, weight in parts if weight not in ("q=0", "q=0.0", "q=0.00", "q=0.000")}


def sent(request: Request[Any, Any, Any], packed: bytes, media_type: str = MediaType.JSON) -> Stream:
    """The answer piece by piece, as fast as it is read: unpacked for who does not read gzip."""
    if "gzip" in encodings(request.headers.get("accept-encoding", "")):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding", "content-length": str(len(packed))}
        return Stream(_pieces(packed), media_type=media_type, headers=headers)
    return Stream(_unpacked(packed), media_type=media_type, headers={"vary": "accept-encoding"})


async def _pieces(packed: bytes) -> AsyncIterator[bytes]:
    for first in range(0, len(packed), PIECE):
        yield packed[first : first + PIECE]


async def _unpacked(packed: bytes) -> AsyncIterator[bytes]:
    unpacking: Any = zlib.decompressobj(31)
    rest = packed
    while rest:
        piece = unpacking.decompress(rest, PIECE)
        rest = unpacking.unconsumed_tail
        yield piece
    if last := unpacking.flush():
        yield last
