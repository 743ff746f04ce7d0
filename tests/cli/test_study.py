"""``study`` and ``arena``."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import refused, run
from tests.studies.crashing import CrashingPlayer
from trenchline.players import PLAYERS

WORDS = ("study", "world_war_one", "--vary", "scenario=historical,free_deployment")


def test_a_study_writes_what_it_found(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "study"
    ran = run(*WORDS, "--games", 2, "--out", out, "--records")
    assert (ran.code, ran.err) == (0, "")
    assert f"The report: {out / 'report.html'}" in ran.out
    assert {path.name for path in out.iterdir()} == {
        *("endings.csv", "events.csv", "games.csv", "lengths.csv", "options.csv"),
        *("turns.csv", "win_rates.csv", "games.parquet", "parts", "records"),
        *("report.html", "study.json"),
    }
    records = sorted(out.glob("records/*/*.jsonl"))
    assert len(records) == 4
    assert run("verify", *records).code == 0
    before = (out / "report.html").read_bytes()
    again = run(*WORDS, "--games", 2, "--out", out, "--records", "--json")
    assert sum(row["won"] for row in again.json["win_rates"]) == 4
    assert (out / "report.html").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--vary", "tank_army=on"], "vary tank_army between two or more different values"),
        (["--vary", "zeppelins=on,off"], "world_war_one has no option 'zeppelins'"),
        (["--vary", "tank_army"], "an option reads like NAME=VALUE, not 'tank_army'"),
        (["--players", "random,kaiser"], "there is no player 'kaiser'"),
        (["--scenario", "historical"], "scenario cannot be both given and varied"),
        (["--jobs", "2", "--cluster", "tcp://127.0.0.1:1"], "--jobs and --cluster exclude"),
    ],
)
def test_what_there_is_not_is_refused(words: list[str], problem: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert refused(2, *WORDS, *words, "--out", out).startswith(problem)
    assert not out.exists(), "nothing is written"


def test_a_folder_that_will_not_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for out, problem in (
        (tmp_path, "there is something else in this folder"),
        (tmp_path / "file", "File exists"),
        (tmp_path / "file" / "below", "Not a directory"),
    ):
        assert refused(1, *WORDS, "--games", 1, "--out", out).startswith(f"{out}: {problem}")


def test_a_study_does_not_go_on_as_another(tmp_path: Path) -> None:
    out = tmp_path / "s"
    assert run(*WORDS, "--games", 1, "--out", out).code == 0
    told = refused(1, *WORDS, "--games", 1, "--seed", 7, "--out", out)
    assert told == (f"{out}: there is another study here (seed is 0, not 7): name another folder")


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    out = tmp_path / "s"
    assert run(*WORDS, "--games", 1, "--out", out).code == 0
    (out / "games.parquet").write_bytes(b"PAR1 no more")
    told = refused(1, *WORDS, "--games", 1, "--out", out)
    assert told.startswith(f"{out}: games.parquet is damaged")


def test_crashes_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)
    ran = run(*WORDS, "--games", 1, "--players", "crashing", "--out", tmp_path / "s")
    assert ran.code == 1
    assert ran.err == "trenchline: 2 games crashed; games.csv tells which\n"
    assert "Traceback" not in ran.out


EVERY_GAME_AT_ONCE = """
from trenchline.cli import main
from trenchline.studies import conduct
conduct.KEEP_SECONDS, conduct.LARGEST_BATCH = 0, 1
main()
"""


def _started(out: Path, games: int) -> subprocess.Popen[str]:
    """A study in a process of its own that has kept its first games."""
    command = [sys.executable, "-c", EVERY_GAME_AT_ONCE, *WORDS, "--games", str(games)]
    process = subprocess.Popen(
        [*command, "--jobs", "2", "--out", str(out)],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while not list(out.glob("parts/*.parquet")):
        assert time.monotonic() < until
        assert process.poll() is None
        time.sleep(0.02)
    return process


@pytest.mark.slow
def test_a_killed_study_goes_on(tmp_path: Path) -> None:
    killed = _started(tmp_path / "killed", 8)
    killed.kill()
    killed.communicate()
    assert not (tmp_path / "killed" / "report.html").exists()
    for name in ("killed", "whole"):
        assert run(*WORDS, "--games", 8, "--out", tmp_path / name).code == 0
    for file in ("games.parquet", "report.html", "turns.csv"):
        found = [(tmp_path / name / file).read_bytes() for name in ("killed", "whole")]
        assert found[0] == found[1]


@pytest.mark.slow
def test_an_interrupted_study_says_how_far_it_came(tmp_path: Path) -> None:
    process = _started(tmp_path, 500)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.startswith("trenchline: stopped after ")
    assert err.endswith(" of 1000 games; the same command goes on\n")


@pytest.mark.slow
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """A limit on the size of files stands in for a disk without room."""
    command = [sys.executable, "-m", "trenchline", *WORDS, "--games", "2", "--out"]
    ran = subprocess.run(
        [*command, str(tmp_path / "s")],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)),
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"trenchline: {tmp_path / 's'}: File too large\n"
    assert list((tmp_path / "s" / "parts").iterdir()) == []


def test_the_arena_rates_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "other", PLAYERS["random"])
    words = ("arena", "world_war_one", "--players", "random,other", "--games", 2)
    told = run(*words, "--json").json
    assert {row["player"] for row in told["ratings"]} == {"random", "other"}
    assert all(row["low"] <= row["elo"] <= row["high"] for row in told["ratings"])
    (pair,) = told["pairs"]
    assert (pair["points"], pair["games"]) == (2, 4), "the same choices on both sides"
    assert "2 : 2" in run(*words).out


def test_the_arena_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    told = refused(2, "arena", "world_war_one", "--players", "random,kaiser")
    assert told.startswith("there is no player 'kaiser'")
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)
    told = refused(1, "arena", "world_war_one", "--players", "random,crashing", "--games", 1)
    assert "ZeroDivisionError" in told
