"""Who has written lines that a table keeps: somebody who left it can be forgotten there too."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    writers = op.create_table(
        "writers",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
    )
    op.create_index("writers_table", "writers", ["table_id"])
    rows = [
        {"guest": guest, "table_id": table}
        for table, record in op.get_bind().execute(sa.text("SELECT id, record FROM tables"))
        for guest in sorted({line["guest"] for line in json.loads(bytes(record)).get("lines", ())})
    ]
    if rows:
        op.bulk_insert(writers, rows)
