"""What the eye makes of a name: no new account may look like another."""

import sqlalchemy as sa
from alembic import op

from trenchline.server.errors import Problem
from trenchline.server.names import skeleton

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; of accounts that look alike already, the first has the name to itself.

    An index, not a constraint: to make a table anew would delete what hangs on it, on SQLite.
    """
    op.add_column("people", sa.Column("skeleton", sa.String(200)))
    op.create_index("ix_people_skeleton", "people", ["skeleton"], unique=True)
    people = sa.table(
        "people",
        *(sa.column(name) for name in ("id", "name", "handle", "created", "skeleton")),
    )
    connection = op.get_bind()
    accounts = sa.select(people.c.id, people.c.name).where(people.c.handle.is_not(None))
    taken = set()
    for account in connection.execute(accounts.order_by(people.c.created)).all():
        try:
            bones = skeleton(account.name)
        except Problem:
            continue
        if bones not in taken:
            taken.add(bones)
            change = sa.update(people).where(people.c.id == account.id)
            connection.execute(change.values(skeleton=bones))
