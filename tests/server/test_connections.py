"""Connections that hold a place without saying what they want are closed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from tests.server.place import Browser
from trenchline.server import connections

PATIENT = 120.0


@contextmanager
def dialled(address: str) -> Iterator[socket.socket]:
    """A connection to a server."""
    parts = urlsplit(address)
    assert parts.hostname
    with socket.create_connection((parts.hostname, parts.port or 80), timeout=PATIENT) as line:
        yield line


def heard(line: socket.socket) -> bytes:
    """All that a server says until it hangs up."""
    said = b""
    with suppress(ConnectionResetError):
        while more := line.recv(4096):
            said += more
    return said


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"\r\n",
        b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b'Content-Length: 99\r\n\r\n{"name": ',
        b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api",
    ],
)
def test_a_request_that_is_sent_by_halves_times_out(
    served_address: str, half: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    with dialled(served_address) as line:
        line.sendall(half)
        heard(line)


def test_headers_without_end_are_refused(
    served_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", PATIENT * 2)
    with dialled(served_address) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        with suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(200):
                line.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
        heard(line)


def test_a_request_in_time_is_answered_and_the_next_one_too(served_address: str) -> None:
    with dialled(served_address) as line:
        for _ in range(3):
            for part in (b"GET /api/me HT", b"TP/1.1\r\nHost: 127.0.0.1\r\n", b"\r\n"):
                line.sendall(part)
            assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_there_is_room_for_so_many(served_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PROXIES", ())
    monkeypatch.setattr(connections, "MOST_OF_ONE", 5)
    with ExitStack() as stack:
        lines = [stack.enter_context(dialled(served_address)) for _ in range(30)]
        assert any(heard(line).startswith(b"HTTP/1.1 503") for line in lines[-1:])
    monkeypatch.setattr(connections, "PROXIES", ("127.0.0.1",))
    with Browser(served_address) as browser:
        browser.get("/api/me")
