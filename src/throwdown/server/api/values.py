"""Table values under names: each guest keeps their own, for every game, and files of them go in and out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from litestar import MediaType, Response, delete, get, post, put
from msgspec import Struct
from sqlalchemy import Connection, func, insert, select
from sqlalchemy import delete as erase

from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game
from throwdown.kernel.tables import Plain
from throwdown.server.api.games import AnyRequest, known_game, must_be_guest
from throwdown.server.errors import Refusal
from throwdown.server.filetext import bounded
from throwdown.server.guests.identity import Signer, is_legible
from throwdown.server.hall import Hall
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import named_values
from throwdown.server.web.guard import client_address

NAME_LENGTH = 40
MOST = 40  # names that a guest may keep for one game


class NamedValues(Struct, frozen=True, forbid_unknown_fields=True):
    """The values that are not the game's own, under a name. ``why`` says that they no longer pass."""

    name: str
    values: dict[str, Plain]
    why: str = ""


class ValuesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file as a person picked it: its name and its text."""

    name: str
    text: str


def checked_name(name: str) -> str:
    """The name as it is kept; refuses an empty, long or unprintable one."""
    name = " ".join(name.split())
    if len(name) > NAME_LENGTH or not is_legible(name):
        raise Refusal(f"values are kept under 1 to {NAME_LENGTH} printable letters: {name[:60]!r}", 400)
    return name


def deck_name(name: str) -> str:
    """The name of the values that a table plays by, as it is kept; empty where they have none."""
    return checked_name(name) if name else ""


def changes(game: Game, values: Mapping[str, Plain]) -> dict[str, Plain]:
    """Those of ``values`` that are not the game's own; refuses what the game refuses."""
    try:
        checked = game.check(values)
    except BadValue as error:
        raise Refusal(str(error), 400) from None
    return {value.key: checked[value.key] for value in game.values if checked[value.key] != value.value}


def in_file(game: Game, file: ValuesFile) -> dict[str, Plain]:
    """The values that a file sets; refuses a wrong one with line and reason."""
    name = file.name[:60]
    try:
        return game.read_values(bounded(file.text, name), name)
    except BadValue as error:
        raise Refusal(str(error), 400) from None


# What is kept


def kept_by(connection: Connection, guest: str, game: Game) -> list[NamedValues]:
    """The named sets of values that ``guest`` keeps for ``game``, in the order of their names."""
    rows = connection.execute(
        select(named_values.c.name, named_values.c.record)
        .where(named_values.c.guest == guest, named_values.c.game == game.key)
        .order_by(named_values.c.name)
    )
    return [
        _still_good(game, row.name, msgspec.json.decode(row.record, type=dict[str, Plain])) for row in rows
    ]


def _still_good(game: Game, name: str, values: dict[str, Plain]) -> NamedValues:
    try:
        return NamedValues(name, changes(game, values))
    except Refusal as refusal:
        return NamedValues(name, {}, refusal.why)


def keep(connection: Connection, guest: str, game: Game, named: NamedValues) -> None:
    """Keep the values, in place of others of that name; refuses more names than :data:`MOST`."""
    one_at_a_time(connection)
    forget(connection, guest, game, named.name)
    count = connection.execute(
        select(func.count()).where(named_values.c.guest == guest, named_values.c.game == game.key)
    ).scalar_one()
    if count >= MOST:
        raise Refusal(f"you keep {count} sets of values for {game.title}: forget one first")
    connection.execute(
        insert(named_values).values(
            guest=guest, game=game.key, name=named.name, record=msgspec.json.encode(named.values)
        )
    )


def forget(connection: Connection, guest: str, game: Game, name: str) -> bool:
    """Whether there was something under that name."""
    done = connection.execute(
        erase(named_values).where(
            named_values.c.guest == guest, named_values.c.game == game.key, named_values.c.name == name
        )
    )
    return done.rowcount > 0


# HTTP


@get("/api/games/{key:str}/values")
async def list_values(request: AnyRequest, signer: Signer, hall: Hall, key: str) -> list[NamedValues]:
    """The values that you keep for a game."""
    guest, game = must_be_guest(request, signer), known_game(key)
    return await hall.store.read(lambda connection: kept_by(connection, guest.id, game))


@put("/api/games/{key:str}/values")
async def save_values(
    request: AnyRequest, signer: Signer, hall: Hall, key: str, data: NamedValues
) -> NamedValues:
    """Keep values under a name, in place of what was kept under it."""
    guest, game = must_be_guest(request, signer), known_game(key)
    named = NamedValues(checked_name(data.name), changes(game, data.values))
    await hall.store.write(lambda connection: keep(connection, guest.id, game, named))
    return named


@delete("/api/games/{key:str}/values")
async def delete_values(request: AnyRequest, signer: Signer, hall: Hall, key: str, name: str) -> None:
    """Delete the values of that name."""
    guest, game = must_be_guest(request, signer), known_game(key)
    if not await hall.store.write(lambda connection: forget(connection, guest.id, game, name)):
        raise Refusal(f"you keep no values named {name[:60]!r} for {game.title}", 404)


@post("/api/games/{key:str}/values/read", status_code=200)
async def read_values(request: AnyRequest, hall: Hall, key: str, data: ValuesFile) -> NamedValues:
    """The values in a file; a wrong file is refused with line and reason. Nothing is kept."""
    game = known_game(key)
    values = await hall.heavy.run(client_address(request), lambda: in_file(game, data))
    stem = data.name.rpartition("/")[2].removesuffix(".toml")[:NAME_LENGTH]
    return NamedValues(stem, changes(game, values))


@post("/api/games/{key:str}/values/write", status_code=200, media_type=MediaType.TEXT)
async def write_values(key: str, data: NamedValues) -> Response[str]:
    """The values as a file, which may be edited and read again."""
    game = known_game(key)
    text = game.write_values(changes(game, data.values), checked_name(data.name))
    return Response(text, media_type="application/toml; charset=utf-8")


ROUTES = (list_values, save_values, delete_values, read_values, write_values)
