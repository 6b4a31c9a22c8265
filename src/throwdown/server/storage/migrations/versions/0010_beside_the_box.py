"""What is kept for people who play with a real box: shared dice, and matches that they referee."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "beside",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("code", sa.Text, unique=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
    )
    op.create_index("beside_touched", "beside", ["touched"])
