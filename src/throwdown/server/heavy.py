"""Answers that take long: made in threads of their own, a few at a time for each address, once each.

An answer about a finished match never changes, so it is kept, compressed, until others need the room; who
asks for one that is being made waits for the same.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from litestar.response import Stream

from throwdown.server.errors import Refusal

T = TypeVar("T")
THREADS = 2
QUEUE, QUEUE_EACH = 60, 4  # answers that may wait, in all and for one address
KEPT = 32 * 2**20  # bytes of answers
PIECE = 64 * 1024  # bytes that are sent at once


class Heavy:
    """The threads, who waits for them, and the answers that are kept."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "heavy")
        self._waiting: Counter[str] = Counter()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._being_made: dict[Hashable, asyncio.Task[bytes]] = {}

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """The outcome of ``work``, in a thread; refused where too much waits already."""
        if self._waiting[address] >= QUEUE_EACH or self._waiting.total() >= QUEUE:
            raise Refusal("too many long answers are being made: wait a moment", 429)
        self._waiting[address] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    async def answer(self, address: str, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """What ``make`` gives, compressed; made once for everybody who asks for ``key``."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._being_made.get(key)
        if task is None:
            task = self._being_made[key] = asyncio.create_task(self._make(address, key, make))
            task.add_done_callback(lambda _: self._being_made.pop(key, None))
        return await asyncio.shield(task)

    async def _make(self, address: str, key: Hashable, make: Callable[[], bytes]) -> bytes:
        packed = await self.run(address, lambda: gzip.compress(make(), 5, mtime=0))
        self._kept[key] = packed
        self._size += len(packed)
        while self._size > KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])
        return packed


def sent(packed: bytes, accepted: str, media_type: str) -> Stream:
    """The answer piece by piece, as fast as it is read: unpacked for who does not read gzip."""
    if "gzip" in accepted.lower():
        headers = {"content-encoding": "gzip", "vary": "accept-encoding", "content-length": str(len(packed))}
        return Stream(_pieces(packed), media_type=media_type, headers=headers)
    return Stream(_unpacked(packed), media_type=media_type, headers={"vary": "accept-encoding"})


async def _pieces(packed: bytes) -> AsyncIterator[bytes]:
    for first in range(0, len(packed), PIECE):
        yield packed[first : first + PIECE]


async def _unpacked(packed: bytes) -> AsyncIterator[bytes]:
    import zlib

    unpacking: Any = zlib.decompressobj(31)
    rest = packed
    while rest:
        piece = unpacking.decompress(rest, PIECE)
        rest = unpacking.unconsumed_tail
        yield piece
    if last := unpacking.flush():
        yield last
