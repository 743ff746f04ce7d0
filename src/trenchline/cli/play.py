"""``play`` and ``serve``: the table in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from trenchline.cli.app import WithEdition, app

HOST, PORT = "127.0.0.1", 8914


@app.command()
def play(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Whether to open the browser.")] = True,
    edition: WithEdition = None,
) -> None:
    """Play in the browser on this computer."""
    # The server takes more than a second to load: no other command shall wait for it.
    from trenchline.server import command

    command.play(port, browser)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = PORT,
    database: Annotated[
        str | None,
        typer.Option(help="Like postgresql+psycopg://user@host/name; SQLite if not given."),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; more need PostgreSQL.")] = 1,
    migrate: Annotated[bool, typer.Option(help="Bring the database up to date first.")] = False,
    mend: Annotated[
        str | None,
        typer.Option(
            metavar="MATCH",
            help="Take up a stopped match (its number, or that of its trouble) instead of serving.",
        ),
    ] = None,
    back_to: Annotated[
        int | None, typer.Option(min=0, help="With --mend: go back to this version of the match.")
    ] = None,
    edition: WithEdition = None,
) -> None:
    """Serve tables to people with accounts and invitations."""
    from trenchline.server import command

    command.serve(host, port, database, workers, migrate, mend, back_to)
