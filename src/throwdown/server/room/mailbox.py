"""A mailbox: acts run one after the other, and an act that fails ends it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from throwdown.server.errors import Refusal

T = TypeVar("T")
Act = Callable[[], Awaitable[None]]
CLOSED = "the table is being reloaded: try again"


class Mailbox:
    """The acts of one table. ``failed`` gets the error of an act, and should close the mailbox; ``ended`` is
    called when that is done, after which the mailbox refers to nobody."""

    def __init__(self, name: str, failed: Callable[[Exception], None], ended: Callable[[], None]) -> None:
        self._acts: deque[Act] = deque()
        self._posted: asyncio.Future[None] | None = None  # what the mailbox waits for while it is empty
        self._at_once: deque[Act] = deque()
        self._woken = asyncio.Event()
        self._asked: set[asyncio.Future[Any]] = set()
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._work(failed, ended), name=name)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be done, and nobody waits for an outcome."""
        return not self._acts and not self._asked

    def post(self, act: Act, *, at_once: bool = False) -> None:
        """Do ``act`` when everything before it is done, or ``at_once`` while an act before it attends; not in
        a mailbox that is closed."""
        if self._task.done():
            return
        if at_once:
            self._at_once.append(act)
            self._woken.set()
        self._acts.append(self._next if at_once else act)
        if self._posted and not self._posted.done():
            self._posted.set_result(None)

    async def _next(self) -> None:
        """Do what is to be done at once, unless it is done."""
        if self._at_once:
            await self._at_once.popleft()()

    async def attend(self, done: Callable[[], bool], seconds: float) -> None:
        """Within an act: do meanwhile what is to be done at once, until ``done`` or for so many seconds."""
        until = self._loop.time() + seconds
        while not done() and (left := until - self._loop.time()) > 0:
            self._woken.clear()
            if self._at_once:
                await self._next()
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._woken.wait()

    async def ask(self, act: Callable[[], Awaitable[T]], *, at_once: bool = False) -> T:
        """The outcome of ``act``, done when :meth:`post` does it; raises its :class:`Refusal`."""
        if self._task.done() or self._task.cancelling():
            raise Refusal(CLOSED, 503)
        answer: asyncio.Future[T] = self._loop.create_future()

        async def acted() -> None:
            try:
                result = await act()
            except Refusal as refusal:
                if not answer.done():
                    answer.set_exception(refusal)
            else:
                if not answer.done():
                    answer.set_result(result)

        self._asked.add(answer)
        answer.add_done_callback(self._asked.discard)
        self.post(acted, at_once=at_once)
        return await answer

    async def _work(self, failed: Callable[[Exception], None], ended: Callable[[], None]) -> None:
        """Do what is posted, until the mailbox is closed."""
        with suppress(asyncio.CancelledError):
            while True:
                while not self._acts:
                    self._posted = self._loop.create_future()
                    await self._posted
                act = self._acts.popleft()
                try:
                    await act()
                except Exception as error:  # whatever an act raises is for the table to judge
                    failed(error)
                    break  # to be cancelled is heard where something is waited for: not before the next act
                del act
        self._acts.clear()
        self._at_once.clear()
        ended()

    def refuse(self) -> None:
        """Refuse whoever waits for an outcome: the mailbox is about to be closed."""
        for answer in list(self._asked):
            answer.set_exception(Refusal(CLOSED, 503))

    def close(self) -> None:
        """Do nothing more; whoever waits for an outcome has been refused before."""
        self._task.cancel()
