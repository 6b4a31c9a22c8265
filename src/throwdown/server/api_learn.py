"""HTTP: lessons, played by the server's own rules."""

from __future__ import annotations

import msgspec
from litestar import MediaType, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from throwdown.server.api_games import AnyRequest, known_game
from throwdown.server.errors import Refusal
from throwdown.server.guard import client_address
from throwdown.server.hall import Hall
from throwdown.server.heavy import sent
from throwdown.server.lessons import LessonTold, lesson_lines, told


@get(
    "/api/games/{key:str}/lessons/{lesson:str}",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(LessonTold)},
)
async def one_lesson(request: AnyRequest, hall: Hall, key: str, lesson: str) -> Stream:
    """A lesson, step by step, with the table as it is at each."""
    game = known_game(key)
    if all(each.key != lesson for each in lesson_lines(game)):
        raise Refusal(f"{game.title} has no lesson {lesson[:40]!r}", 404)

    def made() -> bytes:
        return msgspec.json.encode(told(game, lesson))

    what = ("lesson", game.key, lesson)
    return sent(request, await hall.heavy.answer(client_address(request), what, made))
