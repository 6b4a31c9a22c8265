"""A new master key for a database whose key is lost: what the old one sealed cannot be opened by anybody.

Cookies are worthless from then on, and no browser is told of a turn until it asks for it anew. Matches in
play keep what happened in them, and wait: their dice cannot be rolled on, and what was promised of them
cannot be shown. Tables before a match draw a new secret for it.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, delete, or_, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from throwdown.server.errors import DatabaseTrouble
from throwdown.server.guests.cookies import COOKIE_KEY
from throwdown.server.notify import push
from throwdown.server.storage.database import (
    FINGERPRINT,
    database_url,
    engines,
    fingerprint_of,
    key_file,
    revision_of,
    upgrade,
)
from throwdown.server.storage.lock import alone_with
from throwdown.server.storage.schema import REVISION, keys, matches, pushes, tables
from throwdown.server.storage.vault import SEALED, VARIABLE, Vault, dice_name, key_in, read_key
from throwdown.server.table.records import MATCHES
from throwdown.server.table.tables import OVER, PLAYING, RECORDS, new_match_id


class Rekeyed(NamedTuple):
    """Where the new key is, and how many matches wait from now on, and tables drew new secrets."""

    place: str
    matches: int
    tables: int


def rekey(database: str, given: str = "") -> Rekeyed:
    """Seal the database with another key: the one that is ``given``, in hexadecimal digits, else a new one in
    the key's file.

    Raises :class:`DatabaseTrouble` where the key is not lost, and while an SQLite file is served. Servers of
    a PostgreSQL database have to be stopped by hand.
    """
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise DatabaseTrouble(f"there is no database {url.database}")
    with alone_with(database):
        try:
            writing, reading = engines(url)
            reading.dispose()
            try:
                return _rekey(writing, url, given)
            finally:
                writing.dispose()
        except SQLAlchemyError as trouble:
            line = str(getattr(trouble, "orig", None) or trouble).strip().splitlines()[0]
            raise DatabaseTrouble(f"cannot use the database {database}: {line}") from None


def _rekey(writing: Engine, url: URL, given: str) -> Rekeyed:
    with writing.begin() as connection:
        known = fingerprint_of(connection)
        if known is None:
            raise DatabaseTrouble(f"the database {url.database} has no key yet, so that none is lost")
        if revision_of(connection) != REVISION:
            upgrade(connection)
        vault, place = _new_vault(url, given, known)
        waiting = _put_matches_aside(connection)
        drawn = _draw_anew(connection, vault)
        is_cookie_key = or_(keys.c.name == COOKIE_KEY, keys.c.name.startswith(f"{COOKIE_KEY} "))
        connection.execute(delete(keys).where(is_cookie_key | (keys.c.name == push.KEY)))
        connection.execute(delete(pushes))
        connection.execute(update(keys).where(keys.c.name == FINGERPRINT).values(value=vault.fingerprint))
    return Rekeyed(place, waiting, drawn)


def _new_vault(url: URL, given: str, known: bytes) -> tuple[Vault, str]:
    """The vault of the key that is to be used, and where that key is."""
    path = key_file(url)
    if not given and path.exists():
        is_there = Vault(key_in(path, is_new=False)).fingerprint == known
        why = "is the database's own: nothing is lost" if is_there else "is another's: move it away first"
        raise DatabaseTrouble(f"the key in {path} {why}")
    vault = Vault(read_key(given, VARIABLE) if given else key_in(path, is_new=True))
    if vault.fingerprint == known:
        raise DatabaseTrouble(f"the key in {VARIABLE} is the database's own: nothing is lost")
    return vault, VARIABLE if given else str(path)


def _put_matches_aside(connection: Connection) -> int:
    """Take the secrets that nobody can open out of the records of matches; how many these are."""
    count = 0
    for row in connection.execute(select(matches.c.id, matches.c.record)).all():
        record = MATCHES.decode(row.record)
        if record.secret.startswith(SEALED):
            lost = msgspec.json.encode(msgspec.structs.replace(record, secret=""))
            connection.execute(update(matches).where(matches.c.id == row.id).values(record=lost))
            count += 1
    return count


def _draw_anew(connection: Connection, vault: Vault) -> int:
    """Give tables that wait for a match a new one, and take the secret of one in play; how many wait."""
    count = 0
    for row in connection.execute(select(tables.c.id, tables.c.record)).all():
        table = RECORDS.decode(row.record)
        if table.phase == OVER or not table.secret.startswith(SEALED):
            continue
        table.secret = ""
        if table.phase != PLAYING:
            table.match_id, table.seeds, table.chains = new_match_id(), {}, {}
            table.secret = vault.seal_text(dice_name(table.match_id), secrets.token_hex(32))
            count += 1
        changed = {"record": msgspec.json.encode(table), "version": tables.c.version + 1}
        connection.execute(update(tables).where(tables.c.id == row.id).values(**changed))
    return count
