"""``simulate``."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import refused, run
from tests.studies.crashing import CrashingPlayer
from trenchline.players import PLAYERS


def test_games_are_summed_up_for_programs() -> None:
    ran = run("simulate", "world_war_one", "--games", 3, "--seed", 5, "--json")
    assert ran.code == 0
    told = ran.json
    assert told["games"] == 3
    assert sum(told["wins"].values()) + told["draws"] == 3
    assert list(told["wins"]) == ["Allied", "Central"]
    assert told["crashes"] == 0
    assert told["mean_length"] == pytest.approx(told["choices"] / 3)
    assert told["choices_per_second"] == pytest.approx(told["choices"] / told["seconds"])
    assert told["games_per_second"] == pytest.approx(3 / told["seconds"])
    assert told["scenario"] == "historical"
    assert ran.err == "", "no progress bar without a terminal"


def test_games_are_summed_up_for_people() -> None:
    ran = run("simulate", "world_war_one", "--games", 1)
    assert ran.code == 0
    assert "Allied" in ran.out
    assert "1 games of" in ran.out


def test_a_game_is_told_with_reasons() -> None:
    words = ("simulate", "world_war_one", "--players", "staff,passing", "--seed", 7, "--explain")
    ran = run(*words)
    assert ran.code == 0
    assert ": attack " in ran.out
    assert "      or " in ran.out
    told = run(*words, "--json").json
    assert {one["side"] for one in told} == {"Allied", "Central"}
    assert all(one["reason"] for one in told if one["side"] == "Allied")
    assert not any(one["reason"] for one in told if one["side"] == "Central")
    assert any(one["others"] for one in told)
    assert any(one["log"] for one in told)


@pytest.mark.slow
def test_jobs_change_nothing(tmp_path: Path) -> None:
    words = ["simulate", "world_war_one", "--games", 5, "--seed", 3, "--json"]
    words += ["--scenario", "random", "--option", "tank_army=random"]
    told = [
        run(*words, "--jobs", jobs, "--record", tmp_path / str(jobs)).json for jobs in (1, 2)
    ] + [run(*words).json]
    for key in ("games", "choices", "wins", "draws", "mean_length", "mean_scores"):
        assert told[0][key] == told[1][key] == told[2][key]
    for path in sorted((tmp_path / "1").iterdir()):
        assert path.read_bytes() == (tmp_path / "2" / path.name).read_bytes()


def test_records_are_written_and_true(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    assert run("simulate", "world_war_one", "--games", 2, "--record", folder).code == 0
    records = sorted(folder.iterdir())
    assert [path.name for path in records] == ["world_war_one-0.jsonl", "world_war_one-1.jsonl"]
    ran = run("verify", *records)
    assert ran.code == 0
    assert ran.out.count("OK ") == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--scenario", "moonshine"], "world_war_one has no scenario 'moonshine'; it has "),
        (["--option", "zeppelins=on"], "world_war_one has no option 'zeppelins'; it has "),
        (["--option", "zeppelins=random"], "world_war_one has no option 'zeppelins'; it has "),
        (["--option", "tank_army=maybe"], "option tank_army takes off, on, not 'maybe'"),
        (["--option", "tank_army"], "an option reads like NAME=VALUE, not 'tank_army'"),
        (["--option", "tank_army=on", "--option", "tank_army=off"], "option tank_army is given"),
        (["--players", "random,kaiser"], "there is no player 'kaiser'; there are "),
        (["--players", "random,random,random"], "world_war_one needs 2 players"),
    ],
)
def test_what_there_is_not_is_refused(words: list[str], problem: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    told = refused(2, "simulate", "world_war_one", "--record", folder, *words)
    assert told.startswith(problem)
    assert not folder.exists(), "nothing is written"


def test_a_crash_is_told_with_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)
    words = ["simulate", "world_war_one", "--players", "random,crashing", "--games", 2, "--seed", 8]
    ran = run(*words, "--record", tmp_path, "--json")
    assert ran.code == 1
    assert ran.json["crashes"] == 2
    assert [crash["seed"] for crash in ran.json["crashed"]] == [8, 9]
    assert "--seed 8 --scenario historical" in ran.err
    assert "ZeroDivisionError at crashing.py:" in ran.err
    assert "Traceback" not in ran.err
    assert run("verify", tmp_path / "world_war_one-8.jsonl").code == 0, "up to the crash"


def test_records_need_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        told = refused(1, "simulate", "world_war_one", "--games", 1, "--record", folder)
        assert told.startswith(f"{folder}: the records cannot be written: ")
    assert file.read_text() == "mine"


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_leaves_nothing_behind(jobs: int, tmp_path: Path) -> None:
    """A limit on the size of files stands in for a disk without room."""
    words = ["simulate", "world_war_one", "--games", "4", "--jobs", str(jobs)]
    ran = subprocess.run(
        [sys.executable, "-m", "trenchline", *words, "--record", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)),
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"trenchline: {tmp_path}: the records cannot be written: ")
    assert ran.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
