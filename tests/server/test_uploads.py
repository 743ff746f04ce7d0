"""Records from strangers: read elsewhere, within a time limit, one at a time of each person."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from tests.kernel.pebbles import GAME
from tests.kernel.test_match import at_random
from tests.server.place import Browser, serving, settings
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.record import record_text
from trenchline.server import readers
from trenchline.server.errors import Problem
from trenchline.server.live import WAITING, LiveMatch
from trenchline.server.people import Person

KIND = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def record() -> bytes:
    """A record of a game."""
    match = at_random(Match(GAME, SeededDice("upload"), "long"), random.Random(1))
    return record_text(match).encode()


def bring(browser: Browser, text: bytes) -> httpx.Response:
    """Upload a record."""
    return browser.client.post("/api/replays", content=text, headers=KIND, timeout=120)


def test_a_record_that_takes_too_long_is_refused(
    tmp_path: Path, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(settings(tmp_path)) as address, Browser(address) as browser:
        browser.register("Patient")
        with monkeypatch.context() as hurry:
            hurry.setattr(readers, "SECONDS", 0.0)
            response = bring(browser, record)
            assert (response.status_code, response.json()["error"]["code"]) == (422, "too_long")
        assert bring(browser, record).status_code == 201


@contextmanager
def half_sent(browser: Browser, record: bytes) -> Iterator[None]:
    """A record that is being uploaded, slowly."""
    parts = urlsplit(browser.address)
    cookies = "; ".join(f"{name}={value}" for name, value in browser.client.cookies.items())
    head = (
        f"POST /api/replays HTTP/1.1\r\nHost: {parts.netloc}\r\nCookie: {cookies}\r\n"
        f"Content-Type: {KIND['Content-Type']}\r\nContent-Length: {len(record)}\r\n\r\n"
    )
    assert parts.hostname
    with socket.create_connection((parts.hostname, parts.port or 80), timeout=120) as line:
        line.sendall(head.encode() + record[: len(record) // 2])
        yield
        line.sendall(record[len(record) // 2 :])
        assert line.recv(100).startswith(b"HTTP/1.1 201")


def test_one_record_at_a_time_of_each_person(
    tmp_path: Path, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = threading.Event()
    bringing = readers.Readers.bringing

    @contextmanager
    def noted(self: readers.Readers, person: Person) -> Iterator[None]:
        with bringing(self, person):
            there.set()
            yield

    monkeypatch.setattr(readers.Readers, "bringing", noted)
    with (
        serving(settings(tmp_path)) as address,
        Browser(address) as one,
        Browser(address) as other,
    ):
        one.register("Eager")
        other.register("Somebody else")
        with half_sent(one, record):
            assert there.wait(120)
            response = bring(one, record)
            assert (response.status_code, response.json()["error"]["code"]) == (429, "too_many")
            assert bring(other, record).status_code == 201
        assert bring(one, record).status_code == 201


@pytest.mark.parametrize("name", ["Fo\x00ch", "x" * 81, "Foch\n", "a\u202eb"])
def test_what_no_database_keeps_is_refused(local: Browser, record: bytes, name: str) -> None:
    first, rest = record.split(b"\n", 1)
    header = msgspec.json.decode(first)
    header["players"] = [name, "Near"]
    before = local.get("/api/matches")
    response = bring(local, msgspec.json.encode(header) + b"\n" + rest)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "malformed")
    assert local.get("/api/matches") == before


def test_only_a_few_wait_for_a_match_that_is_rebuilt() -> None:
    live = LiveMatch()
    live._rebuilding = True
    entered: list[int] = []

    def wait(number: int) -> None:
        with live.held():
            entered.append(number)

    with live.held():
        waiting = [threading.Thread(target=wait, args=(n,)) for n in range(WAITING)]
        for thread in waiting:
            thread.start()
        while live._waiting < WAITING:
            pass
        with pytest.raises(Problem, match="set up again"), live.held():
            pass
    for thread in waiting:
        thread.join()
    assert sorted(entered) == list(range(WAITING))
