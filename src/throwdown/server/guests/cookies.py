"""The keys that cookies are signed with, and whose older cookies are refused, as they are saved:
the keys sealed (:mod:`throwdown.server.storage.vault`).

A key signs for half a year; then a server that starts makes another, and the old one goes on reading until
every cookie that it signed has run out. Every process looks for both once a minute, and a new key signs
only when all have had the time to see it. Renewals are told to other processes at once.
"""

from __future__ import annotations

import secrets
import time
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select
from sqlalchemy import delete as erase

from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import YEAR
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import keys, renewals
from throwdown.server.storage.vault import vault_of

COOKIE_KEY = "cookie"  # the name of the first key; later ones add when they were made, in seconds since 1970
UNKNOWN = "cookies without a time"
SIGNS = YEAR // 2  # seconds that a key signs
SEEN_BY_ALL = 300  # seconds until every process knows a key
MOST_RENEWALS = 100_000


class Cookies(NamedTuple):
    """The keys, the one that signs first; what cookies without a time count as made at; renewals by guest."""

    keys: list[bytes]
    unknown: int
    renewed: dict[str, int]


def prepare(connection: Connection, now: float | None = None) -> None:
    """Make the first key, or another where the last one has signed long enough; forget those that read
    nothing any more, and renewals that no cookie is older than."""
    one_at_a_time(connection)
    now = time.time() if now is None else now
    known = _times(connection)
    if not known or max(known.values()) < now - SIGNS:
        name = f"{COOKIE_KEY} {int(now)}"
        _add(connection, name, vault_of(connection).seal(name, secrets.token_bytes(32)))
    names = sorted(known, key=lambda name: known[name])
    for name, successor in pairwise(names):
        if known[successor] < now - YEAR - SEEN_BY_ALL:
            connection.execute(erase(keys).where(keys.c.name == name))
    if connection.execute(select(keys.c.name).where(keys.c.name == UNKNOWN)).scalar() is None:
        _add(connection, UNKNOWN, str(int(now)).encode())
    connection.execute(erase(renewals).where(renewals.c.since < now - YEAR))


def load(connection: Connection, now: float | None = None) -> Cookies:
    """The keys and renewals in the database, which :func:`prepare` has made ready."""
    now = time.time() if now is None else now
    saved = {row.name: bytes(row.value) for row in connection.execute(select(keys.c.name, keys.c.value))}
    vault = vault_of(connection)
    times = _times(connection)
    seen = [name for name in times if times[name] <= now - SEEN_BY_ALL] or list(times)
    signing = max(seen, key=lambda name: times[name])
    others = sorted((name for name in times if name != signing), key=lambda name: -times[name])
    renewed = {row.guest: row.since for row in connection.execute(select(renewals))}
    opened = [vault.open(name, saved[name]) for name in (signing, *others)]
    return Cookies(opened, int(saved[UNKNOWN]), renewed)


def renew(connection: Connection, guest: str, since: int) -> None:
    """Cookies of ``guest`` from before ``since`` are refused. The oldest renewals give way to new ones."""
    connection.execute(erase(renewals).where(renewals.c.guest == guest))
    connection.execute(insert(renewals).values(guest=guest, since=since))
    if connection.execute(select(func.count()).select_from(renewals)).scalar_one() > MOST_RENEWALS:
        oldest = connection.execute(select(func.min(renewals.c.since))).scalar_one()
        connection.execute(erase(renewals).where(renewals.c.since == oldest))


def refuse_older(connection: Connection, guest: str, since: int) -> None:
    """Refuse what a process does for ``guest`` that knows of no renewal after ``since``, where another one
    has saved one: the cookie is no longer good. Nobody saves one until this transaction is over."""
    one_at_a_time(connection)
    saved = connection.execute(select(renewals.c.since).where(renewals.c.guest == guest)).scalar()
    if saved is not None and saved > since:
        raise Refusal("your cookie was made worthless on another device: GET /api/me first", 401)


def renewed_after(connection: Connection, since: int) -> dict[str, int]:
    """The renewals from ``since`` on, by guest."""
    found = connection.execute(select(renewals).where(renewals.c.since >= since))
    return {row.guest: row.since for row in found}


def _times(connection: Connection) -> dict[str, float]:
    """When each key was made, by its name; 0 for one from before that was noted."""
    names = connection.execute(select(keys.c.name)).scalars()
    return {
        name: float(name.partition(" ")[2] or 0)
        for name in names
        if name == COOKIE_KEY or name.startswith(f"{COOKIE_KEY} ")
    }


def _add(connection: Connection, name: str, value: bytes) -> None:
    connection.execute(insert(keys).values(name=name, value=value))
