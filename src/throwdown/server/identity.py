"""Guests: a name, a colour and a signed cookie; no account.

The cookie holds the guest itself, so nothing is stored for someone who only looks. Its key is in the
database, so that every process behind one address knows the same guests.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from unicodedata import category

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from throwdown.server.errors import Refusal
from throwdown.server.schema import keys

COOKIE = "throwdown"
COLOURS = 8
NAME_LENGTH = 24
YEAR = 365 * 24 * 3600

# Letters that Unicode calls printable and that leave no mark: fillers, blanks, selectors of variants.
UNSEEN = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)))
) | frozenset(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))

ADJECTIVES = [
    "Amber",
    "Bold",
    "Brisk",
    "Calm",
    "Clever",
    "Dapper",
    "Eager",
    "Fair",
    "Gentle",
    "Jolly",
    "Keen",
    "Lucky",
    "Merry",
    "Nimble",
    "Quick",
    "Wry",
]
ANIMALS = [
    "Badger",
    "Crane",
    "Dormouse",
    "Falcon",
    "Fox",
    "Hare",
    "Heron",
    "Jackdaw",
    "Lynx",
    "Marten",
    "Otter",
    "Owl",
    "Raven",
    "Stoat",
    "Swift",
    "Wren",
]


class Guest(Struct, frozen=True):
    """Whoever holds the cookie. ``id`` is never shown to others."""

    id: str
    name: str
    colour: int = 0


def new_guest(drawn: bytes = b"") -> Guest:
    """A guest with a name and a colour, made from 16 bytes, which are drawn if none are given."""
    drawn = drawn or secrets.token_bytes(16)
    name = f"{ADJECTIVES[drawn[12] % len(ADJECTIVES)]} {ANIMALS[drawn[13] % len(ANIMALS)]}"
    return Guest(urlsafe_b64encode(drawn[:12]).decode(), name, drawn[14] % COLOURS)


def is_legible(name: str) -> bool:
    """Whether others can see every letter of ``name``: nothing invisible, nothing that turns the direction
    of writing, and no more than two marks on a letter.

    The joiners of scripts and emoji that need them are invisible too, and are refused for that.
    """
    marks = 0
    for letter in name:
        marks = marks + 1 if category(letter).startswith("M") else 0
        if letter in UNSEEN or marks > 2 or not letter.isprintable():
            return False
    return bool(name) and not category(name[0]).startswith("M")


def checked_name(name: str) -> str:
    """The name as others will read it; refuses an empty, long or unprintable one."""
    name = " ".join(name.split())
    if len(name) > NAME_LENGTH or not is_legible(name):
        raise Refusal(f"a name has 1 to {NAME_LENGTH} printable letters: {name[:40]!r}", 400)
    return name


def checked_colour(colour: int) -> int:
    if not 0 <= colour < COLOURS:
        raise Refusal(f"colours are numbered 0 to {COLOURS - 1}: {colour}", 400)
    return colour


class Signer:
    """Makes and reads guests' cookies."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _seal(self, body: bytes) -> bytes:
        return hmac.new(self._key, body, hashlib.sha256).hexdigest().encode()

    def cookie(self, guest: Guest) -> str:
        body = urlsafe_b64encode(msgspec.json.encode(guest)).rstrip(b"=")
        return (body + b"." + self._seal(body)).decode()

    def first_guest(self, contact: str) -> Guest:
        """A new guest. Requests with the same ``contact`` (22 to 64 letters) get the same one.

        Two pages that a browser opens at once both ask before either has a cookie: they share a random
        ``contact``, so that they do not become two guests.
        """
        if not 22 <= len(contact) <= 64:
            return new_guest()
        digest = hashlib.blake2b(contact.encode(), digest_size=16, key=self._key, person=b"first contact")
        return new_guest(digest.digest())

    def guest(self, cookie: str | None) -> Guest | None:
        """Who this is; None where there is no cookie or we did not sign it."""
        body, _, seal = (cookie or "").encode(errors="replace").rpartition(b".")
        if not hmac.compare_digest(seal, self._seal(body)):
            return None
        return msgspec.json.decode(urlsafe_b64decode(body + b"==="), type=Guest)


def signing_key(connection: Connection) -> bytes:
    """The database's key for cookies, made on first use."""
    found = connection.execute(select(keys.c.value).where(keys.c.name == "cookie")).scalar()
    if found is not None:
        return bytes(found)
    key = secrets.token_bytes(32)
    connection.execute(insert(keys).values(name="cookie", value=key))
    return key
