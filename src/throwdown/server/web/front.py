"""What every connection passes before the application sees it: who asks, under which name of this
server, how often, and how long its body may take.

A request that comes from a trusted proxy is taken to come from whom the proxy names, over the scheme and
under the host that it names. Anybody else's forwarding headers are ignored.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import msgspec

from throwdown.server.errors import CannotServe, Refusal
from throwdown.server.house import House
from throwdown.server.limits import Buckets, household
from throwdown.server.logs import REQUEST, new_request
from throwdown.server.metrics import NOWHERE, Metrics
from throwdown.server.settings import Settings
from throwdown.server.web.addresses import is_address, is_this_machine
from throwdown.server.web.guard import HEADERS, SAFE

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
Network = IPv4Network | IPv6Network

LONGEST_PATH = 1024  # bytes
LONGEST_QUERY = 2048
LAST_PORT = 65535
HOST = re.compile(r"(?P<name>[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?P<port>:\d{1,5})?")
PRIVATE_ENDINGS = (".local", ".localhost", ".lan", ".internal", ".home.arpa")  # in no public DNS
# Browsers ignore it, with an error in their console, on a page that came by http from another machine.
OPENER_POLICY = (b"cross-origin-opener-policy", b"same-origin")
HEADS = ("http.response.start", "websocket.accept", "websocket.http.response.start")
PROXIED = "throwdown.proxied"  # a key of the ASGI scope: the request came through a trusted proxy


def networks(addresses: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks such as ``10.0.0.0/8``; raises :class:`CannotServe` for what is neither."""
    found: list[Network] = []
    for address in addresses:
        try:
            found.append(ip_network(address, strict=False))
        except ValueError:
            raise CannotServe(
                f"a trusted proxy is an address or a network such as 10.0.0.0/8: '{address}'"
            ) from None
    return tuple(found)


def checked_origin(origin: str) -> str:
    """``origin`` if browsers may send it as one; raises :class:`CannotServe`."""
    scheme, _, host = origin.partition("://")
    if scheme not in ("http", "https") or not HOST.fullmatch(host):
        raise CannotServe(f"an origin is written as https://games.example, without a path: '{origin}'")
    return origin


