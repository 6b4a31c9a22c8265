"""What is saved beside an event says by its tag whether it is a press or a throw.

Snapshots held it as it was before: they are made again, from the log.
"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE events RENAME COLUMN hand TO evidence")
    op.execute(
        """
        UPDATE events SET evidence = CASE
            WHEN substr(evidence, 1, 9) = '{"press":' THEN '{"how":"press","presses":' || substr(evidence, 10)
            ELSE '{"how":"throw","hand":' || evidence || '}'
        END
        WHERE evidence IS NOT NULL
        """
    )
    op.execute("DELETE FROM snapshots")
