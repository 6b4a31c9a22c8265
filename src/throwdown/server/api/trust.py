"""HTTP: how to trust this server, where it has a certificate authority of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

from litestar import Response, get
from msgspec import Struct

from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall

NONE = "this server has no certificate authority of its own"


class Trust(Struct, frozen=True):
    """The authority of this server: what it is called, the SHA-256 of its certificate, and its last day
    (``2036-11-22``)."""

    name: str
    fingerprint: str
    until: str


def _folder(hall: Hall) -> Path:
    if not hall.settings.tls:
        raise Refusal(NONE, 404)
    return Path(hall.settings.tls)


def _told(folder: Path) -> tuple[Trust, bytes]:
    from throwdown.server.web import certificates

    found = certificates.authority(folder)
    name = found.certificate.subject.rfc4514_string().removeprefix("CN=")
    until = found.certificate.not_valid_after_utc.date().isoformat()
    return Trust(name, found.fingerprint, until), found.pem


@get("/api/authority")
async def authority(hall: Hall) -> Trust:
    """The certificate authority that this server has made for itself."""
    return (await asyncio.to_thread(_told, _folder(hall)))[0]


@get("/api/authority.crt", include_in_schema=False)
async def authority_file(hall: Hall) -> Response[bytes]:
    """The certificate of the authority, for a device that is to trust it."""
    _, data = await asyncio.to_thread(_told, _folder(hall))
    headers = {"content-disposition": 'attachment; filename="throwdown.crt"'}
    return Response(data, media_type="application/x-x509-ca-cert", headers=headers)


ROUTES = [authority, authority_file]