class Names:
    """The names under which this server may be asked.

    Always allowed are addresses and names that the public DNS does not have, so that no stranger's name
    can be pointed at this server (DNS rebinding); the others are listed by whoever runs it.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        lowered = [name.lower().rstrip(".") for name in allowed]
        self._names = {name for name in lowered if not name.startswith("*.")}
        self._endings = tuple(name[1:] for name in lowered if name.startswith("*."))
        self._any = "*" in self._names

    def allows(self, host: str) -> bool:
        """Whether a ``Host`` header, port included, names this server."""
        found = HOST.fullmatch(host.lower())
        if not found or int((found["port"] or ":0")[1:]) > LAST_PORT:
            return False
        name = found["name"]
        if name.startswith("["):
            return ":" in name and is_address(name)
        return (
            self._any
            or name in self._names
            or name.endswith((*self._endings, *PRIVATE_ENDINGS))
            or "." not in name
            or is_address(name)
        )


@cache
def _encoded_headers() -> list[tuple[bytes, bytes]]:
    return [(header.name.encode(), str(header.value).encode()) for header in HEADERS]


def header(scope: Scope, name: bytes) -> str:
    """The last header of that name, empty where there is none."""
    return next((value.decode("latin-1") for key, value in reversed(scope["headers"]) if key == name), "")


def is_trustworthy(scope: Scope) -> bool:
    """Whether a browser takes what it is sent to be from this server: by HTTPS, or on its own machine."""
    if scope["scheme"] in ("https", "wss"):
        return True
    host = HOST.fullmatch(header(scope, b"host").lower())
    return host is not None and is_this_machine(host["name"])


class Front:
    """The ASGI application in front of ``app``."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics, house: House) -> None:
        self._app = app
        self._metrics, self._house = metrics, house
        self._settings = settings
        self._proxies = networks(settings.trusted_proxies)
        origins = [urlsplit(origin).hostname or "" for origin in settings.origins]
        self._names = Names([*settings.allowed_hosts, *origins])
        self._changes = Buckets(settings.requests_a_second, settings.requests_at_once)
        self._reads = Buckets(settings.reads_a_second, settings.reads_at_once)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        answer = _Answer(scope, send)
        token = REQUEST.set(answer.request)
        try:
            await self._answer(scope, receive, answer.send)
        finally:
            self._metrics.answered(
                scope.get("method", "WEBSOCKET"),
                scope.get("path_template") or NOWHERE,
                answer.status,
                answer.seconds,
            )
            REQUEST.reset(token)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            self._unproxy(scope)
            self._admit(scope)
        except Refusal as refusal:
            await _refuse(scope, send, refusal)
            return
        if scope["type"] == "http" and scope["method"] not in SAFE:
            receive = _within(receive, self._settings.body_timeout)
        await self._app(scope, receive, send)

    def trusts(self, address: str) -> bool:
        """Whether ``address`` is a proxy whose headers count."""
        try:
            known = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        known = getattr(known, "ipv4_mapped", None) or known
        return any(known in network for network in self._proxies)

    def _unproxy(self, scope: Scope) -> None:
        """Put the client, the scheme and the host in the scope that a trusted proxy tells."""
        peer = scope["client"][0] if scope["client"] else ""
        if not self.trusts(peer):
            return
        scope[PROXIED] = True
        hops = [hop.strip() for hop in header(scope, b"x-forwarded-for").split(",") if hop.strip()]
        client = next((hop for hop in reversed(hops) if not self.trusts(hop)), hops[0] if hops else peer)
        scope["client"] = (client[:64], 0)
        scheme = header(scope, b"x-forwarded-proto").strip().lower()
        if scheme in ("http", "https"):
            scope["scheme"] = {"http": "ws", "https": "wss"}[scheme] if scope["type"] != "http" else scheme
        host = header(scope, b"x-forwarded-host").rpartition(",")[2].strip()
        if host:
            others = [(key, value) for key, value in scope["headers"] if key != b"host"]
            scope["headers"] = [*others, (b"host", host.encode("latin-1"))]

    def _admit(self, scope: Scope) -> None:
        """Raises a refusal for a request that nothing further in needs to see."""
        path, query = scope["path"], scope["query_string"]
        if len(scope.get("raw_path") or path.encode()) > LONGEST_PATH or len(query) > LONGEST_QUERY:
            raise Refusal("the address is too long", 414)
        if "\0" in path or b"%00" in query or b"\0" in query:
            raise Refusal("an address has no NUL in it", 400)
        hosts = [value for key, value in scope["headers"] if key == b"host"]
        if len(hosts) != 1 or not self._names.allows(hosts[0].decode("latin-1")):
            raise Refusal("this server is not known under that name: --allowed-host NAME makes it known", 421)
        reads = scope["type"] == "http" and scope["method"] in SAFE
        address = household(scope["client"][0]) if scope["client"] else ""
        self._house.admit(address)
        if not (self._reads if reads else self._changes).take(address):
            raise Refusal("too many requests: wait a moment", 429)


class _Answer:
    """What is sent to a request: its id in a header, its status, and the seconds until its head was sent."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self.request = new_request()
        self.status = 500  # until it is known: the application failed before it answered
        self._send = send
        self._began = time.perf_counter()
        self.seconds = 0.0

    async def send(self, message: Any) -> None:
        kind = message["type"]
        if kind in HEADS and not self.seconds:
            self.seconds = time.perf_counter() - self._began
            self.status = message.get("status", 101 if kind == "websocket.accept" else 403)
            added = [(b"x-request-id", self.request.encode())]
            if kind == "http.response.start" and is_trustworthy(self._scope):
                added.append(OPENER_POLICY)
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await self._send(message)


def _within(receive: Receive, seconds: float) -> Receive:
    """``receive``, which refuses a body that is not there after so many seconds."""
    ends = asyncio.get_running_loop().time() + seconds
    whole = False

    async def received() -> Any:
        nonlocal whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise Refusal(f"the body took longer than {seconds:g} seconds", 408) from None
        whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    return received


async def _refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Answer with the refusal, as the application does."""
    body = msgspec.json.encode({"why": refusal.why})
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    headers = [
        *_encoded_headers(),
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
