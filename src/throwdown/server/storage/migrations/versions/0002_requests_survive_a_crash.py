"""Each event remembers whose request it was, so that one sent twice acts once even after a crash."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("events", sa.Column("guest", sa.Text))
    op.add_column("events", sa.Column("request", sa.BigInteger))
