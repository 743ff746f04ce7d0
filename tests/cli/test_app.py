"""The command line as a whole."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from tests.cli.command import run


def test_help_lists_every_command() -> None:
    ran = run("--help")
    assert ran.code == 0
    for command in ("games", "rules", "simulate", "replay", "verify", "odds", "bench", "play"):
        assert re.search(rf"^  {command} ", ran.out, re.MULTILINE)


def test_version() -> None:
    assert run("--version").out == f"trenchline {version('trenchline')}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["march"],
        ["simulate"],
        ["simulate", "world_war_one", "--games", "none"],
        ["simulate", "world_war_one", "--games", "0"],
        ["simulate", "world_war_one", "--jobs", "0"],
        ["replay", "x.jsonl", "--to", "-1"],
        ["bench", "--seconds", "0"],
        ["verify"],
    ],
)
def test_misuse_ends_with_code_2(words: list[str]) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "Error: " in ran.err


def test_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "trenchline", "rules", "no_such_game"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("trenchline: there is no game 'no_such_game'; there are ")


def test_a_reader_who_has_seen_enough_meets_no_traceback() -> None:
    command = f"{sys.executable} -m trenchline rules world_war_one | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.stdout.count("\n") == 1
    assert ran.stderr == ""
