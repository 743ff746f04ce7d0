"""Connections: how many there may be, and how long each may take to say what it wants.

A request that is sent by halves, or an answer that is never fetched, would hold a place for ever.
Whoever is behind a proxy on this computer shares its address, so that one may have more.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 800
"""Connections of a worker, websockets too; a process may often open a thousand files."""
MOST_OF_ONE = 100
"""Connections from one address."""
PROXIES = ("127.0.0.1", "::1")
"""Where others may stand behind an address."""

HEAD_SECONDS = 15.0
"""For the first line and the headers of a request."""
BODY_SECONDS = 60.0
ANSWER_SECONDS = 300.0
"""For the answer, until all of it has been fetched."""
LARGEST_HEAD = 64 * 1024
"""Bytes of the first line and the headers."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n"
    b"Content-Length: 0\r\n\r\n"
)


class Connection(HttpToolsProtocol):
    """A connection that must be quick about it."""

    _alarm: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes received since the last head was complete."""
    _inside = False
    """Whether a head is complete and its body or answer is not."""
    _next = False
    """Whether a head has begun and is not complete."""

    def connection_made(self, transport: Any) -> None:
        """Let somebody in, if there is room."""
        super().connection_made(transport)
        if len(self.connections) > MOST or self._has_enough():
            transport.write(FULL)
            transport.close()
            return
        self._within(HEAD_SECONDS)

    def _has_enough(self) -> bool:
        here = self.client[0] if self.client else ""
        if not here or here in PROXIES:
            return False
        others = (getattr(other, "client", None) for other in self.connections)
        return sum(1 for client in others if client and client[0] == here) > MOST_OF_ONE

    def _within(self, seconds: float | None) -> None:
        """Something must happen within so many seconds, or need not at all."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take in what is sent, of a head not too much."""
        if not self._inside:
            self._head += len(data)
            if self._head > LARGEST_HEAD and len(data) < self._head:
                self.send_400_response("The headers are too large.")
                return
            if self._alarm is None:
                self._within(HEAD_SECONDS)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A head begins, perhaps before the last answer is gone."""
        self._next = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is there; now the body."""
        self._inside, self._next, self._head = True, False, 0
        self._within(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there; now the answer."""
        if not getattr(self.cycle, "response_complete", False):
            self._within(ANSWER_SECONDS)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is gone; the connection may rest for a while."""
        self._inside = False
        self._within(HEAD_SECONDS if self._next else None)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """A table stays open as long as it likes."""
        self._within(None)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._within(None)
        super().connection_lost(exc)
