"""A match's own row says how it ended, and a table knows the match to come by its id.

Until now the table's record alone said that its last match was over, and it knew a match by its number.
"""

import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

tables = sa.table("tables", sa.column("id", sa.Text), sa.column("record", sa.LargeBinary))
matches = sa.table(
    "matches",
    *(sa.column("id", sa.BigInteger), sa.column("table_id", sa.Text), sa.column("number", sa.Integer)),
    sa.column("result", sa.Text),
)


def upgrade() -> None:
    op.add_column("matches", sa.Column("result", sa.Text))
    connection = op.get_bind()
    for key, saved in connection.execute(sa.select(tables.c.id, tables.c.record)).all():
        record = json.loads(saved)
        number, phase = record.get("number", 1), record.get("phase", "waiting")
        ids = dict(
            connection.execute(
                sa.select(matches.c.number, matches.c.id).where(matches.c.table_id == key)
            ).all()
        )
        earlier = sa.and_(matches.c.table_id == key, matches.c.number < number)
        connection.execute(sa.update(matches).where(earlier).values(result=""))
        if phase == "over" and number in ids:
            last = matches.c.id == ids[number]
            connection.execute(sa.update(matches).where(last).values(result=record.get("result", "")))
        record["match_id"] = ids.get(number) or secrets.randbits(62) + 1
        new = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
        connection.execute(sa.update(tables).where(tables.c.id == key).values(record=new))
