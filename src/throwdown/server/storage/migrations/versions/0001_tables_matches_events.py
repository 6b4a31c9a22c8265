"""Tables, their matches, and the log of every match."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("code", sa.Text, unique=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
    )
    op.create_index("tables_listed", "tables", ["listed", "touched"])
    op.create_table(
        "matches",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_index("matches_of_a_table", "matches", ["table_id", "number"], unique=True)
    op.create_table(
        "events",
        sa.Column("match", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
