"""When the database cannot be had just now: locked, restarting, unreachable, or its disk full.

That is nobody's mistake and stops no match. People are asked to try again in a moment, computer
players do so by themselves for as long as it takes.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from trenchline.server.errors import Problem

PATIENCE = 5.0
"""Seconds for which a request waits for the database before it is refused."""

_PASSING = ("BUSY", "LOCKED", "IOERR", "FULL", "CANTOPEN", "READONLY", "PROTOCOL", "INTERRUPT")
"""What SQLite says of troubles that pass, or that an operator can end."""


class Away(Problem):
    """The database cannot be had now."""

    def __init__(self, cause: BaseException | None = None) -> None:
        message = "The server's database does not answer just now; try again in a moment."
        super().__init__(503, "try_again", message)
        self.cause = cause


def is_away(error: BaseException) -> bool:
    """Whether an error tells of a database that cannot be had, not of a mistake in the program."""
    if isinstance(error, NoConnection | OSError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    name = getattr(error.orig, "sqlite_errorname", "")
    if isinstance(error.orig, sqlite3.Error):
        return any(name.startswith(f"SQLITE_{word}") for word in _PASSING)
    return isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated
