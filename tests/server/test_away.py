"""A database that is locked or away stops no match; people are told to try again."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.place import Browser, serving, settings
from tests.server.test_opponents import BOTH
from trenchline.server import away, opponents
from trenchline.server.away import is_away
from trenchline.server.database import Database
from trenchline.server.store import BROKEN


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another program has the database to itself."""
    with closing(sqlite3.connect(folder / "test.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Wait for something, however slow the machine."""
    deadline = time.monotonic() + 120
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for the database."""
    monkeypatch.setattr(away, "PATIENCE", 0.05)
    monkeypatch.setattr(opponents, "LONGEST_PAUSE", 0.2)


def test_a_locked_database_is_told_and_stops_nothing(tmp_path: Path, hurried: None) -> None:
    with serving(settings(tmp_path, local=True)) as address, Browser(address) as browser:
        match = browser.begin("pebbles", {"Near": "me", "Far": "me"}, scenario="long")["id"]
        table = browser.table(match, browser.table(match)["who"])
        with locked(tmp_path):
            response = browser.client.post(
                f"/api/matches/{match}/choices",
                json={"side": table["you"], "choice": "heap a", "version": 0},
            )
            assert response.status_code == 503
            assert response.json()["error"]["code"] == "try_again"
            assert response.headers["retry-after"]
            assert browser.table(match, table["you"]) == table
            browser.post("/api/matches", {"game": "pebbles", "seats": BOTH}, 503)
        assert browser.choose(table, "heap a")["version"] == 1


def test_computer_players_wait_for_a_database_as_long_as_it_takes(
    tmp_path: Path, hurried: None, caplog: pytest.LogCaptureFixture
) -> None:
    """It was locked for minutes, and the matches of computer players were stopped for ever."""
    seats = {"Allied": "computer:random", "Central": "computer:random"}
    with serving(settings(tmp_path, local=True)) as address, Browser(address) as browser:
        match = browser.begin("world_war_one", seats)["id"]
        wait_until(lambda: browser.table(match)["version"] > 3, "the computer does not begin")
        with caplog.at_level(logging.WARNING), locked(tmp_path):
            wait_until(lambda: caplog.text.count("try again") > 5, "nobody misses the database")
        version = browser.table(match)["version"]
        wait_until(lambda: browser.table(match)["version"] > version, "it does not go on")
        assert browser.table(match)["status"] != BROKEN


def test_only_what_passes_counts_as_away(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new.sqlite")

    def ask() -> None:
        with database.reading() as connection:
            connection.exec_driver_sql("SELECT * FROM nowhere")

    with pytest.raises(OperationalError) as caught:
        ask()
    assert not is_away(caught.value)
    assert not is_away(ValueError())
    assert is_away(OSError())
    database.close()
