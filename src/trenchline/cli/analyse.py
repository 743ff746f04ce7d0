"""``analyse``: what a recorded game teaches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from trenchline.cli.app import WithEdition, about, app

SECONDS = 45.0


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A recorded game.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder for analysis.html and analysis.json."),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(metavar="S", min=0.1, max=3600, help="How long it may look for mistakes."),
    ] = SECONDS,
    edition: WithEdition = None,
) -> None:
    """Tell what turned a recorded game: chances, luck, turning points, mistakes, the front.

    Prints a summary; with --out it leaves a report as one HTML file, and all of it as JSON.
    """
    # Atlas and players take a while to load: no other command shall wait for them.
    from trenchline.analysis.page import page
    from trenchline.analysis.whole import analyse as study
    from trenchline.kernel.record import read_record

    with about(file):
        found = study(read_record(file), seconds)
    for line in found.summary:
        typer.echo(line)
    if out is None:
        return
    with about(out):
        out.mkdir(parents=True, exist_ok=True)
        (out / "analysis.html").write_text(page(found), encoding="utf-8")
        (out / "analysis.json").write_bytes(msgspec.json.encode(found))
    typer.echo(out / "analysis.html")
    typer.echo(out / "analysis.json")
