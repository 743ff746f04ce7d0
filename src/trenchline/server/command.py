"""What ``trenchline play`` and ``trenchline serve`` do."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
import uvicorn
from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from trenchline.server import mend as mending
from trenchline.server.away import Away
from trenchline.server.database import Database, OutOfDate
from trenchline.server.settings import (
    Settings,
    data_folder,
    open_shelf,
    sqlite_url,
    to_environment,
)

WRONG, MISUSED = 1, 2
"""How a command ends: what it read or wrote is wrong, or it was asked for what there is not."""

LOOPBACK = "127.0.0.1"
POSTGRESQL = "postgresql+psycopg"
FORMS = f"write {POSTGRESQL}://user@host/name or sqlite:////folder/file"
APP = "trenchline.server.app:worker"
OPTIONS: dict[str, Any] = {
    "factory": True,
    "http": "trenchline.server.connections:Connection",
    "ws": "websockets-sansio",
    # A table says nothing on its websocket but what is drawn on it.
    "ws_max_size": 4096,
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": 5,
    "server_header": False,
    "access_log": False,
}


def play(port: int = 0, browser: bool = True) -> None:
    """Play in the browser on this computer; port 0 takes a free one."""
    settings = Settings(_own_file("play.sqlite"), local=True, warm=True)
    with _telling(settings.database):
        prepare(settings, migrate=True)
    to_environment(settings)
    with socket.socket() as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((LOOPBACK, port))
        except OSError as error:
            _fail(f"port {port} cannot be used: {error.strerror}")
        address = f"http://{LOOPBACK}:{bound.getsockname()[1]}/"
        # Whoever comes before all is ready waits instead of being refused.
        bound.listen(128)
        typer.echo(f"The table is at {address} (Ctrl-C ends it)")
        if browser:
            threading.Timer(0.5, webbrowser.open, (address,)).start()
        server = uvicorn.Server(uvicorn.Config(APP, log_level="warning", **OPTIONS))
        server.run([bound])


def serve(
    host: str,
    port: int,
    database: str | None = None,
    workers: int = 1,
    migrate: bool = False,
    mend: str | None = None,
    back_to: int | None = None,
) -> None:
    """Serve tables to people with accounts and invitations, or take up a stopped match."""
    settings = Settings(_known(database) if database else _own_file("serve.sqlite"))
    if not settings.on_postgresql and workers > 1:
        _fail("several workers need PostgreSQL: --database postgresql+psycopg://...")
    with _telling(settings.database):
        prepare(settings, migrate)
        if mend is not None:
            take_up(settings, mend, back_to)
            return
    to_environment(settings)
    _try_port(host, port)
    run(host, port, workers)


def take_up(settings: Settings, match: str, back_to: int | None) -> None:
    """Let a stopped match go on; a server that is running need not be stopped for it."""
    database = Database(settings.database)
    try:
        row = mending.mend(database, open_shelf(settings.shelf), match, back_to)
    except mending.NotMended as problem:
        _fail(str(problem), WRONG)
    finally:
        database.close()
    typer.echo(f"Match {row.id} goes on at version {row.version} ({row.status}).")


def prepare(settings: Settings, migrate: bool) -> None:
    """Bring the database up to date if it is our own file or we are told to; else check it."""
    database = Database(settings.database)
    try:
        if migrate or database.is_sqlite:
            database.migrate()
        database.check()
    finally:
        database.close()


def run(host: str, port: int, workers: int = 1, app: str = APP) -> None:
    """Serve until told to stop; the settings are in the environment."""
    uvicorn.run(app, host=host, port=port, workers=workers, **OPTIONS)


def _own_file(name: str) -> str:
    """The address of a database in the user's data folder."""
    folder = data_folder()
    try:
        return sqlite_url(folder, name)
    except OSError as error:
        _fail(f"{folder} cannot hold the matches: {error.strerror}", WRONG)


def _known(url: str) -> str:
    """The address of a database, if it is one of a kind that we know."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        _fail(f"{url!r} is not the address of a database; {FORMS}")
    if parts.drivername in ("postgresql", "postgres"):
        parts = parts.set(drivername=POSTGRESQL)
    if parts.drivername not in (POSTGRESQL, "sqlite"):
        _fail(f"{parts.drivername} is not a kind of database that is known; {FORMS}")
    if parts.drivername == "sqlite" and parts.database in (None, "", ":memory:"):
        _fail(f"matches cannot be kept in memory; {FORMS}")
    return parts.render_as_string(hide_password=False)


@contextmanager
def _telling(url: str) -> Iterator[None]:
    """Tell in one line what is wrong with a database."""
    shown = make_url(url).render_as_string().removeprefix("sqlite:///")
    try:
        yield
    except OutOfDate as error:
        _fail(str(error))
    except CommandError as error:
        _fail(f"{shown} was made by another version of Trenchline: {error}", WRONG)
    except (Away, SQLAlchemyError) as error:
        cause = error.cause if isinstance(error, Away) else error
        reason = str(getattr(cause, "orig", None) or cause).strip().partition("\n")[0]
        if make_url(url).drivername == "sqlite":
            _fail(f"{shown} cannot be used: {reason}", WRONG)
        _fail(f"the database cannot be reached: {reason}")


def _try_port(host: str, port: int) -> None:
    """See whether somebody else listens there, or nobody can."""
    try:
        with socket.create_server((host, port), family=_family(host)):
            pass
    except OSError as error:
        _fail(f"{host} port {port} cannot be used: {error.strerror}")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _fail(problem: str, code: int = MISUSED) -> NoReturn:
    typer.echo(f"trenchline: {problem}", err=True)
    raise typer.Exit(code)
