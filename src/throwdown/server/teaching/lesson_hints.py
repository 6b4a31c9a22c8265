"""Hints in lessons: free, marked nowhere, and counted once for everybody.

The position of a step is the same for all who learn, so a hint for it is counted to its end when somebody
first asks, and kept; who asks meanwhile is told what is known by then. The choice that the coach asks for is
always among those that are told.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple

from throwdown.bots import Sight
from throwdown.kernel.compilation import State
from throwdown.kernel.game import Game
from throwdown.server.errors import Refusal
from throwdown.server.room.hints import FULL, MANY, NOT_READY, NOTHING, advice_of
from throwdown.server.teaching.lessons import asked_for, sight_at
from throwdown.server.wire import Advice
from throwdown.server.work.advisers import Advisers
from throwdown.study.adviser import Answer, Count, seed_for

PATIENCE = 20.0  # seconds that a request waits for a first answer
LOOKS = 60  # seconds that a lesson waits for rules to be compiled, to have its hints prepared
SLOW = "this hint takes longer than usual: ask again"


class Place(NamedTuple):
    """A step of a lesson, counted from 1."""

    game: str
    lesson: str
    step: int


class _Found:
    """What is known of the hint for one step: nothing before the first answer has ``come``."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.advice = Advice(0)
        self.come = asyncio.Event()


class LessonHints:
    """The hints for the steps of all lessons."""

    def __init__(self, advisers: Advisers) -> None:
        self._advisers = advisers
        self._found: dict[Place, _Found] = {}
        self._expected: dict[str, asyncio.Task[None]] = {}

    def expect(self, game: Game) -> None:
        """Somebody takes a lesson of ``game``: let the process for first answers load its rules, as soon as
        they are compiled."""
        if game.key not in self._expected:
            self._expected[game.key] = asyncio.create_task(self._prepare(game))

    def stop(self) -> None:
        for task in self._expected.values():
            task.cancel()

    async def _prepare(self, game: Game) -> None:
        for _ in range(LOOKS):
            if game.compilation.state is State.PLAYERS_READY:
                self._advisers.expect(game.key)
                return
            await asyncio.sleep(1)
        del self._expected[game.key]  # whoever takes the next lesson looks again

    async def advice(self, asker: str, game: Game, place: Place) -> Advice:
        """The best that is known of the hint at ``place``, which that address asks for; the first to do so
        begins it. Refuses where there is nothing to choose, and where no more can be counted just now."""
        found = self._found.get(place)
        if found is None:
            found = await self._begin(asker, game, place)
        try:
            async with asyncio.timeout(PATIENCE):
                await found.come.wait()
        except TimeoutError:
            raise Refusal(SLOW, 503) from None
        return found.advice

    async def _begin(self, asker: str, game: Game, place: Place) -> _Found:
        if game.compilation.state is not State.PLAYERS_READY:
            raise Refusal(NOT_READY, 503)
        if not self._advisers.asking.take(asker):
            raise Refusal(MANY, 429)
        sight = await asyncio.to_thread(sight_at, game, place.lesson, place.step)
        if place in self._found:  # somebody else has begun it meanwhile
            return self._found[place]
        if len(sight.legal) < 2:
            raise Refusal(NOTHING)
        if self._advisers.is_full:
            raise Refusal(FULL, 503)
        found = self._found[place] = _Found(sight)
        number = self._advisers.number(partial(self._heard, place))
        seed = seed_for(" ".join(map(str, place)))
        record, asked = sight.state.tobytes(), asked_for(game, place.lesson, place.step)
        await self._advisers.count(
            Count(number, game.key, record, sight.seat, sight.legal, sight.seats, seed, (asked,))
        )
        return found

    def _heard(self, place: Place, answer: Answer) -> None:
        """Keep the last answer; one that says why there is none is told to who waits, and not kept."""
        found = self._found[place]
        if answer.hint is None:
            del self._found[place]
            if not found.advice.lines:
                found.advice = Advice(0, done=True, refused=answer.why)
        else:
            found.advice = advice_of(found.sight, answer.hint)
        found.come.set()
