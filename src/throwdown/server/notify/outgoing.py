"""Requests that this server makes to addresses that people give: to public hosts alone, whatever their names.

A name is looked up once and every address that it has is checked; the connection goes to one of those, so
that a name that changes its address meanwhile leads nowhere else. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping, Sequence
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from throwdown.server.errors import Refusal

LONGEST = 1024  # letters of an address: those of push services are long
ANSWER = 4096  # bytes that are read of an answer
LEAST_PORT = 1024  # below, only the ports of the web
WEB = {"http": 80, "https": 443}
NAT64 = IPv6Network("64:ff9b::/96")
COMPATIBLE = IPv6Network("::/96")
RELAYS = IPv4Network("192.88.99.0/24")  # of 6to4, which lead on to whatever network; RFC 7526 takes them back

Network = IPv4Network | IPv6Network
IP = IPv4Address | IPv6Address


class Failed(Exception):
    """The request was not answered as it should be; the message says how, without what came. ``status`` is
    that of the answer, 0 where there was none."""

    def __init__(self, why: str, status: int = 0) -> None:
        super().__init__(why)
        self.status = status


class Target(NamedTuple):
    """Where a request goes."""

    is_secure: bool
    host: str
    port: int
    path: str


def target_of(url: str) -> Target:
    """The parts of a web address; refuses, quoting it, what is none or cannot be called."""
    try:
        parts = urlsplit(url)
        port = parts.port
        (parts.hostname or "").encode("idna")  # no label is empty or has more than 63 letters
    except ValueError:
        parts, port = urlsplit(""), None
    is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    if not is_plain or parts.scheme not in WEB or not parts.hostname:
        raise Refusal(
            f"no web address: {url[:60]!r}; needs https://host/path, {LONGEST} letters at most", 400
        )
    if parts.username is not None or parts.password is not None:
        raise Refusal("an address with a name and a password in it is not called", 400)
    port = WEB[parts.scheme] if port is None else port
    if port not in WEB.values() and port < LEAST_PORT:
        raise Refusal(f"port {port} is not called: needs 80, 443, or {LEAST_PORT} and above", 400)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port, path)


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """The networks written as ``192.168.0.0/16``; raises :class:`ValueError`."""
    return tuple(ip_network(text) for text in texts)


def is_allowed(ip: IP, allowed: Sequence[Network] = ()) -> bool:
    """Whether requests may go to ``ip``: a public address, or one in a network that the host allows. An
    address that holds another one counts as that."""
    inner = _within(ip)
    if any(each in network for network in allowed for each in (ip, inner)):
        return True
    if inner != ip:
        return is_allowed(inner)
    if isinstance(ip, IPv6Address) and ip.is_site_local:  # Python takes these private networks for public
        return False
    if ip in RELAYS:  # and these, too
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)


def _within(ip: IP) -> IP:
    if isinstance(ip, IPv4Address):
        return ip
    found = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
    if found is None and (ip in NAT64 or (ip in COMPATIBLE and int(ip) > 1)):
        found = IPv4Address(int(ip) & 0xFFFFFFFF)
    return found or ip


async def look_up(host: str, port: int, allowed: Sequence[Network] = ()) -> list[str]:
    """The addresses of ``host``; raises :class:`Failed` where it has none, or one that is not called."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        raise Failed("the host is not known") from None
    addresses = list(dict.fromkeys(str(one[4][0]).partition("%")[0] for one in found))
    if not addresses or not all(is_allowed(ip_address(each), allowed) for each in addresses):
        raise Failed("the host is in a network that is not called")
    return addresses


@cache
def trusted() -> ssl.SSLContext:
    """Whom this server trusts to be who they say. All authorities that the system knows are read when it is
    first made: not on the event loop."""
    return ssl.create_default_context()


async def post(
    url: str, body: bytes, headers: Mapping[str, str], allowed: Sequence[Network] = (), seconds: float = 10.0
) -> None:
    """Send ``body``; raises :class:`Failed` unless it is answered with a status of success in time."""
    try:
        async with asyncio.timeout(seconds):
            status = await _ask(target_of(url), body, headers, allowed)
    except TimeoutError:
        raise Failed(f"no answer within {seconds:g} seconds") from None
    except (OSError, ssl.SSLError, EOFError):
        raise Failed("the host does not answer") from None
    if not 200 <= status < 300:
        raise Failed(
            f"it answered {status}" + (": redirects are not followed" if 300 <= status < 400 else ""), status
        )


async def _ask(target: Target, body: bytes, headers: Mapping[str, str], allowed: Sequence[Network]) -> int:
    """The status of the answer."""
    address = (await look_up(target.host, target.port, allowed))[0]
    context = await asyncio.to_thread(trusted) if target.is_secure else None
    name = target.host if target.is_secure else None
    reader, writer = await asyncio.open_connection(
        address, target.port, limit=ANSWER, ssl=context, server_hostname=name
    )
    try:
        host = f"[{target.host}]" if ":" in target.host else target.host
        named = (
            host if target.port == WEB["https" if target.is_secure else "http"] else f"{host}:{target.port}"
        )
        told = {"Host": named, "Content-Length": str(len(body)), "Connection": "close", **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"POST {target.path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        await writer.drain()
        line = await reader.readuntil(b"\n")
    except (asyncio.LimitOverrunError, asyncio.IncompleteReadError):
        raise Failed("it answered what is no HTTP") from None
    finally:
        writer.close()
    parts = line.split(maxsplit=2)
    if len(parts) < 2 or not parts[0].startswith(b"HTTP/") or not parts[1].isdigit():
        raise Failed("it answered what is no HTTP")
    return int(parts[1])
