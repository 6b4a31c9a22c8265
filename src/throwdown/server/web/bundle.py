"""The browser bundle: files under one folder, compressed once, cached as long as their names allow."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from msgspec import Struct

from throwdown.server.errors import Refusal
from throwdown.server.work.heavy import encodings

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
COMPRESSIBLE = {".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".wasm", ".ttf", ".map"}
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


class File(Struct, frozen=True):
    """One file as it is sent: its bytes by content encoding, ``""`` the plain ones."""

    bodies: dict[str, bytes]
    media_type: str
    etag: str
    cache: str

    def headers(self, encoding: str) -> dict[str, str]:
        headers = {"etag": self.etag, "cache-control": self.cache, "vary": "accept-encoding"}
        return {**headers, "content-encoding": encoding} if encoding else headers


def read_file(path: Path, *, forever: bool) -> File:
    """The file with its compressed forms: ``.br`` and ``.gz`` beside it, or gzip made now."""
    plain = path.read_bytes()
    bodies = {"": plain}
    for encoding, ending in (("br", ".br"), ("gzip", ".gz")):
        beside = path.with_name(path.name + ending)
        if beside.is_file():
            bodies[encoding] = beside.read_bytes()
    if "gzip" not in bodies and path.suffix in COMPRESSIBLE:
        bodies["gzip"] = gzip.compress(plain, 9, mtime=0)
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    etag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return File(bodies, media_type, etag, FOREVER if forever else ASK_AGAIN)


class Bundle:
    """The files under ``folder``; any path that is no file is a page of the application."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, tuple[float, File]] = {}

    def file(self, path: str) -> File:
        """The file at ``path``; raises a refusal (404) where the bundle has none."""
        try:
            found = (self._folder / path.lstrip("/")).resolve()
            is_file = found.is_file()
        except (OSError, ValueError):  # a name too long for a file system, or one with a NUL
            raise Refusal(f"there is no {path[:80]!r}", 404) from None
        if not found.is_relative_to(self._folder) or not is_file:
            if path.startswith(("/assets/", "/api/")):
                raise Refusal(f"there is no {path[:80]!r}", 404)
            found = self._folder / "index.html"
        if not found.is_file():
            raise Refusal(f"the browser bundle is not built: there is no {found.name} in the package", 503)
        changed = found.stat().st_mtime
        kept = self._files.get(found)
        if kept is None or kept[0] != changed:
            kept = self._files[found] = (changed, read_file(found, forever="assets" in found.parts))
        return kept[1]


def best_encoding(file: File, accepted: str) -> str:
    """The smallest form that the client reads."""
    names = encodings(accepted)
    return next((name for name in ("br", "gzip") if name in names and name in file.bodies), "")


@get(["/", "/{path:path}"], include_in_schema=False, compressed=True)
async def browser_bundle(request: Request[object, object, State], bundle: Bundle) -> Response[bytes]:
    """The browser's pages, scripts and pictures."""
    file = await asyncio.to_thread(bundle.file, request.url.path)
    encoding = best_encoding(file, request.headers.get("accept-encoding", ""))
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=file.headers(""))
    return Response(file.bodies[encoding], media_type=file.media_type, headers=file.headers(encoding))
