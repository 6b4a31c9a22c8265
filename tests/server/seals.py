"""Databases as they were before their secrets were sealed, and what lies in them."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg
from sqlalchemy import Connection, text

from tests.server.serving import KEY
from throwdown.kernel.contract import CHANCE
from throwdown.server.storage.database import database_url
from throwdown.server.storage.vault import Vault, dice_name

# The tables of revisions 0015 and later, and of 0010 and later.
AFTER_DEVICES = (
    "players",
    "house",
    "bans",
    "pushes",
    "passkeys",
    "challenges",
    "links",
    "writers",
    "searched",
)
AFTER_SEALS = (
    *("beside", "clocks", "service", "accounts", "people", "notices", "carries", "sitting"),
    *AFTER_DEVICES,
)


def key_path(database: str) -> Path:
    """Where the master key of an SQLite database is."""
    return Path(f"{database_url(database).database}.key")


def vault_for(database: str) -> Vault:
    """What the secrets in a test's database are sealed by."""
    is_sqlite = database.startswith("sqlite")
    return Vault(bytes.fromhex(key_path(database).read_text() if is_sqlite else KEY))


def break_seals(connection: Connection, vault: Vault) -> None:
    """Put every secret into the database in clear, as it was before revision 0008."""
    connection.execute(text("DELETE FROM keys WHERE name = 'fingerprint'"))
    for name, value in connection.execute(text("SELECT name, value FROM keys")).all():
        if name.startswith("cookie "):
            plain = vault.open(name, bytes(value))
            connection.execute(
                text("UPDATE keys SET value = :value WHERE name = :name"), {"value": plain, "name": name}
            )
    for table in ("tables", "matches"):
        for key, saved in connection.execute(text(f"SELECT id, record FROM {table}")).all():
            record = json.loads(bytes(saved))
            match = record["match_id"] if table == "tables" else key
            record["secret"] = vault.open_text(dice_name(match), record["secret"])
            connection.execute(
                text(f"UPDATE {table} SET record = :record WHERE id = :id"),
                {"record": json.dumps(record).encode(), "id": key},
            )


def undo_what_came_after_seals(connection: Connection) -> None:
    """Take back revisions 0010 and later."""
    a_row_for_each_event(connection)
    connection.execute(text("ALTER TABLE tables DROP COLUMN waits"))
    for table in AFTER_SEALS:
        connection.execute(text(f"DROP TABLE {table}"))


def a_row_for_each_event(connection: Connection) -> None:
    """Take back revision 0021, which keeps a choice and what chance made after it in one row."""
    together = connection.execute(
        text("SELECT match, number, drawn FROM events WHERE drawn IS NOT NULL")
    ).all()
    insert = text("INSERT INTO events (match, number, seat, event) VALUES (:match, :n, :seat, :event)")
    for match, number, drawn in together:
        for n, event in enumerate(json.loads(drawn), number + 1):
            connection.execute(insert, {"match": match, "n": n, "seat": CHANCE, "event": event})
    connection.execute(text("ALTER TABLE events DROP COLUMN drawn"))


def lies_in(database: str) -> bytes:
    """Every byte of an SQLite database's files but its key; every row of the tables that had secrets in a
    PostgreSQL one."""
    url = database_url(database)
    if url.get_backend_name() == "sqlite":
        path = Path(str(url.database))
        return b"".join(
            file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")) if file.suffix != ".key"
        )
    with psycopg.connect(database) as connection:
        rows = [
            row
            for table in ("tables", "matches", "keys")
            for row in connection.execute(f"SELECT * FROM {table}".encode())
        ]
    return b"\n".join(part if isinstance(part, bytes) else str(part).encode() for row in rows for part in row)
