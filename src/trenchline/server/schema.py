"""The tables of the database. Migrations build them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    # Whether an account, a guest with an invitation, or the one person of local play.
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    # The name in small letters, by which somebody signs in; none for guests.
    Column("handle", String(40), unique=True),
    Column("password", String(200)),
    Column("created", Float, nullable=False),
    # What the eye makes of the name, so that no two accounts look alike.
    Column("skeleton", String(200)),
    Index("ix_people_skeleton", "skeleton", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    # The cookie's hash: whoever reads the database cannot take a session over.
    Column("digest", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(24), primary_key=True),
    # The header of the record.
    Column("game", String(80), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules", String(40), nullable=False),
    Column("seed", String(80)),
    Column("commitment", String(64), nullable=False),
    # Replays of uploaded records know their dice but not always their seed.
    Column("opening", JSON, nullable=False),
    Column("replay", Boolean, nullable=False),
    Column("maker", ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    # Where it stands: playing, over, replay or broken.
    Column("status", String(8), nullable=False),
    Column("trouble", String(24)),
    Column("revision", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("who", String(40), nullable=False),
    Column("turn", String(120), nullable=False),
    Column("phase", String(120), nullable=False),
    Column("changed", Float, nullable=False),
    # Who runs the computer players, and until when that holds.
    Column("thinker", String(24)),
    Column("thinks_until", Float, nullable=False),
    # What a roll hangs on (``kernel.dice``), and what the players have added to the seed, by side;
    # nothing yet while the dice are not ready.
    Column("way", String(8), nullable=False, server_default="number"),
    Column("lots", JSON(none_as_null=True)),
    # The position it began from, if that was not the scenario's own.
    Column("position", Text),
    # The match it goes on from and the version, as ``match@version``, if it does.
    Column("origin", String(40)),
    Index("ix_matches_status_changed", "status", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("side", String(40), nullable=False),
    # person, open or computer.
    Column("kind", String(8), nullable=False),
    Column("person", ForeignKey("people.id"), index=True),
    Column("level", String(40)),
    Column("token", String(64), unique=True),
    # What an uploaded record calls its player.
    Column("label", String(80)),
    # The player's number for the seed: its hash, then the number (empty if it is not given).
    Column("pledge", String(64)),
    Column("lot", String(64)),
    # The powers of the side that it decides for, where several people share the side.
    Column("powers", JSON(none_as_null=True)),
)

choices = Table(
    "choices",
    metadata,
    # Append only: a take-back is a row of its own that names the version gone back to.
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("side", String(40), nullable=False),
    Column("choice", Text),
    Column("back_to", Integer),
    Column("dice", JSON, nullable=False),
    Column("turn", String(120), nullable=False),
    Column("phase", String(120), nullable=False),
    Column("made", Float, nullable=False),
)

undo_requests = Table(
    "undo_requests",
    metadata,
    # As wide as the engine allows on PostgreSQL; SQLite counts only its own kind of integer.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("side", String(40), nullable=False),
    Column("back_to", Integer, nullable=False),
    # The position it was made in: it lapses when the match moves on.
    Column("revision", Integer, nullable=False),
    # The sides that have yet to agree.
    Column("waiting", JSON, nullable=False),
    # open, accepted, declined or withdrawn.
    Column("status", String(9), nullable=False),
    Column("made", Float, nullable=False),
)

plans = Table(
    "plans",
    metadata,
    # What somebody means to do, for nobody's eyes but his; changed as often as he likes.
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String(40), primary_key=True),
    # Acts, each a list of choices as text.
    Column("acts", JSON, nullable=False),
    Column("changed", Float, nullable=False),
)
