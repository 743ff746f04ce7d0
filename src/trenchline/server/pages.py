"""The page itself: the files of the ``web`` folder, and what to say where there is nothing.

The page names its files under ``kept/STAMP/``, where the stamp changes with any of them. So
browsers keep them for good, and a new page never meets an old file.
"""

from __future__ import annotations

import mimetypes
import re
from functools import lru_cache
from os import PathLike, fspath, stat_result
from pathlib import Path

from fastapi import Request, Response
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from trenchline.server.packing import lasting, stamp_of

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

INDEX = "index.html"
OWN_FILES = re.compile(r'(?<==")(?=(?:css|js)/|icon\.)')
"""Where the page names a file of its own."""
STAMPED = re.compile(r"kept/([0-9a-f]+)/(.+)")


class Pages(StaticFiles):
    """The files of a folder: under their stamp for good, else asked about each time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file by its plain or its stamped name."""
        stamped = STAMPED.fullmatch(path)
        if stamped is None:
            return await super().get_response(path, scope)
        scope["kept"] = stamped[1] == self._stamp()
        return await super().get_response(stamped[2], scope)

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, packed if the browser can unpack it."""
        file = Path(fspath(full_path))
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        body = _body(file, stat_result.st_mtime_ns)
        if file.name == INDEX:
            body = self._naming(body.decode()).encode()
        return lasting(Request(scope), body, kind, kept=scope.get("kept", False))

    def _stamp(self) -> str:
        """A name for the files as they are now."""
        looks = ((file, file.stat()) for file in sorted(self._folder.rglob("*.*")))
        return _stamp(
            tuple((str(file), look.st_mtime_ns) for file, look in looks if file.is_file())
        )

    def _naming(self, page: str) -> str:
        """The page, naming its files by their stamp and its scripts beforehand."""
        kept = f"kept/{self._stamp()}/"
        scripts = sorted(file.name for file in (self._folder / "js").glob("*.js"))
        links = "".join(f'<link rel="modulepreload" href="{kept}js/{name}">' for name in scripts)
        return OWN_FILES.sub(kept, page).replace("</head>", f"{links}</head>")


@lru_cache(maxsize=4)
def _stamp(files: tuple[tuple[str, int], ...]) -> str:
    return stamp_of(*(Path(name).read_bytes() for name, _ in files))


@lru_cache(maxsize=256)
def _body(file: Path, changed: int) -> bytes:
    """What a file holds; it is read again when it has changed."""
    return file.read_bytes()


def not_found_page(request: Request) -> Response | None:
    """What a person sees at a wrong address; programs get an error in JSON."""
    if request.url.path.startswith("/api"):
        return None
    return HTMLResponse(NOWHERE, 404)
