"""Plans: what somebody means to do, kept for him alone."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "plans",
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("acts", sa.JSON, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], "fk_plans_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], "fk_plans_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "person", "side", name="pk_plans"),
    )
