"""Who allows that puzzles are made of their matches, and the puzzles that were found in them."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("shares", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("people_sharing", "people", ["shares"])
    op.create_table(
        "searched",
        sa.Column("match", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("found", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_index("searched_of_a_game", "searched", ["game", "found"])
