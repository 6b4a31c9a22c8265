"""Secrets of dice that are yet to fall and keys of cookies are sealed with a key that is kept apart."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from throwdown.server.storage.vault import Vault, dice_name, vault_of

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

keys = sa.table("keys", sa.column("name", sa.Text), sa.column("value", sa.LargeBinary))
tables = sa.table("tables", sa.column("id", sa.Text), sa.column("record", sa.LargeBinary))
matches = sa.table(
    "matches",
    *(sa.column("id", sa.BigInteger), sa.column("record", sa.LargeBinary), sa.column("result", sa.Text)),
)


def upgrade() -> None:
    connection = op.get_bind()
    vault = vault_of(connection)
    for name, value in connection.execute(sa.select(keys.c.name, keys.c.value)).all():
        if name == "cookie" or name.startswith("cookie "):
            sealed = vault.seal(name, bytes(value))
            connection.execute(sa.update(keys).where(keys.c.name == name).values(value=sealed))
    for table, saved in connection.execute(sa.select(tables.c.id, tables.c.record)).all():
        record = json.loads(saved)
        if record.get("phase") != "over" and record.get("secret"):
            new = sealed_record(vault, record, record["match_id"])
            connection.execute(sa.update(tables).where(tables.c.id == table).values(record=new))
    in_play = sa.select(matches.c.id, matches.c.record).where(matches.c.result.is_(None))
    for match, saved in connection.execute(in_play).all():
        new = sealed_record(vault, json.loads(saved), match)
        connection.execute(sa.update(matches).where(matches.c.id == match).values(record=new))
    connection.execute(sa.insert(keys).values(name="fingerprint", value=vault.fingerprint))


def sealed_record(vault: Vault, record: dict[str, Any], match: int) -> bytes:
    """The saved record with its secret sealed."""
    record["secret"] = vault.seal_text(dice_name(match), record["secret"])
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
