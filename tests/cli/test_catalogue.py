"""``games`` and ``rules``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import refused, run
from trenchline.cli import catalogue
from trenchline.games import load_game
from trenchline.kernel.rulebook import Case, Coverage, Rulebook, coverage, load_rulebook

GAME = load_game("world_war_one")
BOOK = load_rulebook(GAME.folder)


def test_games_are_listed_with_scenarios_and_options() -> None:
    ran = run("games")
    assert ran.code == 0
    assert "world_war_one: World War I (1975)" in ran.out
    assert "scenario historical" in ran.out
    assert "option tank_army=off|on" in ran.out


def test_games_for_programs() -> None:
    games = {game["name"]: game for game in run("games", "--json").json}
    game = games["world_war_one"]
    assert game["sides"] == ["Allied", "Central"]
    assert [scenario["name"] for scenario in game["scenarios"]] == ["historical", "free_deployment"]
    assert {option["name"]: option["default"] for option in game["options"]}["tank_army"] == "off"


def test_rules_lists_every_case() -> None:
    listed = run("rules", "world_war_one", "--json").json
    assert [case["number"] for case in listed] == list(BOOK)
    ran = run("rules", "world_war_one")
    assert ran.code == 0
    assert all(f"{case.number}  {case.title}" in ran.out for case in BOOK.values())


def test_a_case_is_told_with_its_examples() -> None:
    told = " ".join(run("rules", "world_war_one", "6.12").out.split())
    assert "example, Caught between two armies: The German 5th Army" in told
    assert "Sideways to 0406: no, from one enemy zone straight into another [6.12]" in told
    assert "Back to 0507: yes" in told


def test_rules_can_be_searched() -> None:
    found = run("rules", "world_war_one", "--search", "Winter bonus", "--json").json
    assert found[0]["number"] == "8.35"
    assert "No case" in run("rules", "world_war_one", "--search", "submarines zeppelins").out


def test_a_case_is_told_with_its_rulings_and_places() -> None:
    case = run("rules", "world_war_one", "8.59", "--json").json
    assert case["title"] == BOOK["8.59"].title
    assert any(place.startswith("combat.py:") for place in case["enforced"])
    assert "R14" in [ruling["number"] for ruling in case["rulings"]]
    told = run("rules", "world_war_one", "8.59").out
    assert "8.59" in told
    assert "R14" in told
    assert "enforced in combat.py" in told


def test_a_heading_tells_how_many_of_its_rules_are_tested() -> None:
    told = " ".join(run("rules", "balance_of_powers", "10.4").out.split())
    assert "tested in no place of its own; of the 7 rules under it 7 are" in told
    alone = " ".join(run("rules", "balance_of_powers", "10.42/note").out.split())
    assert alone.endswith("tested in no place")


def test_a_ruling_is_told_too() -> None:
    ruling = run("rules", "world_war_one", "r14", "--json").json
    assert ruling["number"] == "R14"
    assert "8.59" in ruling["cases"]
    assert "our ruling on" in run("rules", "world_war_one", "R14").out


def test_an_unknown_case_is_refused_with_its_neighbours() -> None:
    told = refused(2, "rules", "world_war_one", "8.999")
    assert told.startswith("there is no case '8.999'; chapter 8 has ")
    assert "8.59" in told


def test_coverage_counts_code_and_tests(tmp_path: Path) -> None:
    proof = 'def test_8_59_losses_double() -> None:\n    """Also [8.35]."""\n'
    (tmp_path / "test_some.py").write_text(proof + "def test_77_7_nothing() -> None: ...\n")
    expected = coverage(BOOK, [GAME.folder], [tmp_path])
    ran = run("rules", "world_war_one", "--coverage", "--tests", tmp_path, "--json")
    assert ran.code == 1, "most cases are bare"
    assert ran.json["cases"] == len(BOOK)
    assert ran.json["tested"] == 2
    assert ran.json["enforced"] == len([n for n in BOOK if n in expected.enforced])
    assert ran.json["bare"] == [case.number for case in expected.bare]
    assert "8.59" not in ran.json["bare"]
    assert "test_some.py::test_77_7_nothing" in ran.json["strays"]
    told = run("rules", "world_war_one", "--coverage", "--tests", tmp_path)
    assert told.code == 1
    assert f"{len(BOOK)} cases" in told.out
    assert "BARE" in told.out


def test_coverage_of_everything_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = " ".join(f"[{number}]" for number in (*BOOK, *BOOK.rulings))
    proof = f'def test_all() -> None:\n    """{everything}"""\n'
    (tmp_path / "test_all.py").write_text(proof)
    monkeypatch.setattr(
        catalogue, "coverage", lambda book, code, tests: coverage(book, tests, tests)
    )
    ran = run("rules", "world_war_one", "--coverage", "--tests", tmp_path, "--json")
    assert ran.code == 0
    assert ran.json["bare"] == []
    assert ran.json["cases"] == ran.json["enforced"] == ran.json["tested"]
    assert ", 0 bare" in run("rules", "world_war_one", "--coverage", "--tests", tmp_path).out


def test_coverage_tells_what_is_only_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Rulebook([Case("7.1", "planned", "Radius", "Ships sail so far.")])
    monkeypatch.setattr(catalogue, "coverage", lambda *_: Coverage(book, {}, {}, []))
    assert run("rules", "world_war_one", "--coverage", "--json").json["planned"] == 1
    told = run("rules", "world_war_one", "--coverage")
    assert told.code == 0
    assert "0 of them to be proved" in told.out
    assert "0 bare; 1 are planned" in told.out


def test_coverage_finds_the_tests_of_a_checkout() -> None:
    ran = run("rules", "world_war_one", "--coverage", "--json")
    assert ran.code == (1 if ran.json["bare"] else 0)
    assert ran.json["tested"] > 0


def test_coverage_without_tests_says_so(tmp_path: Path) -> None:
    told = refused(1, "rules", "world_war_one", "--coverage", "--tests", tmp_path / "none")
    assert told.startswith(f"{tmp_path / 'none'}: there is no such folder of tests")


def test_a_broken_test_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("def test_(:\n")
    told = refused(1, "rules", "world_war_one", "--coverage", "--tests", tmp_path)
    assert told == f"{tmp_path / 'test_broken.py'}: line 1: invalid syntax"


@pytest.mark.parametrize(
    "words", [["8.59", "--coverage"], ["8.59", "--search", "x"], ["--search", "x", "--coverage"]]
)
def test_one_question_at_a_time(words: list[str]) -> None:
    assert "do not go together" in refused(2, "rules", "world_war_one", *words)


def test_an_unknown_game_is_refused() -> None:
    assert refused(2, "rules", "chess").startswith("there is no game 'chess'; there are ")
