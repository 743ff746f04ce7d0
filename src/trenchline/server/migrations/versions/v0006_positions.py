"""Matches that begin from a position of somebody's own."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("position", sa.Text))
