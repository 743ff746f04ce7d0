"""Bridgehead, the worked example of docs/adding_a_game.md: its rules, and what games promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.examples.bridgehead import GAME
from docs.examples.bridgehead.state import State
from tests import fuzz
from tests.table import GameTable
from trenchline.kernel.notation import NotationError
from trenchline.kernel.rulebook import coverage, load_rulebook

ROOT = Path(__file__).parents[2]


class Table(GameTable[State]):
    """A position of Bridgehead being played."""

    game = GAME


def table(text: str, *dice: int) -> Table:
    return Table.laid(text, *dice)


def test_1_1_blue_moves_and_attacks_then_red() -> None:
    t = table("turn 1 Blue movement\nBlue B1@0202\nRed R1@0502")
    assert t.legal == {"unit B1", "done"}
    t.choose("done")
    assert t.legal == {"unit R1", "done"}
    t.choose("done")
    assert t.state.turn == 2


def test_2_1_a_unit_moves_one_hex_once_a_phase() -> None:
    t = table("turn 1 Blue movement\nBlue B1@0202 B2@0103\nRed R1@0502")
    t.choose("unit B1")
    assert t.why_not("move 0402").reason == "a unit moves one hex"
    t.choose("move 0302")
    assert t.why_not("unit B1").reason == "the unit has moved"
    assert t.why_not("unit R1").reason == "the unit is not one of yours on the map"


def test_2_2_no_unit_enters_a_hex_that_another_holds() -> None:
    t = table("turn 1 Blue movement\nBlue B1@0202 B2@0201\nRed R1@0502")
    assert t.choose("unit B1").why_not("move 0201").reason == "another unit is there"


def test_2_2_a_unit_without_a_way_to_go_says_so() -> None:
    t = table("turn 1 Blue movement\nBlue B1@0101 B2@0102 B3@0201\nRed R1@0502")
    assert t.why_not("unit B1").reason == "the unit has no way to go"


def test_2_3_the_river_is_crossed_at_pont_only() -> None:
    t = table("turn 1 Blue movement\nBlue B1@0303 B2@0302\nRed R1@0502")
    refusal = t.copy().choose("unit B1").why_not("move 0403")
    assert (refusal.case, refusal.reason) == ("2.3", "the river is crossed at Pont only")
    assert t.choose("unit B2").may("move 0402")


def test_3_1_each_unit_attacks_a_neighbour_once() -> None:
    t = table("turn 1 Blue combat\nBlue B1@0302 B2@0303\nRed R1@0402 R2@0504", 3)
    assert t.why_not("unit B2").reason == "no enemy is beside the unit"
    t.choose("unit B1")
    assert t.why_not("attack 0504").reason == "the enemy is not beside the unit"
    assert t.why_not("attack 0303").reason == "no enemy is there"
    t.choose("attack 0402")
    assert t.state.fought == 0


def test_3_1_nobody_attacks_across_the_river() -> None:
    t = table("turn 1 Blue combat\nBlue B1@0303 B2@0302\nRed R1@0403 R2@0402")
    assert t.why_not("unit B1").reason == "no enemy is beside the unit"


@pytest.mark.parametrize(("die", "left"), [(1, "R1"), (2, "B1 R1"), (4, "B1 R1"), (5, "B1")])
def test_3_2_the_die_decides_by_the_difference(die: int, left: str) -> None:
    t = table("turn 1 Blue combat\nBlue B1@0302 B2@0101\nRed R1@0402 R2@0504", die)
    t.choose("unit B1", "attack 0402")
    there = [key for key in ("B1", "R1") if f"{key}@" in GAME.notation(t.state)]
    assert " ".join(there) == left


def test_3_3_a_wood_adds_a_point() -> None:
    state = GAME.parse("turn 1 Blue combat\nBlue B1@0504\nRed R1@0403")
    told = GAME.odds(state, "B1 > 0403")
    assert (told.attack_total, told.defence_total, told.column) == (3, 4, "-1")
    assert sum(result.probability for result in told.results) == pytest.approx(1)


def test_3_2_differences_beyond_the_table_count_as_its_ends() -> None:
    """[R1]"""
    state = GAME.parse("turn 1 Blue combat\nBlue B3@0302\nRed R1@0403")
    assert GAME.odds(state, "B3 > 0403").column == "-2"


def test_4_1_whoever_was_last_in_pont_wins() -> None:
    t = table("turn 6 Blue movement\nBlue B1@0202\nRed R1@0501")
    t.choose("unit B1", "move 0302", "done")
    assert GAME.outcome(t.state).reason == "Blue has Pont"


def test_4_1_a_side_without_units_loses_at_once() -> None:
    t = table("turn 1 Blue combat\nBlue B1@0302\nRed R3@0402", 6)
    t.choose("unit B1", "attack 0402")
    assert GAME.outcome(t.state).winner == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("turn 9 Blue movement", "there is no turn 9"),
        ("turn 1 Green movement", "a turn reads like"),
        ("turn 1 Blue movement\nBlue B9@0101", "there is no counter 'B9'"),
        ("turn 1 Blue movement\nBlue B1@0909", "line 2"),
        ("Blue B1@0101", "the line of the turn is missing"),
    ],
)
def test_wrong_positions_are_refused_with_their_line(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        GAME.parse(text)


@pytest.mark.parametrize("seed", range(20))
def test_it_keeps_what_every_game_promises(seed: int) -> None:
    fuzz.play_checked(GAME, seed)


def test_every_case_is_enforced_and_proved() -> None:
    covered = coverage(load_rulebook(GAME.folder), [GAME.folder], [Path(__file__)])
    assert covered.bare == []
    assert covered.strays == []


def test_what_the_guide_shows_stands_in_the_game() -> None:
    guide = (ROOT / "docs/adding_a_game.md").read_text(encoding="utf-8")
    told = "".join(
        path.read_text(encoding="utf-8")
        for path in (*GAME.folder.iterdir(), Path(__file__))
        if path.suffix in (".py", ".csv")
    )
    shown = re.findall(r"```(?:python)?\n(.*?)```", guide, re.DOTALL)
    lines = [line.strip() for block in shown for line in block.splitlines()]
    assert len(lines) > 20
    assert [line for line in lines if line not in told] == []


def test_laid_on_the_shelf_it_is_played_without_another_word(tmp_path: Path) -> None:
    """As the guide says: the folder is copied beside the other games, and nothing else changes."""
    shelf = tmp_path / "trenchline" / "games"
    shelf.mkdir(parents=True)
    ours = ROOT / "src" / "trenchline"
    for folder, copy in ((ours, shelf.parent), (ours / "games", shelf)):
        for one in folder.iterdir():
            if one.name not in ("games", "__pycache__"):
                (copy / one.name).symlink_to(one)
    (shelf / "bridgehead").symlink_to(GAME.folder)

    def told(*words: str) -> str:
        command = [sys.executable, "-m", "trenchline", *words]
        ran = subprocess.run(
            command,
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    assert "Bridgehead" in told("games")
    assert re.search(r"crashes +0", told("simulate", "bridgehead", "--games", "5"))
    told("edition", "new", "bridgehead", "mine")
    assert "0 differences" in told("edition", "check", "mine")
