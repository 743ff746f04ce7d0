"""Positions as text: what is written can be read, and what cannot be read says in which line."""

from __future__ import annotations

import random

import pytest

from tests.kaisers_war.table import table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.notation import parse_attack
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.notation import NotationError
from trenchline.kernel.play import settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(5))
def test_every_position_of_a_random_game_is_written_and_read_back_the_same(seed: int) -> None:
    """In the middle of a battle or a voyage too: what is on the stack is written as well."""
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.values) for option in GAME.options}
    state = GAME.new(rng.choice(GAME.scenarios).name, options)
    dice = PlannersDice(rng)
    choices = settle(state, dice)
    while choices:
        assert_told_in_full(state)
        take(state, *pick(choices, int(rng.random() * count(choices))))
        choices = settle(state, dice)
    assert_told_in_full(state)


def assert_told_in_full(state: State) -> None:
    text = GAME.notation(state)
    again = GAME.parse(text)
    assert not differences(again, state), text
    assert again == state
    assert GAME.notation(again) == text


def test_a_war_that_is_over_reads_back_as_over() -> None:
    """By revolution in the middle of a turn [25.2], and after the last turn [25.1]."""
    fallen = table("turn 2 phase Central combat 1\nvp 2 60\nFR Cav1@0717\nGE Shock2@0716 1@0716", 6)
    fallen.fight("0717", "GEShock2", "GE1", die=6)
    assert "by revolution" in fallen.outcome.reason
    late = table("turn 5 phase Allied combat 2\nvp 60 60\nFR 1@0516\nGE 1@1113")
    while late.legal:
        late.choose("done")
    for t in (fallen, late):
        assert t.asked == ""
        assert_told_in_full(t.state)
        assert GAME.outcome(GAME.parse(GAME.notation(t.state))) == t.outcome


def test_a_phase_about_to_begin_needs_no_steps() -> None:
    text = GAME.notation(GAME.parse("turn 3 phase Central combat 1\nGE 1@1113"))
    assert "step" not in text
    assert_told_in_full(GAME.parse(text))


def test_the_middle_of_a_move_is_told_by_its_steps() -> None:
    t = table("turn 3 phase Central movement\nGE 1@1113").choose("unit GE1")
    lines = GAME.notation(t.state).splitlines()
    assert lines[-2].startswith("step MovementPhase")
    assert lines[-1].startswith("step MoveUnit")
    assert_told_in_full(t.state)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("FR 99@0615", "there is no unit '99'"),
        ("FR 1", "'1' is not a unit and its place"),
        ("FR 1@9999", "9999"),
        ("FR 1@0101", "0101 is not land in play"),
        ("FR 1:heaven", "'heaven' is none of pool, dead"),
        ("FR 1*@0615", "'1*' has no army side"),
        ("FR 1@1113", "enemies share 1113"),
        ("XX 1@0615", "'XX' is not understood"),
        ("vp 50", "a number is missing"),
        ("annihilated FR1-soon", "a number is missing"),
        ("assault FR1-0615", "is no voyage"),
        ("trenches Nobody 0615", "'trenches' is not understood"),
        ("facts asleep", "'asleep' is not a fact"),
        ("facts poles-Nobody", "not a fact"),
        ("step Nap {}", "'Nap' is not a step of the game"),
        ('step MoveUnit {"unit":"FR1"}', "the step MoveUnit cannot be read"),
    ],
)
def test_a_mistake_names_its_line(line: str, words: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse(f"turn 3 phase Allied movement\nGE 1@1113\n{line}")
    assert str(error.value).startswith("line 3: ")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("turn 99 phase Allied movement", "there is no turn 99"),
        ("turn three", "a number is missing"),
        ("turn 3 phase Allied holiday", "the phase 'Allied holiday' is not known"),
    ],
)
def test_a_mistake_in_the_first_line_is_named_too(line: str, words: str) -> None:
    with pytest.raises(NotationError, match=words) as error:
        GAME.parse(line)
    assert str(error.value).startswith("line 1: ")


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        ("GE1 GE2", "an attack reads like"),
        ("> 0615", "an attack reads like"),
        ("GE999 > 0615", "there is no unit 'GE999'"),
        ("GE1 > 0615 somehow", "'somehow' is not understood"),
        ("GE1 > 1210", "nobody is in the target hex"),
    ],
)
def test_an_attack_that_cannot_be_read_says_so(attack: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_attack(GAME.parse("turn 3 phase Central combat 1\nGE 1@1113\nFR 1@0615"), attack)


def test_positions_are_sound_one_after_the_other_bug() -> None:
    """What lay under one stack and then lies under another was thought to lie under none."""
    for first, second in (("1113", "1013"), ("1013", "1113")):
        text = f"turn 3 phase Central movement\nGE 1@{first} 3@{second}\nGE Tac1@{first}"
        assert GAME.broken(GAME.parse(text)) == []
