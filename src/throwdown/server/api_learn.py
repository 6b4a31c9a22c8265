"""HTTP: lessons, played by the server's own rules."""

from __future__ import annotations

from functools import partial

from litestar import get

from throwdown.server.api_games import AnyRequest, known_game
from throwdown.server.errors import Refusal
from throwdown.server.guard import client_address
from throwdown.server.hall import Hall
from throwdown.server.lessons import LessonTold, lesson_lines, told


@get("/api/games/{key:str}/lessons/{lesson:str}")
async def one_lesson(request: AnyRequest, hall: Hall, key: str, lesson: str) -> LessonTold:
    """A lesson, step by step, with the table as it is at each."""
    game = known_game(key)
    if all(each.key != lesson for each in lesson_lines(game)):
        raise Refusal(f"{game.title} has no lesson {lesson[:40]!r}", 404)
    return await hall.heavy.run(client_address(request), partial(told, game, lesson))
