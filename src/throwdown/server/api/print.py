"""HTTP: pages to print and lay beside a real box."""

from __future__ import annotations

from litestar import get, post
from msgspec import Struct, field

from throwdown.kernel.errors import BadValue
from throwdown.kernel.tables import Plain
from throwdown.server.api.games import AnyRequest, known_game
from throwdown.server.api.values import deck_name
from throwdown.server.beside import companions
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.web.guard import client_address


class PrintWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be printed: a part of the game on a paper, with house values, which may have a name."""

    part: str
    paper: str = "A4"
    values: dict[str, Plain] = field(default_factory=dict[str, Plain])
    deck: str = ""


class Printed(Struct, frozen=True):
    """A page to print, as HTML without scripts."""

    html: str


@get("/api/games/{key:str}/print")
async def list_printable(key: str) -> dict[str, str]:
    """What there is to print of a game, by its name on the page."""
    game = known_game(key)
    return {part: companions.PARTS[part] for part in companions.parts_of(game)}


@post("/api/games/{key:str}/print", status_code=200)
async def print_page(request: AnyRequest, hall: Hall, key: str, data: PrintWish) -> Printed:
    """A page to print, in real sizes."""
    game, deck = known_game(key), deck_name(data.deck)

    def made() -> str:
        return companions.page(game, data.part, data.paper, game.check(data.values), deck)

    try:
        return Printed(await hall.heavy.run(client_address(request), made))
    except BadValue as error:
        raise Refusal(str(error), 400) from None


ROUTES = [list_printable, print_page]
