"""``trenchline play`` and ``trenchline serve``."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from trenchline.cli import app
from trenchline.server.database import Database
from trenchline.server.settings import sqlite_url
from trenchline.server.statistics import chance_of, dice_statistics


@pytest.mark.slow
def test_play_says_where_the_table_is(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "trenchline", "play", "--no-browser"]
    environment = os.environ | {"TRENCHLINE_DATA": str(tmp_path)}
    process = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found
        assert httpx.get(f"{found[0]}api/me", timeout=60).json()["kind"] == "local"
        assert "<html" in httpx.get(found[0], timeout=60).text
        assert (tmp_path / "play.sqlite").is_file()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def test_a_port_that_is_taken_is_said_so(tmp_path: Path, local_address: str) -> None:
    port = local_address.rpartition(":")[2]
    result = CliRunner().invoke(
        app, ["play", "--no-browser", "--port", port], env={"TRENCHLINE_DATA": str(tmp_path)}
    )
    assert result.exit_code == 2
    assert f"port {port} cannot be used" in result.output


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        app, ["serve", "--workers", "2"], env={"TRENCHLINE_DATA": str(tmp_path)}
    )
    assert result.exit_code == 2
    assert "need PostgreSQL" in result.output


def test_a_database_that_is_not_there_is_said_so() -> None:
    result = CliRunner().invoke(
        app, ["serve", "--database", "postgresql+psycopg://nobody@127.0.0.1:1/none"]
    )
    assert result.exit_code == 2
    assert "cannot be reached" in result.output


def invoke(*words: str, data: Path | None = None) -> tuple[int, str]:
    """The exit code and the one line that a command says; a traceback fails the test."""
    result = CliRunner().invoke(app, list(words), env={"TRENCHLINE_DATA": str(data)})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert len(result.output.splitlines()) == 1 or "Usage" in result.output
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nonsense", "not the address of a database"),
        ("", "not the address"),
        ("mysql://root@localhost/x", "mysql is not a kind"),
        ("postgresql+psycopg2://localhost/x", "psycopg2 is not a kind"),
        ("postgresql+psycopg://u@localhost:port/x", "not the address"),
        ("sqlite://", "cannot be kept in memory"),
    ],
)
def test_a_wrong_address_of_a_database_is_said_so(url: str, reason: str) -> None:
    code, said = invoke("serve", f"--database={url or ' '}")
    assert code == 2
    assert reason in said


@pytest.mark.parametrize("command", ["play", "serve"])
@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_cannot_be_is_said_so(command: str, port: str) -> None:
    code, said = invoke(command, f"--port={port}")
    assert code == 2
    assert "Invalid value for '--port'" in said


def test_an_address_that_cannot_be_listened_on_is_said_so(
    tmp_path: Path, local_address: str
) -> None:
    port = local_address.rpartition(":")[2]
    code, said = invoke("serve", "--port", port, data=tmp_path)
    assert (code, f"port {port} cannot be used" in said) == (2, True)
    code, said = invoke("serve", "--host", "999.1.1.1", data=tmp_path)
    assert (code, "999.1.1.1 port 8914 cannot be used" in said) == (2, True)


def serve_and_play(folder: Path) -> Iterator[tuple[int, str]]:
    yield invoke("serve", "--port=0", data=folder)
    yield invoke("play", "--no-browser", data=folder)


def test_a_data_folder_that_cannot_be_used_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    nowhere = Path("/proc/nowhere")
    for folder in (file, file / "below", nowhere):
        for code, said in serve_and_play(folder):
            assert code == 1
            assert f"{folder} cannot hold the matches" in said
    for name in ("play.sqlite", "serve.sqlite"):
        (tmp_path / name).mkdir()
    for code, said in serve_and_play(tmp_path):
        assert code == 1
        assert "cannot be used: unable to open database file" in said


def test_a_corrupt_database_is_said_so(tmp_path: Path) -> None:
    for name in ("play.sqlite", "serve.sqlite"):
        (tmp_path / name).write_bytes(b"not a database, " * 1000)
    for code, said in serve_and_play(tmp_path):
        assert code == 1
        assert "cannot be used: file is not a database" in said


def test_a_database_of_another_program_or_version_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "serve.sqlite")) as theirs:
        theirs.execute("CREATE TABLE recipes (name)")
    code, said = invoke("serve", data=tmp_path)
    assert (code, "not one of Trenchline's: it has recipes" in said) == (2, True)
    Database(sqlite_url(tmp_path, "play.sqlite")).migrate()
    with closing(sqlite3.connect(tmp_path / "play.sqlite")) as later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
        later.commit()
    code, said = invoke("play", "--no-browser", data=tmp_path)
    assert (code, "made by another version" in said) == (1, True)


@pytest.mark.slow
def test_a_full_disk_is_said_so(tmp_path: Path) -> None:
    """A process that may not write a large file meets what a full disk would give it."""
    words = "import resource, sys; from trenchline.cli import main; "
    words += "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); "
    words += "sys.argv = ['trenchline', 'play', '--no-browser']; main()"
    done = subprocess.run(
        [sys.executable, "-c", words],
        env=os.environ | {"TRENCHLINE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "play.sqlite cannot be used" in line


def test_the_chance_of_dice() -> None:
    assert round(chance_of(11.07, 5), 3) == 0.05
    assert round(chance_of(9.488, 4), 3) == 0.05
    assert chance_of(0.0, 5) == 1.0
    found = dice_statistics(6, {"": [1], "Near": [6, 6], "Far": [2]})
    assert (found.rolls, found.counts) == (4, [1, 1, 0, 0, 0, 2])
    assert found.by_side == {"Near": [0, 0, 0, 0, 0, 2], "Far": [0, 1, 0, 0, 0, 0]}
    assert round(found.chi_square, 9) == 5.0
    assert 0.41 < found.chance < 0.42
    assert dice_statistics(6, {}).chance == 1.0
