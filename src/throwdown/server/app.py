"""The web application: routes, what they are given, and how refusals are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, SerializationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.response import Stream
from litestar.utils.scope.state import ScopeState

import throwdown
from throwdown.kernel.errors import quoted
from throwdown.server import house
from throwdown.server.admin import Admin
from throwdown.server.api import routes
from throwdown.server.api.buzzer import Buzzers
from throwdown.server.api.games import game_specs
from throwdown.server.api.referee import Bench
from throwdown.server.beside.beside import Beside
from throwdown.server.errors import Refusal, clause
from throwdown.server.guests import cookies
from throwdown.server.guests.codes import Tries
from throwdown.server.guests.identity import Renewals, Signer
from throwdown.server.hall import Hall
from throwdown.server.keeping.backups import keep_backups
from throwdown.server.logs import REQUEST
from throwdown.server.metrics import Metrics
from throwdown.server.notify import push
from throwdown.server.settings import Settings
from throwdown.server.storage import bus
from throwdown.server.storage.store import AWAY, Store, is_lost
from throwdown.server.web import openapi
from throwdown.server.web.bundle import Bundle, browser_bundle
from throwdown.server.web.guard import HEADERS, client_address, guard_changes
from throwdown.server.web.live import live
from throwdown.server.wire.messages import message_schema
from throwdown.server.work.heavy import sent

LARGEST_REQUEST = 64 * 1024  # bytes
KEEP_UP = 60.0  # seconds
FIRST_COMERS = 1.0  # seconds after the start in which those who were here before come back
COMPRESSED = CompressionConfig(backend="gzip", minimum_size=1024, exclude_opt_key="compressed")

log = logging.getLogger("throwdown.server")


@get(
    "/api/schema/messages.json",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(dict[str, Any])},
)
async def messages(request: Request[Any, Any, State], hall: Hall) -> Stream:
    """The JSON schema of the WebSocket's messages."""

    def made() -> bytes:
        return msgspec.json.encode(message_schema())

    return sent(request, await hall.heavy.answer(client_address(request), "messages", made))


def refused(_request: Request[Any, Any, State], refusal: Refusal) -> Response[dict[str, str]]:
    return Response({"why": refusal.why}, status_code=refusal.status)


def not_understood(request: Request[Any, Any, State], error: HTTPException) -> Response[dict[str, str]]:
    """Litestar's own refusals in our words: what is wrong, and with which request or part of it."""
    return Response({"why": _fault(request, error)}, status_code=error.status_code, headers=error.headers)


def _fault(request: Request[Any, Any, State], error: HTTPException) -> str:
    asked = f"{request.method} {request.url.path[:100]!r}"
    if error.status_code == 404:
        return f"nothing answers {asked}: there is no such address"
    if error.status_code == 405:
        return f"nothing answers {asked}: that address takes {(error.headers or {}).get('allow')}"
    if error.status_code == 413:
        most = request.route_handler.resolve_request_max_body_size()
        return f"what came with {asked} is too long: at most {most} bytes are read"
    if isinstance(error.__cause__, SerializationException):
        return f"cannot read the JSON that came with {asked}: {clause(error.detail)}"
    faults = _faulty_fields(cast("object", error.extra))
    if faults == ["data: 'data'"]:  # the name of what is missing
        return f"nothing came with {asked}: it needs JSON"
    return f"cannot do {asked}: {'; '.join(faults)}{_came(request)}" if faults else clause(error.detail)


def _faulty_fields(extra: object) -> list[str]:
    """What is wrong with the fields of a request, by their names; ``extra`` is as Litestar has it."""
    parts = cast("list[Any]", extra) if isinstance(extra, list) else []
    return [f"{part.get('key', 'request')}: {clause(str(part.get('message', '')))}" for part in parts if part]


def _came(request: Request[Any, Any, State]) -> str:
    """The beginning of the body that was read; empty where none was."""
    body = ScopeState.from_scope(request.scope).body
    return f" in {quoted(body.decode(errors='replace'))}" if isinstance(body, bytes) and body else ""


def nested_too_deeply(_request: Request[Any, Any, State], _error: RecursionError) -> Response[dict[str, str]]:
    return Response({"why": "the request's lists are nested too deeply"}, status_code=400)


