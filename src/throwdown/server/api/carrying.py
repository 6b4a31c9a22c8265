"""HTTP: one person on several devices."""

from __future__ import annotations

import time
from functools import partial

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from msgspec import Struct

from throwdown.server.api.games import AnyRequest, cookie, must_be_guest
from throwdown.server.api.tables import qr_code, shared_address
from throwdown.server.errors import Refusal
from throwdown.server.guests import carrying
from throwdown.server.guests.codes import Tries
from throwdown.server.guests.identity import Signer
from throwdown.server.hall import Hall
from throwdown.server.web.guard import client_address
from throwdown.server.wire.forms import Me


class Carry(Struct, frozen=True):
    """A code for another device, the address that holds it, its QR code as an SVG, and for how many seconds
    it is good."""

    code: str
    url: str
    qr: str
    seconds: float


class Phrase(Struct, frozen=True):
    """The words that bring you back on any device; shown once."""

    words: str


class HasPhrase(Struct, frozen=True):
    """Whether you have a phrase."""

    kept: bool


class Given(Struct, frozen=True):
    """A code or a phrase, as it was typed."""

    words: str


def _may_make(request: AnyRequest, hall: Hall, guest: str) -> None:
    if not hall.calls.take(client_address(request)) or not hall.calls.take(f"guest {guest}"):
        raise Refusal("you have made many codes: wait a while before the next", 429)


@post("/api/me/carry")
async def make_carrying_code(request: AnyRequest, signer: Signer, hall: Hall) -> Carry:
    """Make a code by which another device becomes yours; it is good once, for ten minutes."""
    guest = must_be_guest(request, signer)
    _may_make(request, hall, guest.id)
    words = carrying.new_words(carrying.WORDS)
    keep = partial(carrying.keep_code, guest=guest, words=words, now=time.time())
    await hall.store.write(hall.trusted(guest.id, keep))
    url = shared_address(request, hall, f"carry#{words.replace(' ', '-')}")
    drawn = await hall.heavy.run(client_address(request), partial(qr_code, url))
    return Carry(words, url, drawn.decode(), carrying.GOOD_FOR)


@get("/api/me/phrase", cache_control=CacheControlHeader(no_store=True))
async def has_phrase(request: AnyRequest, signer: Signer, hall: Hall) -> HasPhrase:
    """Whether a phrase brings you back."""
    guest = must_be_guest(request, signer)
    return HasPhrase(await hall.store.read(partial(carrying.has_phrase, guest=guest.id)))


@post("/api/me/phrase")
async def make_phrase(request: AnyRequest, signer: Signer, hall: Hall) -> Phrase:
    """Make a phrase by which any device becomes yours, until you make another."""
    guest = must_be_guest(request, signer)
    _may_make(request, hall, guest.id)
    words = carrying.new_words(carrying.PHRASE)
    keep = partial(carrying.keep_phrase, guest=guest, words=words)
    await hall.store.write(hall.trusted(guest.id, keep))
    return Phrase(words)


@post("/api/carry", status_code=200)
async def become_by_words(
    request: AnyRequest, signer: Signer, hall: Hall, tries: Tries, data: Given
) -> Response[Me]:
    """Become the guest of a code or a phrase on this device; few tries a minute."""
    tries.take_long(client_address(request))
    guest = await hall.store.write(partial(carrying.take, words=data.words[:200]))
    if guest is None:
        raise Refusal("that code is unknown, was used already, or is older than ten minutes", 404)
    return Response(Me(guest.name, guest.colour), cookies=[cookie(request, signer, guest)])


ROUTES = [make_carrying_code, has_phrase, make_phrase, become_by_words]
