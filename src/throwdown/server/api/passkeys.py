"""HTTP: passkeys, by which a fresh browser becomes a guest again."""

from __future__ import annotations

from functools import partial
from ipaddress import ip_address
from typing import Any

from litestar import Response, delete, get, post
from litestar.datastructures import CacheControlHeader
from msgspec import Struct

from throwdown.server.api.games import AnyRequest, cookie, must_be_guest
from throwdown.server.errors import Refusal
from throwdown.server.guests import passkeys
from throwdown.server.guests.codes import Tries
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.guests.passkeys import Place
from throwdown.server.hall import Hall
from throwdown.server.web.guard import client_address
from throwdown.server.wire.forms import Me

MAKING, PROVING = "make a passkey", "prove a passkey"


class PasskeyLine(Struct, frozen=True):
    """A passkey of yours: the host at which it is good, when it was made and last used, in seconds since 1970
    (0: never), and whether it is on several devices."""

    id: str
    host: str
    made: float
    used: float
    synced: bool


class Passkeys(Struct, frozen=True):
    """Your passkeys, and why none can be made where this server is asked like this: empty where one can."""

    kept: tuple[PasskeyLine, ...]
    why_not: str


class PasskeyAsked(Struct, frozen=True):
    """What the browser is asked for: ``PublicKeyCredentialCreationOptionsJSON`` or
    ``PublicKeyCredentialRequestOptionsJSON`` of WebAuthn."""

    options: dict[str, Any]


class PasskeyProved(Struct, frozen=True):
    """What the browser answered: the JSON of its ``PublicKeyCredential``."""

    credential: dict[str, Any]


def why_not(request: AnyRequest) -> str:
    """Why no passkey is made or used where this server is asked so; empty where they are."""
    host = request.base_url.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        if request.url.scheme == "https" or host == "localhost":
            return ""
        return "browsers make and use passkeys over https alone"
    return f"passkeys belong to a name, and {host} is an address: ask for this server by its name"


def place_of(request: AnyRequest) -> Place:
    """Where passkeys are made and used; refuses where they are not."""
    if why := why_not(request):
        raise Refusal(why, 400)
    return Place(request.base_url.hostname or "", str(request.base_url).rstrip("/"))


async def _told(request: AnyRequest, hall: Hall, guest: str) -> Passkeys:
    found = await hall.store.read(partial(passkeys.of_guest, guest=guest))
    kept = (PasskeyLine(one.id, one.host, one.made, one.used, one.synced) for one in found)
    return Passkeys(tuple(kept), why_not(request))


@get("/api/me/passkeys", cache_control=CacheControlHeader(no_store=True))
async def my_passkeys(request: AnyRequest, signer: Signer, hall: Hall) -> Passkeys:
    """Your passkeys."""
    return await _told(request, hall, must_be_guest(request, signer).id)


@post("/api/me/passkeys/options", status_code=200)
async def passkey_creation_options(request: AnyRequest, signer: Signer, hall: Hall) -> PasskeyAsked:
    """What a browser needs to make a passkey for you."""
    guest, place = must_be_guest(request, signer), place_of(request)
    kept = await hall.store.read(partial(passkeys.of_guest, guest=guest.id))
    challenge = passkeys.new_challenge(signer, f"{MAKING} {guest.id}")
    user = signer.stamp(f"passkeys of {guest.id}".encode())
    make = partial(passkeys.creation, guest, place, challenge, kept, user)
    return PasskeyAsked(await hall.heavy.run(client_address(request), make))


@post("/api/me/passkeys", status_code=200)
async def add_passkey(request: AnyRequest, signer: Signer, hall: Hall, data: PasskeyProved) -> Passkeys:
    """Keep a passkey that the browser has made."""
    guest, place = must_be_guest(request, signer), place_of(request)
    if not hall.calls.take(client_address(request)) or not hall.calls.take(f"guest {guest.id}"):
        raise Refusal("you have made many passkeys: wait a while before the next", 429)
    challenge = passkeys.answered(signer, f"{MAKING} {guest.id}", data.credential)
    check = partial(passkeys.made, guest, place, challenge, data.credential)
    passkey = await hall.heavy.run(client_address(request), check)
    add = partial(passkeys.add, guest=guest.id, passkey=passkey, challenge=challenge)
    await hall.store.write(hall.trusted(guest.id, add))
    return await _told(request, hall, guest.id)


@delete("/api/me/passkeys/{passkey:str}", status_code=200)
async def remove_passkey(request: AnyRequest, signer: Signer, hall: Hall, passkey: str) -> Passkeys:
    """Remove a passkey: it is good no more, though a device offers it until it is removed there too."""
    guest = must_be_guest(request, signer)
    await hall.store.write(partial(passkeys.remove, guest=guest.id, passkey=passkey))
    return await _told(request, hall, guest.id)


@post("/api/passkeys/options", status_code=200)
async def passkey_request_options(request: AnyRequest, signer: Signer, hall: Hall) -> PasskeyAsked:
    """What a browser needs to ask for a passkey."""
    challenge = passkeys.new_challenge(signer, PROVING)
    ask = partial(passkeys.request, place_of(request), challenge)
    return PasskeyAsked(await hall.heavy.run(client_address(request), ask))


@post("/api/passkeys", status_code=200)
async def become_by_passkey(
    request: AnyRequest, signer: Signer, hall: Hall, tries: Tries, data: PasskeyProved
) -> Response[Me]:
    """Become the guest of a passkey on this device; few tries a minute."""
    place, address = place_of(request), client_address(request)
    tries.take_long(address)
    challenge = passkeys.answered(signer, PROVING, data.credential)
    found = await hall.store.read(partial(passkeys.known, passkey=str(data.credential.get("id"))[:1400]))
    if found is None or found[1].host != place.host:
        raise Refusal(passkeys.UNKNOWN, 404)
    guest, passkey = found
    check = partial(passkeys.proved, passkey, place, challenge, data.credential)
    passkey = await hall.heavy.run(address, check)
    await hall.store.write(partial(passkeys.note_use, passkey=passkey, challenge=challenge))
    one = Guest(guest, passkey.name, passkey.colour)
    return Response(Me(one.name, one.colour), cookies=[cookie(request, signer, one)])


ROUTES = [
    my_passkeys,
    passkey_creation_options,
    add_passkey,
    remove_passkey,
    passkey_request_options,
    become_by_passkey,
]
