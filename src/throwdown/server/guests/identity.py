"""Guests: a name, a colour and a signed cookie; no account.

The cookie holds the guest itself, so nothing is stored for someone who only looks. Its keys are in the
database (:mod:`throwdown.server.guests.cookies`), so that every process behind one address knows the same
guests.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from unicodedata import bidirectional, category

import msgspec
from msgspec import Struct

from throwdown.kernel.errors import quoted
from throwdown.kernel.transcript import TURNING
from throwdown.server.errors import Refusal
from throwdown.server.limits import Clock

COOKIE = "throwdown"
COLOURS = 8
NAME_LENGTH = 24
YEAR = 365 * 24 * 3600
MOST_HEARD = 10_000  # renewals that are known from cookies alone

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
    return bool(name) and not illegible(name)


def illegible(name: str) -> str:
    """What others could not read in ``name``, and where it stands; empty where they can read it all."""
    marks = 0
    for n, letter in enumerate(name):
        marks = marks + 1 if category(letter).startswith("M") else 0
        if bidirectional(letter) in TURNING:
            return f"{_after(name, n)} a mark that turns the direction of writing"
        if letter in UNSEEN or not letter.isprintable():
            return f"{_after(name, n)} a letter that cannot be seen"
        if marks > 2 or marks == n + 1:
            return f"{_after(name, n)} an accent too many" if n else "it begins with an accent on no letter"
    return ""


def _after(name: str, n: int) -> str:
    return f"after {name[:n]!r} comes" if n else "it begins with"


def checked_name(name: str) -> str:
    """The name as others will read it; refuses an empty, long or unprintable one."""
    name = " ".join(name.split())
    if not name:
        raise Refusal("a name has one letter at least", 400)
    if len(name) > NAME_LENGTH:
        raise Refusal(f"a name has {NAME_LENGTH} letters at most, and {quoted(name)} has {len(name)}", 400)
    if illegible(name):
        raise Refusal(f"others could not read this name: {illegible(name)}", 400)
    return name


def checked_colour(colour: int) -> int:
    if not 0 <= colour < COLOURS:
        raise Refusal(f"colours are numbered 0 to {COLOURS - 1}: {colour}", 400)
    return colour


class Renewals:
    """Since when cookies of a guest are good, for guests who had older ones refused."""

    def __init__(self) -> None:
        self._since: dict[str, int] = {}
        self._heard: OrderedDict[str, int] = OrderedDict()  # from cookies, before it was read

    def since(self, guest: str) -> int:
        """The time from which cookies of ``guest`` are good, in seconds since 1970; 0 where all are."""
        return max(self._since.get(guest, 0), self._heard.get(guest, 0))

    def hear(self, guest: str, since: int) -> None:
        """A cookie of ``guest`` tells of a renewal that another process has saved."""
        if since > self.since(guest):
            self._heard[guest] = since
            if len(self._heard) > MOST_HEARD:
                self._heard.popitem(last=False)

    @property
    def newest(self) -> int:
        """When cookies were last refused, as far as that is known; 0: never."""
        return max(self._since.values(), default=0)

    def learn(self, since: Mapping[str, int]) -> set[str]:
        """Take over all that is saved, and forget what is older than that; what was renewed here meanwhile
        stays so. Returns the guests of whom it is news."""
        news, oldest = self.add(since), min(since.values(), default=0)
        self._since = {guest: at for guest, at in self._since.items() if at >= oldest}
        return news

    def add(self, since: Mapping[str, int]) -> set[str]:
        """Take over some of what is saved; returns the guests of whom that is news."""
        news = {guest: at for guest, at in since.items() if at > self._since.get(guest, 0)}
        self._since |= news
        return set(news)


class Signed(Struct, omit_defaults=True, frozen=True):
    """What a cookie says: the guest, when it was made, in seconds since 1970, 0 in cookies from before they
    said so; and since when cookies of the guest were good, as far as who made it had heard, 0 where all were,
    -1 in cookies from before they said that."""

    id: str
    name: str
    colour: int = 0
    made: int = 0
    since: int = -1


class Signer:
    """Makes and reads guests' cookies.

    The first key signs, the others only read. A cookie is good for a year, and until its guest has older
    ones refused (:class:`Renewals`): those that were made by who had not heard of that, whatever their time.
    Those that do not say when they were made count as made at ``unknown``.
    """

    def __init__(
        self, *keys: bytes, renewals: Renewals | None = None, unknown: int = 0, clock: Clock = time.time
    ) -> None:
        self._keys = keys
        self._renewals = renewals or Renewals()
        self._unknown = unknown
        self._clock = clock

    def learn(self, keys: Sequence[bytes], unknown: int) -> None:
        """Sign with the first of ``keys`` from now on, and read with all."""
        self._keys, self._unknown = tuple(keys), unknown

    @property
    def _key(self) -> bytes:
        return self._keys[0]

    def cookie(self, guest: Guest) -> str:
        since = self._renewals.since(guest.id)
        made = max(int(self._clock()), since)
        signed = Signed(guest.id, guest.name, guest.colour, made, since)
        body = urlsafe_b64encode(msgspec.json.encode(signed)).rstrip(b"=")
        return (body + b"." + _seal(self._key, body)).decode()

    def first_guest(self, contact: str) -> Guest:
        """A new guest. Requests with the same ``contact`` (22 to 64 letters) get the same one.

        Two pages that a browser opens at once both ask before either has a cookie: they share a random
        ``contact``, so that they do not become two guests.
        """
        if not 22 <= len(contact) <= 64:
            return new_guest()
        digest = hashlib.blake2b(contact.encode(), digest_size=16, key=self._key, person=b"first contact")
        return new_guest(digest.digest())

    def stamp(self, words: bytes) -> bytes:
        """32 bytes that nobody else makes for ``words``, and that seal no cookie, whose body has no NUL."""
        return hmac.digest(self._key, b"stamp\0" + words, hashlib.sha256)

    def is_stamp(self, words: bytes, stamp: bytes) -> bool:
        """Whether ``stamp`` was made for ``words``, by this process or another."""
        made = (hmac.digest(key, b"stamp\0" + words, hashlib.sha256) for key in self._keys)
        return any(hmac.compare_digest(stamp, one) for one in made)

    def guest(self, cookie: str | None) -> Guest | None:
        """Who this is; None where there is no cookie, we did not sign it, or it is no longer good."""
        body, _, seal = (cookie or "").encode(errors="replace").rpartition(b".")
        if not any(hmac.compare_digest(seal, _seal(key, body)) for key in self._keys):
            return None
        signed = msgspec.json.decode(urlsafe_b64decode(body + b"==="), type=Signed)
        made = signed.made or self._unknown
        since = made if signed.since < 0 else signed.since
        if made < self._clock() - YEAR or since < self._renewals.since(signed.id):
            return None
        if signed.since > 0:
            self._renewals.hear(signed.id, signed.since)
        return Guest(signed.id, signed.name, signed.colour)


def _seal(key: bytes, body: bytes) -> bytes:
    return hmac.new(key, body, hashlib.sha256).hexdigest().encode()
