"""HTTP: puzzles, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import msgspec
from litestar import MediaType, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream
from sqlalchemy import Connection

from throwdown.server.api.games import AnyRequest, known_game
from throwdown.server.archive import sharing
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.teaching import puzzles
from throwdown.server.teaching.puzzles import AllPuzzles, GamePuzzles, Offered, PuzzleAnswer, PuzzleTold
from throwdown.server.web.guard import client_address
from throwdown.server.work.heavy import sent


@get("/api/puzzles")
async def all_puzzles(hall: Hall) -> AllPuzzles:
    """The puzzles of every game, and today's."""

    def offered(connection: Connection) -> tuple[GamePuzzles, ...]:
        return puzzles.offered(partial(sharing.of_game, connection))

    return AllPuzzles(await hall.store.read(offered), puzzles.daily(datetime.now(UTC).date()))


@get(
    "/api/games/{key:str}/puzzles/{puzzle:str}",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(PuzzleTold)},
)
async def one_puzzle(request: AnyRequest, hall: Hall, key: str, puzzle: str) -> Stream:
    """A puzzle at its table, without its answer."""
    return await _told(request, hall, key, puzzle, puzzles.told)


@get(
    "/api/games/{key:str}/puzzles/{puzzle:str}/answer",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(PuzzleAnswer)},
)
async def puzzle_answer(request: AnyRequest, hall: Hall, key: str, puzzle: str) -> Stream:
    """The choices of a puzzle with their chances to win, the best first."""
    return await _told(request, hall, key, puzzle, puzzles.answer)


async def _told(
    request: AnyRequest, hall: Hall, key: str, puzzle: str, tell: Callable[[Offered], object]
) -> Stream:
    game = known_game(key)
    here = await hall.store.read(partial(sharing.of_game, game=game.key))
    found = puzzles.find(game, puzzle, here)
    if found is None:
        raise Refusal(f"{game.title} has no puzzle {puzzle[:40]!r}", 404)

    def made() -> bytes:
        return msgspec.json.encode(tell(found))

    what = (tell.__name__, "of a puzzle", game.key, puzzle, found.line, found.next)
    return sent(request, await hall.heavy.answer(client_address(request), what, made))


ROUTES = [all_puzzles, one_puzzle, puzzle_answer]
