"""Examples in the rulebooks: each shows a case that there is, in a position that can be, and what
it claims is what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel.data import DataError
from trenchline.kernel.examples import (
    FILE,
    ExampleError,
    begin,
    load_examples,
    shown,
)
from trenchline.kernel.rulebook import load_rulebook

FEWEST = 6
LONGEST = 340
"""Letters that are read beside a picture."""
WIDEST = 9
"""Hexes between the corners of a small board."""
EXAMPLES = [(game, name) for game in game_names() for name in load_examples(SHELF / game)]

WWI = "world_war_one"
STEP = """\
[[example]]
name = "step"
case = "6.12"
title = "A step"
words = "From zone to zone."
position = "turn 3 phase Central movement\\nFR crp 9 1@0307 2@0308\\nGE crp 9 5@0407\\n"
part = "0206-0608"
plays = ["unit GE5"]
tries = [{ choice = "step 0406", words = "Sideways", case = "6.12" }]
"""


def one(folder: Path, text: str) -> Path:
    """A folder with a file of examples."""
    (folder / FILE).write_text(text)
    return folder


@pytest.mark.parametrize("game", game_names())
def test_a_game_has_examples(game: str) -> None:
    found = load_examples(SHELF / game)
    assert len(found) >= FEWEST
    assert len({example.case for example in found.values()}) >= FEWEST


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_what_an_example_claims_is_true(game: str, name: str) -> None:
    found, example = load_game(game), load_examples(SHELF / game)[name]
    assert found.broken(begin(found, example).state) == []
    said = shown(found, example)
    # It claims something that could be wrong.
    assert said.tries or said.odds or example.marks or example.cut or example.lines
    book = load_rulebook(found.folder)
    assert [case for case in example.cases if case not in book] == []
    assert all(refusal is None or refusal.reason for _, refusal in said.tries)


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_an_example_is_a_small_board_and_few_words(game: str, name: str) -> None:
    found, example = load_game(game), load_examples(SHELF / game)[name]
    assert len(example.words) <= LONGEST
    # A citation in data would count as a rule enforced.
    assert not re.search(r"\[[0-9R]", example.title + example.words)
    ground = found.map_of(shown(found, example).scenario)
    assert ground is not None
    grid = ground.board.grid
    one, other = (grid.hex(label) for label in example.corners)
    assert {one, other} <= {*ground.board.facts}
    assert grid.distance(one, other) <= WIDEST
    ways = [way.split(">") for way in (*example.arrows, *example.barred)]
    for label in (*example.points, *(end for way in ways for end in way)):
        assert grid.hex(label) in ground.board.facts


def test_a_game_without_examples_has_none(tmp_path: Path) -> None:
    assert load_examples(tmp_path) == {}


def test_a_claim_that_is_not_so_is_told(tmp_path: Path) -> None:
    game = load_game(WWI)
    for wrong, problem in (
        (STEP.replace('case = "6.12" }]', 'case = "5.21" }]'), "step 0406: 6.12: from one enemy"),
        (STEP.replace("step 0406", "step 0507"), "step 0507: is allowed, not '6.12'"),
        (STEP.replace("unit GE5", "unit GE6"), "unit GE6 is not legal"),
        (STEP + 'cut = ["GE5"]\n', "GE5 is not cut off"),
        (STEP + 'fed = ["GE6"]\n', "GE6 is not in supply"),
        (STEP + 'lines = ["crp 10"]\n', "no line has 'crp 10'"),
        (STEP + '[example.marks]\nGE5 = "asleep"\n', "GE5 has .*, not 'asleep'"),
        (STEP + 'attacks = [{ attack = "GE5 > 0307", column = "+9" }]\n', "is '.*', not '.9'"),
    ):
        example = load_examples(one(tmp_path, wrong))["step"]
        with pytest.raises(ExampleError, match=f"step: .*{problem}"):
            shown(game, example)


def test_whoever_is_cut_off_is_marked() -> None:
    game = load_game("kaisers_war")
    example = load_examples(SHELF / "kaisers_war")["zones_and_supply"]
    pieces = {piece.key: piece for piece in shown(game, example).view.pieces}
    assert "out of supply" in pieces["TU1"].marks
    assert "out of supply" not in pieces["BR1"].marks


def test_without_a_side_everything_is_shown_and_with_one_what_it_sees() -> None:
    game = load_game("kaisers_war")
    examples = load_examples(SHELF / "kaisers_war")
    hidden = [p.key for p in shown(game, examples["under_the_top"]).view.pieces if "?" in p.key]
    assert hidden == ["?1520-1"]
    assert not [p.key for p in shown(game, examples["dug_in"]).view.pieces if "?" in p.key]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('title = "x"\n', "examples.toml: examples stand under"),
        (STEP + STEP, "examples.toml:10: step stands twice"),
        (STEP.replace("title", "titel"), "examples.toml:1: 'titel' is not understood"),
        (STEP.replace('case = "6.12"\n', ""), "examples.toml:1: case should be a text"),
        (STEP.replace('"step"', '"A step"'), "examples.toml:1: 'A step' is no name"),
        (STEP.replace("0206-0608", "0206"), "examples.toml:1: part is two hexes"),
        (STEP.replace('["unit GE5"]', '"unit GE5"'), "examples.toml:1: plays should be a list"),
        (STEP.replace('words = "Sideways", ', ""), "examples.toml:1: tries have choice, words"),
        (STEP + "attacks = [{ column = 3 }]\n", "examples.toml:1: attacks have column"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(DataError) as error:
        load_examples(one(tmp_path, text))
    assert str(error.value).startswith(problem)
