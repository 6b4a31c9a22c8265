"""Codes that carry a person to another device, and which tables a person sits at."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "carries",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("until", sa.Float),
    )
    op.create_index("carries_guest", "carries", ["guest"])
    sitting = op.create_table(
        "sitting",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
    )
    op.create_index("sitting_table", "sitting", ["table_id"])
    rows = [
        {"guest": guest, "table_id": table}
        for table, record in op.get_bind().execute(sa.text("SELECT id, record FROM tables"))
        for guest in sorted({seat.get("guest", "") for seat in json.loads(bytes(record))["seats"]} - {""})
    ]
    if rows:
        op.bulk_insert(sitting, rows)