def no_text(_request: Request[Any, Any, State], error: UnicodeDecodeError) -> Response[dict[str, str]]:
    """A body's text that is none; Litestar passes only the other faults of JSON on as refusals."""
    return Response({"why": f"the request's text is not UTF-8: {error.reason}"}, status_code=400)


def failed(request: Request[Any, Any, State], error: Exception) -> Response[dict[str, str]]:
    if is_lost(error):
        log.warning("%s %s: %s", request.method, request.url.path, bus.one_line(error))
        return Response({"why": AWAY}, status_code=503)
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    why = f"the server failed; what was confirmed is saved (request {REQUEST.get()})"
    return Response({"why": why}, status_code=500)


def provided(part: object) -> Provide:
    """Hands ``part`` to every handler that names it."""

    def give() -> Any:
        return part

    return Provide(give, sync_to_thread=False)


async def keep_up(store: Store, signer: Signer, hall: Hall) -> None:
    """Learn from time to time what other processes have saved about cookies, and what the host has said."""
    while True:
        await asyncio.sleep(KEEP_UP)
        try:
            known = await store.read(cookies.load)
            hall.house.learn(await store.read(house.load))
        except Exception as error:  # the next look comes anyway
            log.warning("cannot look for keys of cookies: %s", bus.one_line(error))
            continue
        signer.learn(known.keys, known.unknown)
        hall.send_away(hall.renewals.learn(known.renewed))


async def prepare(app: Litestar, hall: Hall) -> None:
    """Make, in a thread, what would hold up the event loop when it is first asked for; after those who come
    back to their tables when the server is started again."""

    def make() -> None:
        game_specs()
        app.openapi_schema  # noqa: B018  # it is kept

    await asyncio.sleep(FIRST_COMERS)
    await hall.lull()
    await asyncio.to_thread(make)


ROUTES = [*routes.ROUTES, messages, live, browser_bundle]


class App(Litestar):
    """Litestar without its plugins for models of pydantic and attrs, which no route has: to load those takes
    a fifth of a second of every start."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def make_app(settings: Settings, store: Store, metrics: Metrics | None = None) -> Litestar:
    """The application over an open store; ``metrics`` are its figures, where somebody reads them."""
    renewals = Renewals()
    metrics = metrics or Metrics()
    store.noted = metrics.saved
    hall = Hall(settings, store, bus.Bus(bus.address(settings)), renewals)
    with store.writing.begin() as connection:
        cookies.prepare(connection)
        push.prepare(connection)
        known = cookies.load(connection)
        hall.house.learn(house.load(connection))
    renewals.learn(known.renewed)
    signer = Signer(*known.keys, renewals=renewals, unknown=known.unknown)
    beside = Beside(store)
    bench = Bench(beside)
    parts: dict[str, object] = {  # no request has a field of such a name: Litestar would take it for the part
        "hall": hall,
        "signer": signer,
        "tries": Tries(),
        "admin": Admin(settings.admin),
        "metrics": metrics,
        "beside": beside,
        "bench": bench,
        "buzzers": Buzzers(bench),
        "bundle": Bundle(settings.bundle),
    }

    @asynccontextmanager
    async def serving(app: Litestar) -> AsyncGenerator[None]:
        await hall.start()
        tasks = [asyncio.create_task(keep_up(store, signer, hall)), asyncio.create_task(metrics.watch())]
        if settings.backups:
            tasks.append(asyncio.create_task(keep_backups(settings, settings.backups)))
        if settings.compile_aside:
            tasks.append(asyncio.create_task(prepare(app, hall)))
        yield
        for task in tasks:
            task.cancel()
        bench.stop()
        await hall.stop()

    return App(
        compression_config=COMPRESSED,
        route_handlers=ROUTES,
        dependencies={name: provided(part) for name, part in parts.items()},
        exception_handlers={
            Refusal: refused,
            HTTPException: not_understood,
            RecursionError: nested_too_deeply,
            UnicodeDecodeError: no_text,
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
            path=openapi.PATH,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            openapi_router=openapi.router(),
            operation_id_creator=openapi.operation_id,
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )
