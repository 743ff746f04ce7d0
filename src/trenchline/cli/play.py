"""``play`` and ``serve``: the table in the browser."""

from __future__ import annotations

from trenchline.cli.app import app
from trenchline.server import command

play = app.command()(command.play)
serve = app.command()(command.serve)
