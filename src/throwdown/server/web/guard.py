"""What every answer and every request must satisfy: own origin, safe headers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader
from litestar.handlers.base import BaseRouteHandler

from throwdown.server.errors import Refusal
from throwdown.server.limits import household

CONTENT_SECURITY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "worker-src 'self' blob:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
    )
)

HEADERS = (
    ResponseHeader(name="content-security-policy", value=CONTENT_SECURITY),
    ResponseHeader(name="x-content-type-options", value="nosniff"),
    ResponseHeader(name="x-frame-options", value="DENY"),
    ResponseHeader(name="referrer-policy", value="same-origin"),
    ResponseHeader(name="permissions-policy", value="camera=(), geolocation=(), microphone=()"),
)

SAFE = {"GET", "HEAD", "OPTIONS"}


def same_origin(headers: Mapping[str, str], allowed: Collection[str]) -> bool:
    """Whether a request comes from this server's own pages, or from a program (which sends no origin)."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return origin in allowed or _host_of(origin) == headers.get("host")


def _host_of(origin: str) -> str:
    """The host and port that an ``Origin`` header names; empty for one that names none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def client_address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address that a request counts under in limits by address: the client's own, also behind a trusted
    proxy; of IPv6 the network of its household."""
    return household(connection.client.host) if connection.client else ""


async def guard_changes(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a request that would change something when another site's page sends it.

    It awaits nothing: Litestar would run a plain function in a thread of its own, for every request.
    """
    scope: Any = connection.scope
    if scope["type"] == "websocket" or scope["method"] in SAFE:
        return
    if not same_origin(connection.headers, connection.app.state.settings.origins):
        origin = connection.headers.get("origin", "")[:100] or "another site's"
        raise Refusal(f"requests come from this server's own pages, not from {origin}", 403)
