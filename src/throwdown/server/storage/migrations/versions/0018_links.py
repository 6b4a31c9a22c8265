"""Links of fair dice that one process has heard and another may need."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("match", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("roll", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("link", sa.Text, nullable=False),
        sa.Column("next", sa.Text, nullable=False),
    )
