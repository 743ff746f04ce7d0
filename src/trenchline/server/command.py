"""``trenchline play`` and ``trenchline serve``."""

from __future__ import annotations

import socket
import threading
import webbrowser
from typing import Annotated, Any, NoReturn

import typer
import uvicorn
from sqlalchemy.exc import OperationalError

from trenchline.server.database import Database, OutOfDate
from trenchline.server.settings import Settings, data_folder, sqlite_url, to_environment

LOOPBACK = "127.0.0.1"
APP = "trenchline.server.app:worker"
OPTIONS: dict[str, Any] = {
    "factory": True,
    "ws": "websockets-sansio",
    # A table has nothing to say on its websocket.
    "ws_max_size": 1024,
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": 5,
    "server_header": False,
    "access_log": False,
}


def play(
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Whether to open the browser.")] = True,
) -> None:
    """Play in the browser on this computer."""
    settings = Settings(sqlite_url(data_folder(), "play.sqlite"), local=True, warm=True)
    Database(settings.database).migrate()
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
    host: Annotated[str, typer.Option(help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8914,
    database: Annotated[
        str | None,
        typer.Option(help="Like postgresql+psycopg://user@host/name; SQLite if not given."),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; more need PostgreSQL.")] = 1,
    migrate: Annotated[bool, typer.Option(help="Bring the database up to date first.")] = False,
) -> None:
    """Serve tables to people with accounts and invitations."""
    settings = Settings(database or sqlite_url(data_folder(), "serve.sqlite"))
    if not settings.on_postgresql and workers > 1:
        _fail("several workers need PostgreSQL: --database postgresql+psycopg://...")
    try:
        prepare(settings, migrate)
    except OutOfDate as error:
        _fail(str(error))
    except OperationalError as error:
        _fail(f"the database cannot be reached: {str(error.orig).splitlines()[0]}")
    to_environment(settings)
    run(host, port, workers)


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


def _fail(problem: str) -> NoReturn:
    typer.echo(f"trenchline: {problem}", err=True)
    raise typer.Exit(2)
