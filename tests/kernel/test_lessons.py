"""Lessons: every one is played to its end by the rules as they are, and read with errors that
name the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.first_clicks import answers
from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel.data import DataError
from trenchline.kernel.lessons import FOLDER, LessonError, Moment, begin, load_lessons, play

LESSONS = [
    (game, lesson)
    for game in game_names()
    for lesson in load_lessons(SHELF / game, load_game(game).sides).values()
]
HEAD = """\
title = "A step"
summary = "One goes a step."
side = "Central"
minutes = 1
seed = "a"
position = "turn 3 phase Central movement\\nGE crp 20 5@0809\\n"
done = "That was all."
"""
STEP = """
[[moment]]
words = "Take the 5th."
choose = ["unit GE5"]
otherwise = "The 5th!"
"""
SIDES = ("Allied", "Central")
LONGEST = 420
"""Letters that are read in one go."""


def one(folder: Path, text: str) -> Path:
    """A folder with one lesson."""
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "step.toml").write_text(text)
    return folder


@pytest.mark.parametrize(("game", "name"), [(game, lesson.name) for game, lesson in LESSONS])
def test_a_lesson_is_played_to_its_end(game: str, name: str) -> None:
    found = load_game(game)
    lesson = load_lessons(SHELF / game, found.sides)[name]
    assert found.broken(begin(found, lesson).state) == []
    match = play(found, lesson)
    assert lesson.missed(match) == []
    # What is pointed at is there.
    units = {piece.key for piece in found.view(match.state, None).pieces}
    ground = found.map_of(match.scenario)
    assert ground is not None
    for at in {at for moment in lesson.moments for at in moment.points} - units:
        assert ground.board.grid.hex(at) in ground.board.facts


@pytest.mark.parametrize(("game", "name"), [(game, lesson.name) for game, lesson in LESSONS])
def test_wrong_clicks_are_told_something(game: str, name: str) -> None:
    found = load_game(game)
    lesson = load_lessons(SHELF / game, found.sides)[name]
    said = answers(begin(found, lesson), lesson)
    assert len(said) == len(lesson.moments)
    for moment, told in said:
        for one in told:
            assert one.words.strip(), one
            assert one.case is None or one.case[:1].isalnum(), one
            assert one.words != moment.words, one


def test_a_lesson_asks_for_something_and_no_moment_is_a_page() -> None:
    for _, lesson in LESSONS:
        assert any(moment.choose for moment in lesson.moments), lesson.name
        for moment in lesson.moments:
            assert len(moment.words) <= LONGEST, (lesson.name, moment.words)


def test_each_game_has_a_first_lesson() -> None:
    assert {game for game, lesson in LESSONS if lesson.name.startswith("1_")} == {*game_names()}


@pytest.mark.parametrize("name", game_names())
def test_a_first_lesson_goes_through_a_whole_turn(name: str) -> None:
    """Move, see supply, attack with odds, take losses, end a turn."""
    game = load_game(name)
    lesson = next(iter(load_lessons(SHELF / name, game.sides).values()))
    assert lesson.minutes == 10
    chosen = " ".join(choice for moment in lesson.moments for choice in moment.choose)
    assert "move" in chosen or "march" in chosen
    assert "attack" in chosen
    said = " ".join(moment.words for moment in lesson.moments).lower()
    for idea in ("supply", "battle panel", "los"):
        assert idea in said, idea
    match = play(game, lesson)
    start = begin(game, lesson)
    assert (game.view(match.state, None).turn, match.who) != (
        game.view(start.state, None).turn,
        start.who,
    )


BIG_IDEAS = {
    "world_war_one": "2_three_rounds 3_forts 4_neutrals 5_russia",
    "kaisers_war": "2_fog 3_two_tables 4_points 5_headquarters 6_revolution",
    "der_weltkrieg": "2_hexsides 3_supply_points 4_rail 5_pockets 6_trenches",
    "the_great_war": "2_bombardment 3_supply 4_works 5_retreat 6_reaction",
    "balance_of_powers": "2_season 3_breach 4_diplomacy 5_the_sea 6_morale",
}


@pytest.mark.parametrize("name", game_names())
def test_each_big_idea_has_a_lesson(name: str) -> None:
    found = list(load_lessons(SHELF / name, load_game(name).sides))
    assert found[1:] == BIG_IDEAS[name].split()


def test_a_lesson_that_the_rules_have_left_behind_is_told_with_its_moment(tmp_path: Path) -> None:
    game = load_game("world_war_one")
    broken = HEAD + STEP + STEP.replace("unit GE5", "move 0101")
    lesson = load_lessons(one(tmp_path, broken), SIDES)["step"]
    with pytest.raises(LessonError, match="step, moment 2: move 0101 is not legal: 5"):
        play(game, lesson)


def test_single_wrong_choices_have_words_of_their_own() -> None:
    moment = Moment(
        "Attack!", choose=("roll",), otherwise="Roll.", instead={"with *": "Enough!", "done": "No."}
    )
    assert moment.answer("with GE5") == "Enough!"
    assert moment.answer("done") == "No."
    assert moment.answer("call_off") == "Roll."


def test_a_goal_that_the_notation_does_not_have_is_told(tmp_path: Path) -> None:
    goal = HEAD + STEP + '[goal]\nlines = ["crp 20", "crp 19"]\n'
    lesson = load_lessons(one(tmp_path, goal), SIDES)["step"]
    with pytest.raises(LessonError, match="step: no line has 'crp 19'"):
        play(load_game("world_war_one"), lesson)


def test_a_goal_that_is_not_reached_is_told(tmp_path: Path) -> None:
    goal = HEAD + STEP + '[goal.units]\nGE5 = "0810"\n'
    lesson = load_lessons(one(tmp_path, goal), SIDES)["step"]
    with pytest.raises(LessonError, match="step: GE5 is at 0809, not 0810"):
        play(load_game("world_war_one"), lesson)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (HEAD, "step.toml: a lesson has moments"),
        (HEAD.replace("Central", "Swiss", 1) + STEP, "step.toml: side is 'Swiss', not one of"),
        (HEAD.replace('seed = "a"', "") + STEP, "step.toml: seed should be a text"),
        ("colour = 3\n" + HEAD + STEP, "step.toml: 'colour' is not understood"),
        (HEAD + STEP.replace("words", "word"), "step.toml:9: 'word' is not understood"),
        (HEAD + STEP.replace('otherwise = "The 5th!"', ""), "step.toml:9: what is chosen, and"),
        (HEAD + STEP + "[goal]\ncolour = 3\n", "step.toml: 'colour' is not understood as a goal"),
        (
            HEAD + '[[moment]]\nwords = "Look."\n[moment.instead]\ndone = "No."\n',
            "step.toml:8: what is said instead goes with",
        ),
        (HEAD + STEP + 'plays = ["done"]\n', "step.toml:9: either somebody chooses"),
        (HEAD + STEP.replace('["unit GE5"]', '"unit GE5"'), "step.toml:9: choose should be a list"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(DataError) as error:
        load_lessons(one(tmp_path, text), SIDES)
    assert str(error.value).startswith(problem)
