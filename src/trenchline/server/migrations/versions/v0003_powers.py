"""A side may be divided among several seats, each for some of its powers."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sa.Column("powers", sa.JSON(none_as_null=True)))
