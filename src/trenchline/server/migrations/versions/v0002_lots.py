"""What the players add to the seed, and the way of the dice: older matches keep theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns.

    Each by itself: to make a table anew would delete what hangs on it, on SQLite.
    """
    way = sa.Column("way", sa.String(8), nullable=False, server_default="number")
    op.add_column("matches", way)
    op.add_column("matches", sa.Column("lots", sa.JSON(none_as_null=True)))
    op.execute("UPDATE matches SET lots = '{}'")
    op.add_column("seats", sa.Column("pledge", sa.String(64)))
    op.add_column("seats", sa.Column("lot", sa.String(64)))
