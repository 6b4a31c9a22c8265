"""The web application: routes, what they are given, and how refusals are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

import throwdown
from throwdown.server import (
    api_beside,
    api_carrying,
    api_company,
    api_dice,
    api_games,
    api_history,
    api_learn,
    api_people,
    api_referee,
    api_study,
    api_tables,
    bus,
    cookies,
    values,
)
from throwdown.server.beside import Beside
from throwdown.server.bundle import Bundle, browser_bundle
from throwdown.server.codes import Tries
from throwdown.server.errors import Refusal
from throwdown.server.guard import HEADERS, guard_changes
from throwdown.server.hall import Hall
from throwdown.server.identity import Renewals, Signer
from throwdown.server.live import live
from throwdown.server.messages import message_schema
from throwdown.server.openapi import Document
from throwdown.server.settings import Settings
from throwdown.server.store import Store

LARGEST_REQUEST = 64 * 1024  # bytes
KEEP_UP = 60.0  # seconds
FIRST_COMERS = 1.0  # seconds after the start in which those who were here before come back
COMPRESSED = CompressionConfig(backend="gzip", minimum_size=1024, exclude_opt_key="compressed")

log = logging.getLogger("throwdown.server")


@get("/api/schema/messages.json", sync_to_thread=False)
def messages() -> dict[str, Any]:
    """The JSON schema of the WebSocket's messages."""
    return message_schema()


def refused(_request: Request[Any, Any, State], refusal: Refusal) -> Response[dict[str, str]]:
    return Response({"why": refusal.why}, status_code=refusal.status)


def not_understood(_request: Request[Any, Any, State], error: HTTPException) -> Response[dict[str, str]]:
    """Litestar's own refusals in our words: what is wrong, and with which part."""
    extra: Any = error.extra
    parts = [f"{part.get('key', 'request')}: {part.get('message', '')}" for part in extra or () if part]
    why = "; ".join([error.detail, *parts]) if isinstance(extra, list) else error.detail
    return Response({"why": why[:1].lower() + why[1:]}, status_code=error.status_code)


def nested_too_deeply(_request: Request[Any, Any, State], _error: RecursionError) -> Response[dict[str, str]]:
    return Response({"why": "the request's lists are nested too deeply"}, status_code=400)


def failed(request: Request[Any, Any, State], error: Exception) -> Response[dict[str, str]]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response({"why": "the server failed; what was confirmed is saved"}, status_code=500)


def provided(part: object) -> Provide:
    """Hands ``part`` to every handler that names it."""

    def give() -> Any:
        return part

    return Provide(give, sync_to_thread=False)


async def keep_up(store: Store, signer: Signer, hall: Hall) -> None:
    """Learn from time to time what other processes have saved about cookies."""
    while True:
        await asyncio.sleep(KEEP_UP)
        try:
            known = await store.read(cookies.load)
        except Exception as error:
            log.warning("cannot look for keys of cookies: %s", bus.one_line(error))
            continue
        signer.learn(known.keys, known.unknown)
        hall.send_away(hall.renewals.learn(known.renewed))


async def prepare(app: Litestar, hall: Hall) -> None:
    """Make, in a thread, what would hold up the event loop when it is first asked for; after those who come
    back to their tables when the server is started again."""

    def make() -> None:
        api_games.game_specs()
        app.openapi_schema  # noqa: B018  # it is kept

    await asyncio.sleep(FIRST_COMERS)
    await hall.lull()
    await asyncio.to_thread(make)


ROUTES = [
    *(api_games.who_am_i, api_games.call_me, api_games.forget_elsewhere),
    *(api_games.list_games, api_games.list_broken_games, api_games.game_rules),
    api_learn.one_lesson,
    *(api_tables.lobby, api_tables.open_table, api_tables.join_by_code, api_tables.one_table),
    *(api_tables.sit, api_tables.stand, api_tables.put_bot, api_tables.put_order),
    *(api_tables.link, api_tables.qr, api_tables.transcript, api_tables.replay),
    *(api_dice.dice, api_dice.verify),
    *values.ROUTES,
    *api_study.ROUTES,
    *api_history.ROUTES,
    *api_beside.ROUTES,
    *api_referee.ROUTES,
    *api_company.ROUTES,
    *api_people.ROUTES,
    *api_carrying.ROUTES,
    *(messages, live, browser_bundle),
]


def make_app(settings: Settings, store: Store) -> Litestar:
    """The application over an open store."""
    renewals = Renewals()
    hall = Hall(settings, store, bus.Bus(bus.address(settings)), renewals)
    with store.writing.begin() as connection:
        cookies.prepare(connection)
        known = cookies.load(connection)
    renewals.learn(known.renewed)
    signer = Signer(*known.keys, renewals=renewals, unknown=known.unknown)
    beside = Beside(store)
    parts: dict[str, object] = {
        "hall": hall,
        "signer": signer,
        "settings": settings,
        "tries": Tries(),
        "beside": beside,
        "bench": api_referee.Bench(beside),
        "bundle": Bundle(settings.bundle),
    }

    @asynccontextmanager
    async def serving(app: Litestar) -> AsyncGenerator[None]:
        await hall.start()
        tasks = [asyncio.create_task(keep_up(store, signer, hall))]
        if settings.compile_aside:
            tasks.append(asyncio.create_task(prepare(app, hall)))
        yield
        for task in tasks:
            task.cancel()
        await hall.stop()

    return Litestar(
        compression_config=COMPRESSED,
        route_handlers=ROUTES,
        dependencies={name: provided(part) for name, part in parts.items()},
        exception_handlers={
            Refusal: refused,
            HTTPException: not_understood,
            RecursionError: nested_too_deeply,
            Exception: failed,
        },
        guards=[guard_changes],
        response_headers=HEADERS,
        request_max_body_size=LARGEST_REQUEST,
        state=State({"settings": settings, "hall": hall}),
        lifespan=[serving],
        openapi_config=OpenAPIConfig(
            title="Throwdown",
            version=throwdown.__version__,
            description="Tables and matches; the WebSocket's messages are in /api/schema/messages.json.",
            path="/api/schema",
            render_plugins=[Document(path="/openapi.json")],
        ),
        logging_config=None,
    )
