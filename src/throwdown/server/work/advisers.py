"""The two processes that count hints for all tables of this server: the one for first answers is started when
somebody plays who may ask for hints, the other when one is asked for."""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

import msgspec

from throwdown.server.limits import Buckets
from throwdown.study.adviser import ANSWERS, COMMAND, FIRST, Answer, Count, Order, Prepare, Stop

AT_ONCE = 24  # decisions that are counted at a time
A_MINUTE, AT_A_STRETCH = 20.0, 8.0  # hints of one guest
LARGEST_LINE = 2**20  # bytes
LOST = "the process that counts hints came to an end: ask again"

log = logging.getLogger("throwdown.server")
Hear = Callable[[Answer], None]


class Advisers:
    """Tells decisions to both processes, and their answers, each better than the last, to whoever waits."""

    def __init__(self) -> None:
        self.asking = Buckets(A_MINUTE / 60, AT_A_STRETCH)
        self._counters = (_Counter((*COMMAND, FIRST), self._heard), _Counter(COMMAND, self._heard))
        self._waiting: dict[int, Hear] = {}
        self._told: dict[int, int] = {}  # how many rounds the last answer to a decision had
        self._last = 0
        self._expected: dict[str, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether as many decisions are being counted as may be."""
        return len(self._waiting) >= AT_ONCE

    def number(self, hear: Hear) -> int:
        """A number for a decision; ``hear`` is called with each answer to it."""
        self._last += 1
        self._waiting[self._last] = hear
        return self._last

    async def count(self, order: Count) -> None:
        """Count a decision whose number was taken before."""
        for counter in self._counters:
            await counter.tell(order)

    async def prepare(self, game: str) -> None:
        """Let the processes load the rules of ``game``."""
        for counter in self._counters:
            await counter.tell(Prepare(game))

    def expect(self, game: str) -> None:
        """A hint at ``game`` may be asked for: let the process for first answers load its rules now, once."""
        if game not in self._expected:
            self._expected[game] = asyncio.create_task(self._counters[0].tell(Prepare(game)))

    def drop(self, number: int) -> None:
        """Count that decision no further."""
        self._told.pop(number, None)
        if self._waiting.pop(number, None):
            for counter in self._counters:
                counter.stop_counting(number)

    async def stop(self) -> None:
        """End the processes."""
        self._waiting.clear()
        for task in self._expected.values():
            task.cancel()
        for counter in self._counters:
            await counter.stop()

    def _heard(self, answer: Answer | None) -> None:
        """Hand on an answer that is better than the last. None: a process came to an end, and whoever waits
        is told that it did; the next question starts another."""
        if answer is None:
            self._expected.clear()
            for number in list(self._waiting):
                self._heard(Answer(number, why=LOST))
            return
        hear = self._waiting.get(answer.number)
        rounds = answer.hint.rounds if answer.hint else 0
        if hear is None or (answer.hint and rounds <= self._told.get(answer.number, 0)):
            return
        self._told[answer.number] = rounds
        if answer.hint is None or answer.hint.done:
            self.drop(answer.number)
        hear(answer)


class _Counter:
    """A process that counts hints, and the orders that it was given."""

    def __init__(self, command: tuple[str, ...], hear: Callable[[Answer | None], None]) -> None:
        self._command = command
        self._hear = hear
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def tell(self, order: Order) -> None:
        """Tell the process an order; it is started if need be."""
        async with self._starting:
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE, limit=LARGEST_LINE
                )
                self._reading = asyncio.create_task(self._read(self._process))
        self._write(order)

    def stop_counting(self, number: int) -> None:
        """Count that decision no further, if it is being counted."""
        if self._process:
            self._write(Stop(number))

    async def stop(self) -> None:
        """End the process."""
        if self._reading:
            self._reading.cancel()
        if self._process:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    def _write(self, order: Order) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")

    async def _read(self, process: Process) -> None:
        if process.stdout:
            async for line in process.stdout:
                self._hear(ANSWERS.decode(line))
        log.warning("a process that counts hints ended with status %s", await process.wait())
        self._process = None
        self._hear(None)
