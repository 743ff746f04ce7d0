"""``play``: the table in the browser."""

from __future__ import annotations

from trenchline.cli.app import MISUSED, app, fail


@app.command()
def play() -> None:
    """Play a game in the browser."""
    fail(
        "the table in the browser is not there yet; meanwhile `trenchline simulate GAME --record"
        " DIR` plays games, `trenchline replay FILE` shows them, and the Python API in the README"
        " plays them choice by choice",
        MISUSED,
    )
