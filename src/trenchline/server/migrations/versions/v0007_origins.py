"""Matches that go on from a moment of another."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("origin", sa.String(40)))
