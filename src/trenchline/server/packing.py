"""Answers made light: packed for browsers that can unpack, and kept where they never change.

What is the same for everybody (the page's files, boards, drawings, pictures) is packed once, and
most of it has an address with its stamp in it, so that a browser that has it need not even ask.
What is made for one side is packed as it is sent.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256

from fastapi import Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

KEPT = "public, max-age=31536000, immutable"
ASKED = "no-cache"
"""To be kept, but asked about each time."""

PACKABLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
SMALL = 600
"""Bytes that are not worth packing."""
BRISK = 4
"""How hard answers are packed that somebody waits for."""


class Packed(GZipMiddleware):
    """Packs answers on their way out; pictures are packed already."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, packed if that pays."""
        if scope["type"] == "http" and scope["path"].endswith(".webp"):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def stamp_of(*parts: bytes) -> str:
    """A short name for what something is made of."""
    made_of = sha256()
    for part in parts:
        made_of.update(part)
    return made_of.hexdigest()[:16]


def lasting(request: Request, body: bytes, kind: str, kept: bool = False) -> Response:
    """A body that is the same for everybody; whoever has it already gets no second copy."""
    headers = {"Cache-Control": KEPT if kept else ASKED}
    if kind.startswith(PACKABLE):
        headers["Vary"] = "Accept-Encoding"
        if len(body) > SMALL and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = _squeezed(body)
    headers["ETag"] = f'"{stamp_of(body)}"'
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        headers.pop("Content-Encoding", None)
        return Response(status_code=304, headers=headers)
    return Response(body, 200, headers, kind)


@lru_cache(maxsize=256)
def _squeezed(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
