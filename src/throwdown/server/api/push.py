"""HTTP: browsers that are told of a turn while no page is open."""

from __future__ import annotations

from functools import partial

from litestar import delete, get, put
from litestar.datastructures import CacheControlHeader
from msgspec import Struct
from sqlalchemy import Connection

from throwdown.server.api.games import AnyRequest, must_be_guest
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Signer
from throwdown.server.hall import Hall
from throwdown.server.notify import push
from throwdown.server.notify.calling import test_call
from throwdown.server.notify.outgoing import Failed
from throwdown.server.web.guard import client_address


class Pushing(Struct, frozen=True):
    """The public key for which a browser subscribes at its push service, 65 bytes in URL-safe Base64, and the
    ids of your browsers that are told: 32 hexadecimal digits of the SHA-256 of a push service's address."""

    key: str
    browsers: tuple[str, ...]


class Subscription(Struct, frozen=True):
    """What a browser's push service gave: its address, and the browser's keys in URL-safe Base64."""

    endpoint: str
    p256dh: str
    auth: str


async def _pushing(hall: Hall, guest: str) -> Pushing:
    found = await hall.store.read(partial(push.browsers, guest=guest))
    return Pushing(await hall.caller.push_key(), tuple(one.id for one in found))


@get("/api/me/push", cache_control=CacheControlHeader(no_store=True))
async def my_push_browsers(request: AnyRequest, signer: Signer, hall: Hall) -> Pushing:
    """Which of your browsers show notices while no page is open."""
    return await _pushing(hall, must_be_guest(request, signer).id)


@put("/api/me/push")
async def subscribe_push(request: AnyRequest, signer: Signer, hall: Hall, data: Subscription) -> Pushing:
    """Have a browser show notices: a first one is sent now, and the browser counts if its push service takes
    that. A browser that showed somebody else's shows yours from now on."""
    guest = must_be_guest(request, signer)
    base = str(request.base_url).rstrip("/")
    plain = bool(hall.settings.call_networks)
    browser = push.checked(data.endpoint, data.p256dh, data.auth, base, plain=plain)
    if await hall.store.read(partial(push.owner, browser=browser.id)) != guest.id:
        if not hall.calls.take(client_address(request)) or not hall.calls.take(f"guest {guest.id}"):
            raise Refusal("you have tried many addresses: wait a while before the next", 429)
        try:
            await hall.caller.push(browser, test_call())
        except Failed as error:
            raise Refusal(f"the browser's push service was called, and {error}", 400) from None

    def work(connection: Connection) -> None:
        push.keep(connection, guest.id, browser)

    await hall.caller.change(guest.id, hall.trusted(guest.id, work))
    return await _pushing(hall, guest.id)


@delete("/api/me/push/{browser:str}")
async def unsubscribe_push(request: AnyRequest, signer: Signer, hall: Hall, browser: str) -> None:
    """Have the browser of that id show no more notices."""
    guest = must_be_guest(request, signer).id
    await hall.caller.change(guest, partial(push.drop, guest=guest, browser=browser))


ROUTES = [my_push_browsers, subscribe_push, unsubscribe_push]
