"""The page itself: the files of the ``web`` folder, and what to say where there is nothing."""

from __future__ import annotations

import mimetypes
from os import PathLike, stat_result
from pathlib import Path

from fastapi import Request, Response
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

# What a system says about these cannot be relied on.
for ending, kind in {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}.items():
    mimetypes.add_type(kind, ending)

NOWHERE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Nothing here · Trenchline</title>
<style>body{font:18px/1.5 Georgia,serif;max-width:32em;margin:15vh auto;padding:0 1em}</style>
<h1>No man's land</h1><p>There is nothing at this address. <a href="/">Back to the games</a>.</p>
</html>
"""


class Pages(StaticFiles):
    """The files of a folder; browsers ask each time whether theirs is still the newest."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, to be asked for again each time."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        return response


def not_found_page(request: Request) -> Response | None:
    """What a person sees at a wrong address; programs get an error in JSON."""
    if request.url.path.startswith("/api"):
        return None
    return HTMLResponse(NOWHERE, 404)
