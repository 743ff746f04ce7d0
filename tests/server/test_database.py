"""Migrations build the tables that the code expects."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from tests.kernel.pebbles import GAME
from tests.server.place import Browser, play_hot_seat, serving, settings
from trenchline.kernel.dice import NumberedDice
from trenchline.kernel.match import Match
from trenchline.kernel.record import parse_record, verify
from trenchline.server.database import Database, OutOfDate, _alembic
from trenchline.server.schema import metadata
from trenchline.server.settings import data_folder, sqlite_url

COLUMNS = "id, kind, name, handle, password, created"


def assert_up_to_date(database: Database) -> None:
    """The migrations make what the schema says, no more and no less."""
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_migrations_make_the_schema(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path, "new.sqlite"))
    with pytest.raises(OutOfDate, match="is empty"):
        database.check()
    database.migrate()
    database.check()
    database.migrate()
    assert_up_to_date(database)
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    database.close()


def test_what_is_kept_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Seeds, passwords and what players hide: nobody else at the computer reads along."""
    mask = os.umask(0o022)
    try:
        folder = tmp_path / "data"
        database = Database(sqlite_url(folder, "new.sqlite"))
        database.migrate()
        modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
        database.close()
    finally:
        os.umask(mask)
    assert modes == dict.fromkeys(("new.sqlite", "new.sqlite-wal", "new.sqlite-shm"), 0o600)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_match_begun_before_lots_goes_on_with_its_dice(tmp_path: Path) -> None:
    """Its dice hang on their number alone: another act has had a die that was taken back."""
    chosen = settings(tmp_path, local=True)
    database = Database(chosen.database)
    with database.writing() as connection:
        command.upgrade(_alembic(connection), "0001")
        connection.exec_driver_sql(
            "INSERT INTO people VALUES ('local', 'local', 'Me', NULL, NULL, 0)"
        )
        _older_match(connection)
    database.migrate()
    assert_up_to_date(database)
    database.close()
    with serving(chosen) as address, Browser(address) as browser:
        log = browser.get("/api/matches/older-match/log")
        assert [entry["choice"] for entry in log[1:]] == ["heap c", "take 3", "challenge"]
        table = play_hot_seat(browser, "older-match", random.Random(1))
        assert table["dice"] == {"ready": True, "waits": [], "pledges": {}, "lots": {}}
        text = browser.client.get("/api/matches/older-match/record").content
    assert text.startswith(b'{"trenchline":1,')
    verify(GAME, parse_record(text))


def _older_match(connection: Connection) -> None:
    match = Match(GAME, NumberedDice("old"), "long")
    rows: list[tuple[str, int, str, str | None, int | None, list[int]]] = []
    for made in ("heap c", "take 2", "challenge", 1, "take 3", "challenge"):
        if isinstance(made, int):
            match.back_to(made)
            rows.append(("older-match", len(rows), "Near", None, made, []))
        else:
            turned = match.take(GAME.parse_choice(made))
            side = GAME.sides[turned.side]
            rows.append(("older-match", len(rows), side, made, None, list(turned.dice)))
    who = GAME.sides[match.who or 0]
    dice = match.dice
    assert isinstance(dice, NumberedDice)
    connection.exec_driver_sql(
        "INSERT INTO matches VALUES"
        " ('older-match', 'pebbles', 'long', '{\"most\": \"3\"}', '1', 'old', ?, ?, 0, 'local', 0,"
        " 'playing', NULL, ?, 3, ?, '', '', 0, NULL, 0)",
        (dice.commitment, json.dumps(match.opening[0]), len(rows), who),
    )
    for number, side in enumerate(GAME.sides):
        connection.exec_driver_sql(
            "INSERT INTO seats VALUES ('older-match', ?, ?, 'person', 'local', NULL, NULL, NULL)",
            (number, side),
        )
    for *row, drawn in rows:
        connection.exec_driver_sql(
            "INSERT INTO choices VALUES (?, ?, ?, ?, ?, ?, '', '', 0)", (*row, json.dumps(drawn))
        )


