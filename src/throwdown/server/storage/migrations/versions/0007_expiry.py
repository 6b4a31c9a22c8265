"""Tables that nobody comes to give their codes back, and guests may have their older cookies refused."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    has_code = sa.text("code IS NOT NULL")
    op.create_index(
        "tables_with_codes", "tables", ["touched"], sqlite_where=has_code, postgresql_where=has_code
    )
    op.create_table(
        "renewals",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("renewals_since", "renewals", ["since"])
