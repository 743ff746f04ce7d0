"""``trenchline play`` and ``trenchline serve``."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from trenchline.cli import app
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
