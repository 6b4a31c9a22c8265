"""Browsers that show a notice while no page of this server is open: their push services are called.

A browser gives the address of its push service and two keys (the Push API). What is sent to it is encrypted
for these (RFC 8291), so that the service reads nothing, and carries a signature by this server's own key
(VAPID, RFC 8292). A browser belongs to one guest at a time.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select, update
from sqlalchemy import delete as erase

from throwdown.server.errors import Refusal
from throwdown.server.guests.base64url import bytes_of, text_of
from throwdown.server.notify.outgoing import Failed, target_of
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import keys, pushes
from throwdown.server.storage.vault import vault_of

KEY = "push"  # the name of this server's key, sealed as those of cookies are
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256: private keys are below
MOST = 12  # browsers of a guest; the one that came first gives way
POINT, SECRET = 65, 16  # bytes of the browser's two keys
SIGNED_FOR = 12 * 3600  # seconds; push services allow 24 hours
GONE = (404, 410)  # what a push service answers where the browser takes no notices any more
KEPT_FOR = 24 * 3600  # seconds that a push service keeps a notice for a browser that is off


class Browser(Struct, omit_defaults=True):
    """A browser that is told: the address of its push service, its public key and secret in URL-safe Base64,
    and the address under which it uses this server."""

    endpoint: str
    p256dh: str
    auth: str
    base: str
    made: float = 0.0
    failures: int = 0  # one after the other

    @property
    def id(self) -> str:
        """The id of the browser, for the server and for its own page: a hash of the address, which is
        secret."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:32]


BROWSERS = msgspec.json.Decoder(Browser)


def prepare(connection: Connection) -> None:
    """Make this server's key where it has none."""
    one_at_a_time(connection)
    if connection.execute(select(keys.c.name).where(keys.c.name == KEY)).scalar() is None:
        private = (1 + secrets.randbelow(ORDER - 1)).to_bytes(32, "big")
        connection.execute(insert(keys).values(name=KEY, value=vault_of(connection).seal(KEY, private)))


def own_key(connection: Connection) -> bytes:
    """The private key of this server, 32 bytes. :func:`prepare` has to be called before."""
    sealed = connection.execute(select(keys.c.value).where(keys.c.name == KEY)).scalar_one()
    return vault_of(connection).open(KEY, bytes(sealed))


def public_key(private: bytes) -> str:
    """The public key that belongs to ``private``, as browsers are given it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _pair(private).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return text_of(point)


def checked(endpoint: str, p256dh: str, auth: str, base: str, *, plain: bool) -> Browser:
    """What a page has given; refuses, quoting it, what is no push service or no key. ``plain``: an address
    without encryption will do."""
    if not target_of(endpoint).is_secure and not plain:
        raise Refusal(f"no push service: {endpoint[:60]!r}; they have https addresses", 400)
    for name, text, size in (("p256dh", p256dh, POINT), ("auth", auth, SECRET)):
        if len(bytes_of(text)) != size:
            raise Refusal(f"no key {name}: {text[:20]!r}; needs {size} bytes in URL-safe Base64", 400)
    return Browser(endpoint, p256dh, auth, base, time.time())


def keep(connection: Connection, guest: str, browser: Browser) -> None:
    """Tell ``guest`` through that browser from now on, and through it nobody else."""
    connection.execute(erase(pushes).where(pushes.c.id == browser.id))
    mine = sorted(browsers(connection, guest), key=lambda one: one.made)
    for one in mine[: max(0, len(mine) + 1 - MOST)]:
        drop(connection, guest, one.id)
    saved = msgspec.json.encode(browser)
    connection.execute(insert(pushes).values(id=browser.id, guest=guest, record=saved))


def browsers(connection: Connection, guest: str) -> list[Browser]:
    """The browsers through which ``guest`` is told."""
    found = connection.execute(select(pushes.c.record).where(pushes.c.guest == guest)).scalars()
    return [BROWSERS.decode(record) for record in found]


def owner(connection: Connection, browser: str) -> str | None:
    """The guest who is told through the browser of that id."""
    return connection.execute(select(pushes.c.guest).where(pushes.c.id == browser)).scalar()


def drop(connection: Connection, guest: str, browser: str) -> None:
    """Delete the browser of that id from those through which ``guest`` is told."""
    connection.execute(erase(pushes).where(pushes.c.guest == guest, pushes.c.id == browser))


def forget(connection: Connection, guest: str) -> None:
    """Delete all browsers through which ``guest`` is told."""
    connection.execute(erase(pushes).where(pushes.c.guest == guest))


def note(connection: Connection, guest: str, browser: Browser, *, failed: bool, most: int) -> None:
    """Note how a notice went; a browser that fails ``most`` times in a row is told no more."""
    browser.failures = browser.failures + 1 if failed else 0
    if browser.failures >= most:
        drop(connection, guest, browser.id)
        return
    known = (pushes.c.guest == guest) & (pushes.c.id == browser.id)
    connection.execute(update(pushes).where(known).values(record=msgspec.json.encode(browser)))


def sealed(
    browser: Browser, text: bytes, private: bytes, mail: str, topic: str
) -> tuple[bytes, dict[str, str]]:
    """``text`` encrypted for ``browser``, and the headers to send it with. Of notices with the same ``topic``
    the push service keeps the last. Raises :class:`Failed` for keys that are none."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02, VapidException

    address = urlsplit(browser.endpoint)
    contact = f"mailto:{mail}" if mail else f"https://{urlsplit(browser.base).hostname}"
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "sub": contact,
        "exp": int(time.time()) + SIGNED_FOR,
    }
    try:
        body = http_ece.encrypt(
            text,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=bytes_of(browser.p256dh),
            auth_secret=bytes_of(browser.auth),
            version="aes128gcm",
        )
        signed = Vapid02(_pair(private), {"no-strict": True}).sign(claims)
    except (http_ece.ECEException, VapidException, ValueError) as error:
        raise Failed(f"nothing can be encrypted and signed for it: {str(error)[:80]}") from None
    return body, {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        "Topic": hashlib.sha256(topic.encode()).hexdigest()[:32],
        "Urgency": "normal",
    }


def _pair(private: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
