"""``export``: recorded games as Parquet tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trenchline.cli.app import MISUSED, WithEdition, about, app, fail


@app.command()
def export(
    records: Annotated[
        list[Path], typer.Argument(metavar="RECORD...", help="Records, or folders of them.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the tables.")],
    positions: Annotated[
        bool, typer.Option("--positions", help="With every decision the position as text.")
    ] = False,
    knowledge: Annotated[
        bool, typer.Option("--knowledge", help="With every decision what its side knows, as text.")
    ] = False,
    edition: WithEdition = None,
) -> None:
    """Write recorded games as Parquet tables: decisions, battles, units and territory by turn.

    The tables of each game lie in a folder with its name. Nothing is written if a record cannot be
    believed.
    """
    # These take half a second to load: no other command shall wait for them.
    from trenchline.studies.export import export as gather
    from trenchline.studies.export import write

    files = [file for path in records for file in _files(path)]
    with about():
        tables = gather(files, positions, knowledge)
    with about(out):
        written = write(tables, out)
    for path in written:
        typer.echo(path)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.jsonl"))
    if not found:
        fail(f"{path}: there are no records (*.jsonl) in this folder", MISUSED)
    return found
