"""Who somebody is: accounts with passwords, guests with an invitation, and sessions.

A session is a random cookie; the database has its hash. Passwords are hashed with argon2.
"""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from trenchline.server import names
from trenchline.server.errors import Problem
from trenchline.server.schema import people, sessions

COOKIE = "trenchline_session"
SESSION_SECONDS = 60 * 60 * 24 * 30
SESSIONS_EACH = 20
"""Browsers in which one person is signed in; the oldest is signed out."""
LOCAL_ID = "local"
GUEST = "Guest"
"""What all guests are called, and no account."""

_hasher = PasswordHasher()
# It takes much memory too, also on purpose.
_hashing = threading.BoundedSemaphore(2)
# Checked when there is no such account, so that the time it takes does not tell.
_NOBODY = _hasher.hash(secrets.token_hex())


@dataclass(frozen=True)
class Person:
    """Somebody who may sit at tables."""

    id: str
    kind: str
    name: str


NOBODY = Person("", "nobody", "")

# Every request asks this.
_WHOSE = (
    select(people.c.id, people.c.kind, people.c.name)
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.digest == bindparam("cookie"), sessions.c.expires > bindparam("now"))
)


def local_person(connection: Connection) -> Person:
    """The one person of local play, made on first use."""
    person = Person(LOCAL_ID, "local", "Me")
    found = connection.execute(select(people.c.id).where(people.c.id == LOCAL_ID)).first()
    if found is None:
        _add(connection, person, None, None)
    return person


def hash_password(password: str) -> str:
    """What the database keeps of a password. Slow on purpose: not for inside a transaction."""
    with _hashing:
        return _hasher.hash(password)


def register(connection: Connection, name: str, hashed: str) -> Person:
    """A new account; a name that is taken or looks like one that is, is refused."""
    names.check_new(name)
    person = Person(secrets.token_urlsafe(12), "account", names.shown(name))
    try:
        _add(connection, person, names.handle_of(name), hashed)
    except IntegrityError:
        raise Problem(409, "name_taken", "Somebody has this name already.") from None
    return person


def recognise(connection: Connection, name: str, password: str) -> Person:
    """The account with this name and password."""
    handle = names.handle_of(name)
    row = connection.execute(select(people).where(people.c.handle == handle)).first()
    try:
        with _hashing:
            _hasher.verify(row.password if row else _NOBODY, password)
    except (VerificationError, InvalidHashError):
        row = None
    if row is None:
        raise Problem(401, "wrong_password", "There is no account with this name and password.")
    return Person(row.id, row.kind, row.name)


def new_guest(connection: Connection) -> Person:
    """Somebody without an account who came with an invitation."""
    person = Person(secrets.token_urlsafe(12), "guest", GUEST)
    _add(connection, person, None, None)
    return person


def _add(connection: Connection, person: Person, handle: str | None, password: str | None) -> None:
    row: dict[str, object] = {"id": person.id, "kind": person.kind, "name": person.name}
    row |= {"handle": handle, "password": password, "created": time.time()}
    row["skeleton"] = None if handle is None else names.skeleton(person.name)
    connection.execute(insert(people), row)


def open_session(connection: Connection, person: Person) -> str:
    """A session for a person; returns what its cookie holds."""
    cookie = secrets.token_urlsafe(32)
    now = time.time()
    # By number, not by age: a clock that once ran ahead must not sign everybody out.
    newest = (
        select(sessions.c.digest)
        .where(sessions.c.person == person.id)
        .order_by(sessions.c.created.desc())
        .limit(SESSIONS_EACH - 1)
    )
    connection.execute(
        delete(sessions).where(
            sessions.c.person == person.id, sessions.c.digest.not_in(newest.scalar_subquery())
        )
    )
    row = {"digest": _digest(cookie), "person": person.id}
    connection.execute(insert(sessions), row | {"created": now, "expires": now + SESSION_SECONDS})
    return cookie


def whose_session(connection: Connection, cookie: str) -> Person:
    """Whom a cookie stands for."""
    row = connection.execute(_WHOSE, {"cookie": _digest(cookie), "now": time.time()}).first()
    return NOBODY if row is None else Person(*row)


def close_session(connection: Connection, cookie: str) -> None:
    """Sign out."""
    connection.execute(delete(sessions).where(sessions.c.digest == _digest(cookie)))


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()
