"""One database, two kinds: SQLite for one process, PostgreSQL for many.

On SQLite a write begins with ``BEGIN IMMEDIATE``, one writer at a time; on PostgreSQL the row of a
match is locked. Both are durable when ``writing`` returns: on SQLite the writers leave their turn
once they have committed to the log, and then bring the log to the disk together.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError, DisconnectionError, SQLAlchemyError

from trenchline.server import away
from trenchline.server.away import Away, is_away

THREADS = 16
"""Requests that are worked on at once. The pool holds one connection for each and a few more, so
that nobody waits for a connection with a lock in hand."""

RESTED = 1.0
"""Seconds of rest after which a connection to PostgreSQL may have been lost unnoticed."""

LONGEST_LOG = 20_000
"""Pages in SQLite's log at which whoever writes next has to bring them into the database himself.
Long before, and every so many seconds, that is done beside the others, who need not wait for it."""
SHORTENED = 5.0

CHANNEL = "trenchline"
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :payload)")


class OutOfDate(RuntimeError):
    """The database is not what this version expects."""


class Log:
    """The write-ahead log of a SQLite database, brought to the disk for many writers at once."""

    def __init__(self, file: str) -> None:
        self._file = f"{file}-wal"
        self._turn = threading.Lock()
        self._committed = 0
        self._on_disk = 0

    def committed(self) -> int:
        """Somebody whose turn it is to write has committed; gives the number of that."""
        self._committed += 1
        return self._committed

    def to_disk(self, number: int) -> None:
        """Return when a commit is on the disk. Who waits here is often served by the one before."""
        with self._turn:
            if self._on_disk >= number:
                return
            so_far = self._committed
            descriptor = os.open(self._file, os.O_RDWR)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            self._on_disk = so_far


class Database:
    """Connections for reading and for writing."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.engine = _sqlite_engine(url) if self.is_sqlite else _postgresql_engine(url)
        # On SQLite a statement outside of ``writing`` stands alone anyhow.
        self._single = (
            self.engine
            if self.is_sqlite
            else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        )
        # SQLite's writers would poll for its lock; waiting in line is quicker and fair.
        self._writer = threading.Lock()
        self._log = Log(self.engine.url.database or "") if self.is_sqlite else None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for questions, each of which sees what is durable when it is asked."""
        with _noticing_absence(), _connected(self._single) as connection:
            yield connection

    @contextmanager
    def appending(self) -> Iterator[Connection]:
        """A connection for one statement that changes something, durable when the block ends.

        On PostgreSQL a transaction would take three journeys to the database instead of one.
        """
        if self.is_sqlite:
            with self.writing() as connection:
                yield connection
        else:
            with _noticing_absence(), _connected(self._single) as connection:
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: durable when the block ends, undone if it raises.

        Where the connection is lost in the very moment of committing, ``Away`` is raised though it
        may be durable: whoever tries again must look first.
        """
        with _noticing_absence():
            if self._log is None:
                with _connected(self.engine) as connection, connection.begin():
                    yield connection
                return
            with self._turn_to_write(), _connected(self.engine) as connection:
                with connection.execution_options(immediate=True).begin():
                    yield connection
                number = self._log.committed()
            self._log.to_disk(number)

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        if not self._writer.acquire(timeout=away.PATIENCE):
            raise Away
        try:
            yield
        finally:
            self._writer.release()

    def notify(self, connection: Connection, payload: str) -> None:
        """Tell the other workers when this transaction commits."""
        if not self.is_sqlite:
            connection.execute(_NOTIFY, {"payload": payload})

    def shorten_log(self) -> None:
        """Bring what is in SQLite's log into the database, as far as nobody has to wait for it."""
        with self.reading() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def keep_log_short(self, seconds: float = SHORTENED) -> None:
        """Do so now and then."""
        while True:
            await asyncio.sleep(seconds)
            with suppress(Away, SQLAlchemyError):
                await asyncio.to_thread(self.shorten_log)

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()

    # Migrations.

    def migrate(self) -> None:
        """Bring the tables up to this version; those of another program are left alone."""
        with self.writing() as connection:
            found = set(inspect(connection).get_table_names())
            if found and "alembic_version" not in found:
                raise OutOfDate(f"the database is not one of Trenchline's: it has {min(found)}")
            command.upgrade(_alembic(connection), "head")

    def check(self) -> None:
        """Raise if the tables are not of this version."""
        with self.reading() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        wanted = ScriptDirectory.from_config(_alembic(None)).get_current_head()
        if found != wanted:
            state = "is empty" if found is None else f"is at revision {found}, not {wanted}"
            raise OutOfDate(
                f"the database {state}; `trenchline serve --migrate` brings it up to date"
            )


@contextmanager
def _noticing_absence() -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        if is_away(error):
            raise Away(error) from error
        raise


def _connected(engine: Engine) -> Connection:
    """A connection; a database that restarts is waited for a little while."""
    deadline, pause = time.monotonic() + away.PATIENCE, 0.05
    while True:
        try:
            return engine.connect()
        except DBAPIError as error:
            if not is_away(error) or time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause *= 2


def _sqlite_engine(url: str) -> Engine:
    engine = create_engine(
        url,
        pool_size=THREADS + 8,
        max_overflow=8,
        connect_args={
            "check_same_thread": False,
            "timeout": away.PATIENCE,
            "isolation_level": None,
        },
    )

    @event.listens_for(engine, "do_connect")
    def create(*ignored: object) -> None:
        # SQLite gives the files beside it the same rights.
        with suppress(OSError):
            os.close(os.open(engine.url.database or "", os.O_CREAT | os.O_EXCL, 0o600))

    @event.listens_for(engine, "connect")
    def prepare(dbapi_connection: Any, record: Any) -> None:
        cursor = dbapi_connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        # A commit is in the log but not on the disk yet: ``Log`` sees to that before it counts.
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_LOG}")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("immediate"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _postgresql_engine(url: str) -> Engine:
    engine = create_engine(
        url,
        pool_size=THREADS + 4,
        max_overflow=4,
        pool_timeout=away.PATIENCE,
        connect_args={"connect_timeout": max(1, round(away.PATIENCE))},
    )

    @event.listens_for(engine, "connect")
    def prepare(dbapi_connection: Any, record: Any) -> None:
        dbapi_connection.execute(f"SET lock_timeout = {round(away.PATIENCE * 1000)}")
        dbapi_connection.commit()

    @event.listens_for(engine, "checkin")
    def rest(dbapi_connection: Any, record: Any) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def wake(dbapi_connection: Any, record: Any, proxy: Any) -> None:
        # In use all the time, a connection need not be asked whether it still is one.
        if time.monotonic() - record.info.get("rests_since", math.inf) > RESTED:
            try:
                engine.dialect.do_ping(dbapi_connection)
            except psycopg.Error:
                raise DisconnectionError from None

    return engine


def _alembic(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config
