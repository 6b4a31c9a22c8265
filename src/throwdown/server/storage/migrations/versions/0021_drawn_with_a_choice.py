"""A row of a log is a choice and all that chance made after it. Rows from before are one event each."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("events", sa.Column("drawn", sa.Text))
