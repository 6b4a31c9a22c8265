"""Who played which finished match, found by guest; matches of before are put in from their events."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("match", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_index("players_of_a_guest", "players", ["guest", "ended"])
    op.execute(
        """
        INSERT INTO players (match, seat, guest, ended)
        SELECT DISTINCT events.match, events.seat, events.guest, 0.0
        FROM events JOIN matches ON matches.id = events.match
        WHERE events.guest IS NOT NULL AND events.seat < 8 AND matches.result IS NOT NULL
        """
    )
