"""What every request must pass before it is looked at: host, origin, type and size.

Cookies are SameSite and every change needs JSON from our own origin, so no other site can act for
somebody who is signed in. In local play, where there is nobody to sign in, only loopback names are
answered, so that no other site can point a name of its own at this computer.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trenchline.server.errors import Problem, malformed

LARGEST = 32 * 1024
"""Bytes in the body of a request."""
LARGEST_RECORD = 8 * 1024 * 1024
"""Bytes in a record that is uploaded."""

RECORDS = "/api/replays"
RECORD_TYPES = ("application/x-ndjson", "application/jsonl", "application/json")

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}


class Guards:
    """The door of the server."""

    def __init__(self, app: ASGIApp, local: bool) -> None:
        self._app = app
        self._local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                mine = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    mine.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    mine.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            self._check(scope, headers)
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
                return
            largest = LARGEST_RECORD if scope["path"] == RECORDS else LARGEST
            if int(headers.get("content-length") or 0) > largest:
                raise _too_large(largest)
            await self._app(scope, _measured(receive, largest), with_headers)
        except Problem as problem:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": str(problem)[:100]})
            else:
                await problem.response()(scope, receive, with_headers)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if self._local and _name(host) not in LOOPBACK:
            raise Problem(403, "host", "This server answers only this computer.")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if not changes:
            return
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            raise Problem(403, "origin", "This request comes from another site.")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Problem(403, "origin", "This request comes from another site.")
        if scope["type"] == "http" and scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            allowed = RECORD_TYPES if scope["path"] == RECORDS else ("application/json",)
            if kind not in allowed:
                raise malformed(f"The content type must be {' or '.join(allowed)}.")


def _name(host: str) -> str:
    """A host without its port."""
    return host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host


def _too_large(largest: int) -> Problem:
    return Problem(413, "too_large", f"More than {largest:,} bytes is too much.")


def _measured(receive: Receive, largest: int) -> Receive:
    """Receive a body, but not more of it than allowed, whatever its header said."""
    total = 0

    async def measured() -> Message:
        nonlocal total
        message = await receive()
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            if total > largest:
                raise _too_large(largest)
        return message

    return measured
