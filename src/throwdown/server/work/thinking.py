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

from throwdown import bots
from throwdown.bots.player import GreedyPlayer
from throwdown.kernel.match import Match

log = logging.getLogger("throwdown.server")


class Thought(NamedTuple):
    """A seat's choice in match ``match_id``, and the hidden copy it was made from, as bytes."""

    match_id: str
    seat: int
    seen: bytes
    event: int


class Question(NamedTuple):
    """What a bot of ``kind`` is asked: to choose by ``sight``, in ``seconds``, or with none by the game's
    heuristic. ``place`` is the same for all questions of a table, whose search trees are kept there."""

    sight: bots.Sight
    kind: str
    place: str
    seconds: float


def stand_in(kinds: Sequence[str]) -> str:
    """The bot that plays on for somebody who left."""
    return "greedy" if "greedy" in kinds else kinds[-1]


class Allowance:
    """The seconds that all bots of a table together may think where it moves quickly.

    Each thought is granted a share of what is left, so that however many bots choose however often, all of
    it is never more than ``whole``, and ``refill`` of the time that passes, until a person chooses again.
    """

    def __init__(self, whole: float = 1.0, refill: float = 0.1, least: float = 0.015) -> None:
        self.whole, self.refill, self.least = whole, refill, least
        self._left = whole
        self._at = 0.0

    def anew(self) -> None:
        """Grant the whole time again, for a person has chosen."""
        self._left = self.whole

    def draw(self, wanted: float, bots: int, now: float) -> float:
        """The seconds granted to one of ``bots`` that would think for ``wanted``; 0 where it is not worth it:
        then it goes by the game's heuristic."""
        self._left = min(self.whole, self._left + self.refill * max(0.0, now - self._at))
        self._at = now
        granted = min(wanted, self._left / max(2, bots))
        if granted < self.least:
            return 0.0
        self._left -= granted
        return granted


class Thinkers:
    """The bots of one table: at most one thought a seat is under way."""

    def __init__(self, threads: ThreadPoolExecutor, tell: Callable[[Thought], None]) -> None:
        self.allowance = Allowance()
        self._threads = threads
        self._tell = tell
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._seen: dict[int, bytes] = {}  # what each of them is thought about
        self._hurry = asyncio.Event()

    @property
    def is_hurried(self) -> bool:
        """Whether a person has asked for no pauses until one is awaited."""
        return self._hurry.is_set()

    def hurry(self) -> None:
        """End the pauses that are being made, and make none until :meth:`relax`."""
        self._hurry.set()

    def relax(self) -> None:
        self._hurry.clear()

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(
        self,
        match_id: str,
        match: Match,
        seat: int,
        kind: str,
        pause: float,
        sharing: int = 0,
        *,
        anew: bool = False,
    ) -> None:
        """Think for ``seat`` unless it is thinking; ``tell`` is called after ``pause`` seconds or more. With
        ``anew`` a thought about what has changed since is forgotten, which else is told first.

        ``sharing`` is how many bots share the table's allowance; 0: each thinks as long as its level may.
        """
        if seat in self._tasks and not anew:
            return
        sight = bots.sight(match, seat)
        seen = sight.state.tobytes()
        if seat in self._tasks and seen == self._seen[seat]:
            return
        self.cancel(seat)
        self._seen[seat] = seen
        seconds = bots.allowance(kind) if len(sight.legal) > 1 else 0.0
        if seconds and sharing:
            seconds = self.allowance.draw(seconds, sharing, asyncio.get_running_loop().time())
        question = Question(sight, kind, f"{id(self):x}", seconds)
        self._tasks[seat] = asyncio.create_task(self._think(match_id, question, pause))

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

    async def _think(self, match_id: str, question: Question, pause: float) -> None:
        sight, loop = question.sight, asyncio.get_running_loop()
        began = loop.time()
        event = await loop.run_in_executor(self._threads, choose, question)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, pause - (loop.time() - began))):
                await self._hurry.wait()
        self._tell(Thought(match_id, sight.seat, sight.state.tobytes(), event))


@functools.cache
def searchers() -> bots.Pool:
    """The processes of the bots that search; started when the first of them has to move."""
    return bots.Pool()


def choose(question: Question) -> int:
    """The event that answers ``question``. A bot that fails is noted, and the game's heuristic chooses in its
    place; where that fails, too, anything legal is played."""
    for way in (_answer, _by_heuristic):
        try:
            event = way(question)
            if event in question.sight.legal:
                return event
            log.error("bot %s chose %r, which is not legal", question.kind, event)
        except Exception:  # a fault of a bot must not hold up the people at its table
            log.exception("bot %s failed", question.kind)
    return random.choice(question.sight.legal)


def _answer(question: Question) -> int:
    """What the bot that is asked chooses."""
    sight, kind, place, seconds = question
    if seconds:
        return searchers().choose(kind, sight, random.getrandbits(62), place, seconds)
    if bots.allowance(kind):
        return _by_heuristic(question)
    return bots.named(kind).choose(sight, random.Random())


def _by_heuristic(question: Question) -> int:
    """What looks best at a glance."""
    return GreedyPlayer(at_a_glance=True).choose(question.sight, random.Random())
