"""One person on several devices: a code that is good once for ten minutes, and a phrase that is kept.

Whoever gives one of them becomes the guest it was made for. Only hashes are saved.
"""

from __future__ import annotations

import hashlib
import re
import time

from sqlalchemy import Connection, insert, select, update
from sqlalchemy import delete as erase

from throwdown.server.guests import passkeys
from throwdown.server.guests.codes import new_code
from throwdown.server.guests.identity import Guest
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import carries

GOOD_FOR = 600.0  # seconds
WORDS = 3  # of a code
PHRASE = 6  # words
NOT_LETTERS = re.compile(r"[^A-Z]")


def new_words(many: int) -> str:
    """That many words by chance, 16 bits each."""
    return " ".join(new_code() for _ in range(many))


def _hash(words: str) -> str:
    return hashlib.sha256(NOT_LETTERS.sub("", words.upper()).encode()).hexdigest()


def keep_code(connection: Connection, guest: Guest, words: str, now: float) -> None:
    """``words`` carry ``guest`` to another device once, until ten minutes after ``now``; codes from before no
    longer do."""
    one_at_a_time(connection)
    mine = carries.c.guest == guest.id
    connection.execute(erase(carries).where((mine & carries.c.until.is_not(None)) | (carries.c.until < now)))
    _keep(connection, guest, words, now + GOOD_FOR)


def keep_phrase(connection: Connection, guest: Guest, words: str) -> None:
    """``words`` carry ``guest`` to another device whenever they are given; a phrase from before does not."""
    one_at_a_time(connection)
    connection.execute(erase(carries).where(carries.c.guest == guest.id, carries.c.until.is_(None)))
    _keep(connection, guest, words, None)


def _keep(connection: Connection, guest: Guest, words: str, until: float | None) -> None:
    values = {"guest": guest.id, "name": guest.name, "colour": guest.colour, "until": until}
    connection.execute(insert(carries).values(hash=_hash(words), **values))


def has_phrase(connection: Connection, guest: str) -> bool:
    """Whether a phrase carries ``guest``."""
    found = select(carries.c.guest).where(carries.c.guest == guest, carries.c.until.is_(None))
    return connection.execute(found).first() is not None


def take(connection: Connection, words: str, now: float | None = None) -> Guest | None:
    """Whom ``words`` carry; None where they are unknown or no longer good. A code is used up by it."""
    now = time.time() if now is None else now
    is_it = carries.c.hash == _hash(words)
    row = connection.execute(select(carries).where(is_it)).first()
    if row is None or (row.until is not None and row.until < now):
        return None
    if row.until is not None and connection.execute(erase(carries).where(is_it)).rowcount != 1:
        return None  # somebody else was faster
    return Guest(row.guest, row.name, row.colour)


def rename(connection: Connection, guest: Guest) -> None:
    """Save with the codes and the phrase of ``guest`` the name and the colour that the guest has now."""
    one_at_a_time(connection)
    mine = carries.c.guest == guest.id
    connection.execute(update(carries).where(mine).values(name=guest.name, colour=guest.colour))
    passkeys.rename(connection, guest)


def forget(connection: Connection, guest: str) -> None:
    """Delete the codes and the phrase of ``guest``."""
    connection.execute(erase(carries).where(carries.c.guest == guest))
