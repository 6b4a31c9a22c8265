"""HTTP: lessons, played by the server's own rules, and hints for their steps."""

from __future__ import annotations

import msgspec
from litestar import MediaType, get
from litestar.datastructures import CacheControlHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from throwdown.kernel.game import Game
from throwdown.server.api.games import AnyRequest, known_game
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.teaching.lesson_hints import Place
from throwdown.server.teaching.lessons import LessonTold, lesson_lines, told
from throwdown.server.web.guard import client_address
from throwdown.server.wire import Advice
from throwdown.server.wire.forms import LessonLine
from throwdown.server.work.heavy import sent


def _known(key: str, lesson: str) -> tuple[Game, LessonLine]:
    """The game ``key`` and its ``lesson``; refuses what is not there."""
    game = known_game(key)
    line = next((each for each in lesson_lines(game) if each.key == lesson), None)
    if line is None:
        raise Refusal(f"{game.title} has no lesson {lesson[:40]!r}", 404)
    return game, line


@get(
    "/api/games/{key:str}/lessons/{lesson:str}",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(LessonTold)},
)
async def get_lesson(request: AnyRequest, hall: Hall, key: str, lesson: str) -> Stream:
    """A lesson, step by step, with the table as it is at each."""
    game, _ = _known(key, lesson)
    hall.compiling.want(game.key)
    if hall.settings.hints_ahead:
        hall.lesson_hints.expect(game)

    def made() -> bytes:
        return msgspec.json.encode(told(game, lesson))

    what = ("lesson", game.key, lesson)
    return sent(request, await hall.heavy.answer(client_address(request), what, made))


@get(
    "/api/games/{key:str}/lessons/{lesson:str}/hints/{step:int}",
    cache_control=CacheControlHeader(no_store=True),
)
async def lesson_hint(request: AnyRequest, hall: Hall, key: str, lesson: str, step: int) -> Advice:
    """What is known by now of a hint for a step of a lesson, counted from 1: it gets better until it is
    ``done``. It is free."""
    game, line = _known(key, lesson)
    if not 1 <= step <= line.steps:
        raise Refusal(f"{line.title} of {game.title} has no step {step}: 1 to {line.steps}", 404)
    return await hall.lesson_hints.advice(client_address(request), game, Place(game.key, lesson, step))


ROUTES = [get_lesson, lesson_hint]
