"""HTTP: a guest's own finished matches, their transcripts, and forgetting them."""

from __future__ import annotations

import io
import zipfile
from functools import partial

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from msgspec import Struct

from throwdown.server import finished, history
from throwdown.server.api_games import AnyRequest, must_be_guest
from throwdown.server.errors import Refusal
from throwdown.server.guard import client_address
from throwdown.server.hall import Hall
from throwdown.server.history import Finished, Place
from throwdown.server.identity import Signer
from throwdown.server.store import Store

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
    """The transcripts of all of them, as a ZIP file; ``throwdown verify`` checks each."""
    guest = must_be_guest(request, signer)
    places = await hall.store.read(partial(history.places_of, guest=guest.id))
    made = await hall.heavy.run(client_address(request), partial(zipped, hall.store, places))
    name = {"content-disposition": 'attachment; filename="throwdown-matches.zip"'}
    return Response(made, media_type="application/zip", headers=name)


@post("/api/me/matches/forget", status_code=200)
async def forget_matches(request: AnyRequest, signer: Signer, hall: Hall) -> Forgotten:
    """Take the guest's name out of the finished matches; they stay for the others. It cannot be undone."""
    guest = must_be_guest(request, signer)
    return Forgotten(await hall.store.write(partial(history.forget, guest=guest.id)))


def zipped(store: Store, places: list[Place]) -> bytes:
    """A ZIP file of transcripts. Matches that cannot be told, since they were broken off, are left out."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for place in places:
            try:
                whole = store.read_here(partial(finished.whole, table=place.table, number=place.number))
                text = finished.transcript_of(whole)
            except Refusal:
                continue
            file.writestr(f"{whole.record.game}-{place.table}-{place.number}.txt", text)
    return packed.getvalue()


ROUTES = [my_matches, my_transcripts, forget_matches]
