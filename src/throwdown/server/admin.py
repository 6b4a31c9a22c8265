"""The host of a server: known by a token, which is printed when it starts."""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path
from typing import Any

from litestar.connection import ASGIConnection

from throwdown.server.errors import CannotServe, Refusal
from throwdown.server.limits import Buckets
from throwdown.server.storage.database import database_url, key_file
from throwdown.server.storage.vault import write_secret
from throwdown.server.web.guard import client_address

VARIABLE = "THROWDOWN_ADMIN"
SIZE = 24  # bytes
SHORTEST = 16  # letters
TRIES = 10  # wrong tokens a minute from one address
BEARER = "Bearer "


class Admin:
    """Lets in who has the token; nobody where it is empty."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()
        self._wrong = Buckets(TRIES / 60, TRIES)

    def check(self, request: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Refuse a request without the token, and one after too many wrong ones."""
        if not self._token:
            raise Refusal("this server has no page for its host", 404)
        given = request.headers.get("authorization", "")
        right = given.startswith(BEARER) and hmac.compare_digest(
            given.removeprefix(BEARER).encode(), self._token
        )
        if right:
            return
        if not self._wrong.take(client_address(request)):
            raise Refusal("too many wrong tokens: wait a minute", 429)
        raise Refusal("the host's token is needed: Authorization: Bearer TOKEN", 401)


def token_of(database: str) -> str:
    """The host's token of a server of that database: given in the environment, else in ``FILE.admin`` beside
    the database's key, made where there is none. Raises :class:`CannotServe`."""
    given = os.environ.get(VARIABLE, "")
    if given:
        return checked(given, VARIABLE)
    path = token_file(database)
    try:
        if not path.exists():
            write_secret(path, secrets.token_urlsafe(SIZE))
        token = path.read_text("ascii", "replace")
    except OSError as error:
        raise CannotServe(f"cannot keep the host's token in {path}: {error.strerror}") from None
    return checked(token.strip(), str(path))


def token_file(database: str) -> Path:
    return key_file(database_url(database)).with_suffix(".admin")


def checked(token: str, place: str) -> str:
    """The token that ``place`` holds; raises :class:`CannotServe` for one that could be guessed."""
    if len(token) < SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise CannotServe(f"{place} holds no token: it needs {SHORTEST} or more letters and digits")
    return token
