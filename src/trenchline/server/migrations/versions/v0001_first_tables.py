"""The first tables: people, sessions, matches, seats, choices and undo requests."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("handle", sa.String(40)),
        sa.Column("password", sa.String(200)),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("handle", name="uq_people_handle"),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_sessions"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("seed", sa.String(80)),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("opening", sa.JSON, nullable=False),
        sa.Column("replay", sa.Boolean, nullable=False),
        sa.Column("maker", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("trouble", sa.String(24)),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("turn", sa.String(120), nullable=False),
        sa.Column("phase", sa.String(120), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("thinker", sa.String(24)),
        sa.Column("thinks_until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["maker"], ["people.id"], name="fk_matches_maker"),
    )
    op.create_index("ix_matches_maker", "matches", ["maker"])
    op.create_index("ix_matches_status_changed", "matches", ["status", "changed"])
    op.create_table(
        "seats",
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("level", sa.String(40)),
        sa.Column("token", sa.String(64)),
        sa.Column("label", sa.String(80)),
        sa.PrimaryKeyConstraint("match", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_seats_match", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person"),
        sa.UniqueConstraint("token", name="uq_seats_token"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "choices",
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("choice", sa.Text),
        sa.Column("back_to", sa.Integer),
        sa.Column("dice", sa.JSON, nullable=False),
        sa.Column("turn", sa.String(120), nullable=False),
        sa.Column("phase", sa.String(120), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_choices"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_choices_match", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "undo_requests",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("back_to", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("waiting", sa.JSON, nullable=False),
        sa.Column("status", sa.String(9), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_undo_requests"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_undo_requests_match", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_undo_requests_match", "undo_requests", ["match"])
