"""Whole analyses: every game can be analysed, and what is told is what was played."""

from __future__ import annotations

import random
import re
from pathlib import Path

import msgspec
import pytest

from tests.cli.command import refused, run
from trenchline.analysis.acts import read
from trenchline.analysis.findings import Analysis
from trenchline.analysis.judgement import Judge
from trenchline.analysis.mistakes import Suspect, mistakes
from trenchline.analysis.page import page
from trenchline.analysis.whole import analyse
from trenchline.games import game_names, game_of, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.record import Record, parse_record, read_record, record_text
from trenchline.kernel.steps import count, pick

TESTS = Path(__file__).parents[1]
RECORDS = {
    "balance_of_powers": "leaves_drawn",
    "der_weltkrieg": "staffs_limanowa",
    "kaisers_war": "revolution_central_wins",
    "the_great_war": "liege_entente_decisive",
    "world_war_one": "russia_collapses_only",
}
"""A short record of each."""


def golden(name: str, record: str) -> Path:
    return TESTS / name / "golden" / f"{record}.jsonl"


@pytest.fixture(scope="module", params=game_names())
def analysed(request: pytest.FixtureRequest) -> tuple[Record, Analysis]:
    record = read_record(golden(request.param, RECORDS[request.param]))
    return record, analyse(record, seconds=0.5)


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_record_of_every_game_is_analysed(analysed: tuple[Record, Analysis]) -> None:
    record, found = analysed
    lines = [line for _, line in record.lasting]
    # The chance, from the first position to the last.
    assert found.choices == len(lines)
    assert [point.version for point in found.curve] == sorted({p.version for p in found.curve})
    assert found.curve[0].version == 0
    assert found.curve[-1].version == len(lines)
    assert all(0 <= point.chance <= 1 for point in found.curve)
    if found.over:
        expected = 0.5 if found.winner is None else float(found.winner == found.sides[0])
        assert found.curve[-1].chance == expected
    # Every die, and the luck of each side.
    rolled = [roll for roll in found.rolls if roll.version]
    assert [(roll.side, list(roll.dice)) for roll in rolled] == [
        (line.side, line.dice) for line in lines if line.dice
    ]
    for side, sign in zip(found.sides, (1, -1), strict=True):
        own = sum(roll.luck for roll in found.rolls if roll.side == side)
        assert found.luck[side] == pytest.approx(sign * own, abs=1e-3)
    # Turning points and turns.
    assert len(found.turning) <= 5
    for turn in found.turning:
        assert abs(turn.after - turn.before) >= 0.01
        assert turn.begins < turn.ends <= len(lines)
    assert found.turns[-1].version == len(lines)
    assert all(turn.name and turn.numbers["units lost"] for turn in found.turns)
    assert found.film is not None
    for _, held in found.film.frames:
        assert re.fullmatch(f"[0-4]{{{len(found.film.cells)}}}", held)
    assert {"3", "4"} <= set(found.film.frames[-1][1])
    assert found.summary


@pytest.mark.slow
@pytest.mark.no_cover
def test_an_analysis_can_be_read_again_and_shown(analysed: tuple[Record, Analysis]) -> None:
    _, found = analysed
    data = msgspec.json.encode(found)
    assert msgspec.json.decode(data, type=Analysis) == found
    shown = page(found)
    assert found.summary[0] in shown.replace("&#x27;", "'")
    # One file that needs nothing beside it.
    assert not re.search(r'(?:src|href)="', shown)
    assert not re.search(r"^(?:import|export) ", shown, re.MULTILINE)
    assert len(shown) < 1_000_000


def test_a_match_that_has_hardly_begun_is_analysed() -> None:
    match = Match(load_game("world_war_one"), SeededDice("1914"))
    found = analyse(parse_record(record_text(match).encode()), seconds=0.1)
    assert [point.version for point in found.curve] == [0]
    assert not found.over
    assert found.summary[0] == "The game was not over after 0 choices."
    match.take(("done", 0))
    found = analyse(parse_record(record_text(match).encode()), seconds=0.1)
    assert [point.version for point in found.curve] == [0, 1]
    assert "analysis" in page(found)


def test_a_record_that_begins_from_a_position_is_analysed() -> None:
    text = """turn 3 phase Central attack 1
FR crp 12 1@0409 Lorraine@0408
GE crp 20 5@0508 6@0509 Stoss1:pool
"""
    match = Match(load_game("world_war_one"), SeededDice("1"), position=text)
    rng = random.Random(1)
    while not any(turned.dice for turned in match.history):
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    found = analyse(parse_record(record_text(match).encode()), seconds=0.1)
    assert [roll.dice for roll in found.rolls] == [match.history[-1].dice]
    assert [turn.turn for turn in found.turns] == [3]


@pytest.fixture(scope="module")
def wavering(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with what could break out of the script that it stands in."""
    text = golden("der_weltkrieg", "staffs_limanowa").read_text("utf-8")
    file = tmp_path_factory.mktemp("records") / "wavering.jsonl"
    players = '"players":["</script><b>x","<!--"]'
    file.write_text(re.sub(r'"players":\[[^\]]*\]', lambda _: players, text, count=1), "utf-8")
    return file


@pytest.mark.no_cover
def test_the_command_leaves_a_report_and_its_data(wavering: Path, tmp_path: Path) -> None:
    out = tmp_path / "told"
    told = run("analyse", str(wavering), "--out", str(out), "--seconds", "0.2")
    assert told.code == 0
    assert "Central Powers won" in told.out
    found = msgspec.json.decode((out / "analysis.json").read_bytes(), type=Analysis)
    assert found.players == ("</script><b>x", "<!--")
    shown = (out / "analysis.html").read_text("utf-8")
    assert shown.count("</script>") == 2
    assert "<!--" not in shown.removeprefix("<!doctype html>")


def test_a_record_that_cannot_be_believed_is_named_with_its_line(tmp_path: Path) -> None:
    lines = golden("der_weltkrieg", "staffs_limanowa").read_text("utf-8").splitlines()
    lines[4] = lines[4].replace('"choice":"', '"choice":"no such ')
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(lines) + "\n", "utf-8")
    assert re.search(r"bad\.jsonl: line 5: ", refused(1, "analyse", bad))
    assert "cannot be read" in refused(1, "analyse", tmp_path / "none.jsonl")


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_decision_that_gave_much_away_is_found() -> None:
    """The Central side violates the Netherlands in 1915, and gives 25 points away with it."""
    record = read_record(golden("world_war_one", "draw"))
    game = game_of(record)
    judge = Judge(game)
    reading = read(game, record, judge.chance)
    act = next(act for act in reading.acts if act.begins == 281)
    found, looked = mistakes(reading, judge, [Suspect(281, act.ends, 0.0)], until=float("inf"))
    assert looked == 1
    (mistake,) = found
    assert (mistake.side, mistake.choice) == ("Central", "attack 0705")
    assert mistake.gave > 0.1
    assert mistake.gave > 2 * mistake.error
    assert mistakes(reading, judge, [Suspect(281, act.ends, 0.0)], until=0.0) == ([], 0)
