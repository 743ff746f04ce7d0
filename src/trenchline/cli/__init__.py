"""The command line: one module for each group of commands, all on one app."""

from __future__ import annotations

from trenchline.cli import (
    analyse,
    arena,
    balance,
    bench,
    catalogue,
    edition,
    export,
    maps,
    odds,
    play,
    records,
    simulate,
    study,
)
from trenchline.cli.app import app

__all__ = [
    "analyse",
    "app",
    "arena",
    "balance",
    "bench",
    "catalogue",
    "edition",
    "export",
    "main",
    "maps",
    "odds",
    "play",
    "records",
    "simulate",
    "study",
]


def main() -> None:
    """Run the command that was typed."""
    app(prog_name="trenchline")
