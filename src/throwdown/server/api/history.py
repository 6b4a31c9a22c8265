"""HTTP: a guest's own finished matches, their transcripts, and forgetting them."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import partial

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from msgspec import Struct

from throwdown.server.api.games import AnyRequest, must_be_guest
from throwdown.server.archive import history
from throwdown.server.archive.finished import ended, told, transcript_of
from throwdown.server.archive.history import Finished
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.hall import Hall
from throwdown.server.room import company
from throwdown.server.table import records
from throwdown.server.web.guard import client_address

OWN = CacheControlHeader(no_store=True)


class Forgotten(Struct, frozen=True):
    """From how many matches a guest was taken out."""

    matches: int


@get("/api/me/matches", cache_control=OWN)
async def my_matches(request: AnyRequest, signer: Signer, hall: Hall) -> tuple[Finished, ...]:
    """The finished matches of the guest that the cookie names, the newest first, 500 at most."""
    guest = must_be_guest(request, signer)
    return await hall.store.read(partial(history.of_guest, guest=guest.id))


@get("/api/me/transcripts", cache_control=OWN, compressed=True, media_type="application/zip")
async def my_transcripts(request: AnyRequest, signer: Signer, hall: Hall) -> Response[bytes]:
    """The transcripts of the guest's finished matches, as a ZIP file; ``throwdown verify`` checks each."""
    guest, address = must_be_guest(request, signer), client_address(request)
    if not hall.packing.enter(address):
        raise Refusal("your matches are being packed already: wait for that", 429)
    try:
        packed = await zipped(hall, address, guest)
    finally:
        hall.packing.leave(address)
    name = {"content-disposition": 'attachment; filename="throwdown-matches.zip"'}
    return Response(packed, media_type="application/zip", headers=name)


@post("/api/me/matches/forget", status_code=200)
async def forget_matches(request: AnyRequest, signer: Signer, hall: Hall) -> Forgotten:
    """Take the guest's name out of the finished matches, which stay for the others, and their lines off the
    tables. It cannot be undone."""
    guest = must_be_guest(request, signer)
    for table in await hall.store.read(partial(records.tables_written_at, guest=guest.id)):
        with suppress(Refusal):  # a table that is closed has no lines
            room = await hall.room(table)
            await room.ask(partial(room.change, partial(company.forget_lines, guest=guest.id)))
    return Forgotten(await hall.store.write(partial(history.forget, guest=guest.id)))


async def zipped(hall: Hall, address: str, guest: Guest) -> bytes:
    """A ZIP file of a guest's transcripts, each written in its turn among what others ask for. Matches that
    cannot be told, since they were broken off, are left out."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for place in await hall.store.read(partial(history.places_of, guest=guest.id)):
            with leaving_out():
                match = await ended(hall.store, place.table, place.number)
                text = await told(hall.store, hall.heavy, address, match, "transcript", transcript_of)
                name = f"{match.record.game}-{place.table}-{place.number}.txt"
                await hall.heavy.run(address, partial(_add, file, name, text))
    return packed.getvalue()


@contextmanager
def leaving_out() -> Generator[None]:
    """Nothing is told of a match that cannot be; where it only has to wait, the refusal stands."""
    try:
        yield
    except Refusal as refusal:
        if refusal.status == 429:
            raise


def _add(file: zipfile.ZipFile, name: str, text: bytes) -> None:
    file.writestr(name, gzip.decompress(text))


ROUTES = [my_matches, my_transcripts, forget_matches]