def test_a_write_is_on_the_disk_when_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every write waits for the log to reach the disk, and one journey there serves many."""
    database = Database(sqlite_url(tmp_path, "new.sqlite"))
    database.migrate()
    synced: list[tuple[str, int]] = []
    sync = os.fsync

    def slow_sync(descriptor: int) -> None:
        name = os.readlink(f"/proc/self/fd/{descriptor}")
        size = os.fstat(descriptor).st_size
        time.sleep(0.05)
        sync(descriptor)
        synced.append((name, size))

    monkeypatch.setattr(os, "fsync", slow_sync)

    def write(number: int) -> None:
        with database.writing() as connection:
            row = f"('{number}', 'guest', 'A', NULL, NULL, 0)"
            connection.exec_driver_sql(f"INSERT INTO people ({COLUMNS}) VALUES {row}")
            before = len(synced)
        assert len(synced) > before

    writers = [threading.Thread(target=write, args=(number,)) for number in range(12)]
    for thread in writers:
        thread.start()
    for thread in writers:
        thread.join()
    assert {name for name, _ in synced} == {str(tmp_path / "new.sqlite-wal")}
    assert 1 <= len(synced) < 12
    assert synced[-1][1] == (tmp_path / "new.sqlite-wal").stat().st_size
    database.close()


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path, "new.sqlite"))
    database.migrate()

    def fail() -> None:
        with database.writing() as connection:
            row = "('a', 'guest', 'A', NULL, NULL, 0)"
            connection.exec_driver_sql(f"INSERT INTO people ({COLUMNS}) VALUES {row}")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM people").scalar() == 0
    database.close()


def test_the_data_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRENCHLINE_DATA", str(tmp_path / "here"))
    assert data_folder() == tmp_path / "here"
    monkeypatch.delenv("TRENCHLINE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for platform, ending in (
        ("linux", tmp_path / "trenchline"),
        ("darwin", Path.home() / "Library" / "Application Support" / "trenchline"),
    ):
        monkeypatch.setattr("sys.platform", platform)
        assert data_folder() == ending
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "trenchline"


def test_accounts_from_before_keep_their_names_and_sessions(tmp_path: Path) -> None:
    """Of two that look alike, the first has the name to itself; nobody is signed out."""
    database = Database(sqlite_url(tmp_path, "old.sqlite"))
    with database.writing() as connection:
        command.upgrade(_alembic(connection), "0002")
        for number, name in enumerate(("Haig", "Ha1g")):
            row = f"('{number}', 'account', '{name}', '{name.casefold()}', 'x', {number})"
            connection.exec_driver_sql(f"INSERT INTO people ({COLUMNS}) VALUES {row}")
            row = f"('{number}', '{number}', 0, 0)"
            connection.exec_driver_sql(f"INSERT INTO sessions VALUES {row}")
    database.migrate()
    database.check()
    with database.reading() as connection:
        skeletons = connection.exec_driver_sql("SELECT skeleton FROM people ORDER BY id")
        assert list(skeletons.scalars()) == ["halg", None]
        assert connection.exec_driver_sql("SELECT count(*) FROM sessions").scalar() == 2
    database.close()


def test_the_log_is_brought_into_the_database_beside_the_others(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path, "log.sqlite"))
    database.migrate()
    database.shorten_log()
    file = tmp_path / "log.sqlite"
    person = f"INSERT INTO people ({COLUMNS}) VALUES ('%s', 'guest', '%s', NULL, NULL, 0)"
    for number in range(100):
        with database.writing() as connection:
            connection.exec_driver_sql(person % (number, "x" * 4000))
    small = file.stat().st_size
    # Somebody who reads meanwhile does not hinder it, and somebody who writes need not wait.
    with database.reading() as reader, database.writing() as writer:
        writer.exec_driver_sql(person % ("last", "x"))
        database.shorten_log()
        assert reader.exec_driver_sql("SELECT count(*) FROM people").scalar() == 100
    assert file.stat().st_size > small + 300_000
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM people").scalar() == 101
    database.close()
