"""``odds``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import refused, run

POSITION = """\
turn 3 phase Central attack 1
FR crp 12 1@0409 Lorraine@0408
GE crp 20 5@0508 6@0509
"""
ATTACK = "GE5 GE6 > 0408"


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "verdun.txt"
    path.write_text(POSITION)
    return path


def test_odds_of_a_position(position: Path) -> None:
    told = run("odds", "world_war_one", "--position", position, "--attack", ATTACK, "--json").json
    assert (told["attack_total"], told["defence_total"]) == (8, 6)
    assert {"case": "12.41", "what": "fortification", "amount": 3} in told["defence"]
    assert sum(result["probability"] for result in told["results"]) == pytest.approx(1)
    assert sorted(roll for result in told["results"] for roll in result["rolls"]) == [*range(1, 7)]


def test_odds_are_told_with_every_case(position: Path) -> None:
    ran = run("odds", "world_war_one", "--position", position, "--attack", ATTACK)
    assert (ran.code, ran.err) == (0, "")
    assert "Attack on 0408 Verdun" in ran.out
    assert "+3  fortification [12.41]" in ran.out
    assert "33.3%" in ran.out


def test_a_position_from_standard_input() -> None:
    words = ["odds", "world_war_one", "--position", "-", "--attack", ATTACK]
    assert "defence 6" in run(*words, stdin=POSITION).out


def test_odds_of_the_attack_that_a_record_declares(record: Path) -> None:
    choices = [json.loads(line).get("choice") for line in record.read_text().splitlines()]
    line = choices.index("roll")
    told = run("odds", "world_war_one", "--record", record, "--to", line - 1, "--json").json
    assert told["attack_total"] >= told["defence_total"]
    assert "no attack is being declared" in refused(1, "odds", "world_war_one", "--record", record)


def test_what_cannot_be_attacked_is_refused(position: Path) -> None:
    words = ["odds", "world_war_one", "--position", position, "--attack"]
    assert refused(1, *words, "GE5 > 0408").startswith("GE5 > 0408: 8.3: ")
    assert "there is no unit 'GE99'" in refused(1, *words, "GE99 > 0408")
    assert "an attack reads like" in refused(1, *words, "everybody forward")
    assert "is not a hex number" in refused(1, *words, "GE5 > Paris")


def test_a_wrong_position_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(POSITION.replace("0508", "9999"))
    words = ["odds", "world_war_one", "--attack", ATTACK, "--position"]
    assert refused(1, *words, path) == f"{path}: line 3: hex 9999 is off the map"
    assert refused(1, *words, "-", stdin="FR crp many").startswith("standard input: line 1: ")
    assert refused(1, *words, "-", stdin=b"\xff\xff").startswith("standard input: ")
    assert refused(1, *words, tmp_path) == f"{tmp_path}: Is a directory"
    assert refused(1, *words, tmp_path / "no") == f"{tmp_path / 'no'}: No such file or directory"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert "too large for a position" in refused(1, *words, path)


def test_one_source_is_wanted(position: Path, record: Path) -> None:
    both = ["--position", position, "--record", record]
    for sources in ([], both):
        assert "--position FILE" in refused(2, "odds", "world_war_one", *sources)
    assert "--to goes with" in refused(
        2, "odds", "world_war_one", "--position", position, "--to", 3
    )
    assert "there is no game" in refused(2, "odds", "chess", "--position", position)


def test_a_record_that_is_none_is_refused(tmp_path: Path) -> None:
    words = ["odds", "world_war_one", "--record", tmp_path / "none.jsonl"]
    assert "cannot be read" in refused(1, *words)


def test_odds_of_every_table_there_is_to_choose(tmp_path: Path) -> None:
    path = tmp_path / "gumbinnen.txt"
    text = "scenario tannenberg\nturn 1914 Aug 5 phase Central combat\nDE 1@1906\nRU 28@2006\n"
    path.write_text(text)
    words = ["odds", "der_weltkrieg", "--position", path, "--attack", "DE1 > 2006"]
    told = run(*words, "--json").json
    (other,) = told["others"]
    assert told["table"] != other["table"]
    assert sum(result["probability"] for result in other["results"]) == pytest.approx(1)
    ran = run(*words)
    assert told["table"] in ran.out
    assert other["table"] in ran.out
