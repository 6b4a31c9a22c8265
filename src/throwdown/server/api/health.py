"""HTTP: whether the server lives, whether it can be used, and its figures."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text

from throwdown.server.admin import Admin
from throwdown.server.api.games import AnyRequest
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.metrics import Metrics

LONGEST = 2.0  # seconds that the database may take to answer
FRESH = CacheControlHeader(no_store=True)


@get("/healthz", media_type=MediaType.TEXT, cache_control=FRESH)
async def is_alive() -> str:
    """Answers as long as the process and its event loop run."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, cache_control=FRESH)
async def is_ready(hall: Hall) -> str:
    """Answers where whoever comes now can play: the database answers, and the server is not drained. Else it
    refuses with status 503."""
    if hall.house.draining:
        raise Refusal("the server is being drained: matches go on, and no table is opened", 503)
    try:
        async with asyncio.timeout(LONGEST):
            await hall.store.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
    except Exception:  # whatever the driver raises, nobody can play
        raise Refusal("the database does not answer", 503) from None
    return "ready\n"


@get("/metrics", cache_control=FRESH, media_type=CONTENT_TYPE_LATEST)
async def metrics(request: AnyRequest, admin: Admin, hall: Hall, metrics: Metrics) -> Response[bytes]:
    """Figures for Prometheus, for who has the host's token (``Authorization: Bearer TOKEN``)."""
    admin.check(request)
    return Response(metrics.text(hall), media_type=CONTENT_TYPE_LATEST)


@get(["/healthz/{rest:path}", "/readyz/{rest:path}", "/metrics/{rest:path}"], include_in_schema=False)
async def nothing_there(request: AnyRequest, rest: Any) -> None:
    """No page of the application lies under these names."""
    raise Refusal(f"there is no {request.url.path[:80]!r}", 404)


ROUTES = [is_alive, is_ready, metrics, nothing_there]
