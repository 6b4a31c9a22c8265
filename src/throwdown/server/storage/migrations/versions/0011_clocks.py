"""Clocks of seats, the seconds of service that they count, and tables that wait longer for their people."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("waits", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "clocks",
        sa.Column("match", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_index("clocks_due", "clocks", ["due"])
    op.create_table(
        "service",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.execute("INSERT INTO service (id, seconds, seen) VALUES (1, 0, 0)")
