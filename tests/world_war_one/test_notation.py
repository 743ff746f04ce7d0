"""Positions as text: what is written can be read, and what cannot be read says in which line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.world_war_one.table import opening, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.combat import AttackPhase
from trenchline.games.world_war_one.movement import MovementPhase
from trenchline.games.world_war_one.notation import parse_attack
from trenchline.games.world_war_one.resources import Building, Lending
from trenchline.games.world_war_one.state import State
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.notation import NotationError
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick

PHASES = (MovementPhase, AttackPhase, Building, Lending)


def phase_starts(seed: int) -> Iterator[State]:
    """The positions of a random game in which a phase has just begun."""
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.values) for option in GAME.options}
    state = GAME.new(rng.choice(GAME.scenarios).name, options)
    dice = PlannersDice(rng)
    choices = settle(state, dice)
    before = ""
    while choices:
        now = GAME.notation(state).partition("\n")[0]
        if isinstance(state.stack[-1], PHASES) and now != before:
            before = now
            yield state.copy()
        take(state, *pick(choices, int(rng.random() * count(choices))))
        choices = settle(state, dice)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_is_read_back_the_same(seed: int) -> None:
    seen = 0
    for state in phase_starts(seed):
        text = GAME.notation(state)
        again = GAME.parse(text)
        assert not differences(again, state), text
        assert decision(again).choices(again) == decision(state).choices(state)
        seen += 1
    assert seen > 20


def test_the_opening_is_told_in_full() -> None:
    text = GAME.notation(opening().state)
    lines = text.splitlines()
    assert lines[0] == "turn 1 phase Central attack 1"
    assert "BL crp 1 Army@0505" in lines
    assert "RS crp 30 1@2411 2:lost 3@2120 4@1816 5@2017 8@2121" in lines
    assert "ruined 0506 0605" in lines
    assert "fresh BL" in lines
    assert "award Allied 5 1 Belgium violated" in lines


def test_the_middle_of_a_phase_is_kept_bug() -> None:
    """A unit on its way, hex by hex, came back as a phase in which everybody could still move: the
    text told only which phase it was."""
    t = table("turn 3 phase Central movement\nFR 1@0307\nGE crp 20 5@0508 6@0609")
    t.choose("unit GE6", "stay", "unit GE5", "step 0507")
    text = GAME.notation(t.state)
    assert {"ready GE5", "in_hand GE5"} <= set(text.splitlines())
    again = GAME.parse(text)
    assert decision(again) == decision(t.state)
    assert decision(again).choices(again) == decision(t.state).choices(t.state)
    assert not differences(again, t.state)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("FR 99@0106", "'99@0106' is not a unit"),
        ("FR GE5@0106", "'GE5@0106' is not a unit"),
        ("FR 1", "'1' is not a unit"),
        ("FR 1@9999", "9999"),
        ("FR 1@0111", "0111 is not in play"),
        ("FR 1:heaven", "'heaven' is none of"),
        ("FR 1@0106 2@0106", "two units in 0106"),
        ("FR 1@0106 1@0107", "FR1 stands twice"),
        ("FR crp many", "a number is missing"),
        ("FR crp", "a number is missing"),
        ("FR borrowed 3", "'borrowed' is not a unit"),
        ("XX 1@0106", "'XX' is not understood"),
        ("ruined 0707", "0707 is not a fort"),
        ("links 0107", "0107 is not on a coast"),
        ("captured 2715", "2715 is not a Russian city"),
        ("garrisons 2715", "2715 is not a Russian city"),
        ("held Allied 0107", "0107 is not a resource centre"),
        ("held Nobody 0106", "'held' is not understood"),
        ("fresh ZZ", "not nations"),
        ("award Allied", "'award' is not understood"),
        ("award Allied five 1 Luck", "a number is missing"),
        ("facts asleep", "'asleep' is not a fact"),
        ("facts superior-Nobody", "not a fact"),
        ("facts option-", "not a fact"),
        ("ready FR99", "there is no counter 'FR99'"),
        ("in_hand FR99", "there is no counter 'FR99'"),
        ("struck 0707", "0707 is not a fort"),
        ("steps few", "a number is missing"),
        ("step Holiday {}", "'Holiday' is not a step of the game"),
        ('step MovementPhase {"side":"x"}', "the step MovementPhase cannot be read"),
    ],
)
def test_a_mistake_names_its_line(line: str, words: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse(f"turn 3 phase Allied movement\nGE 1@1409\n{line}")
    assert str(error.value).startswith("line 3: ")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("turn 11 phase supply", "there is no turn 11"),
        ("turn three", "a number is missing"),
        ("turn 3 phase Allied holiday", "the phase 'Allied holiday' is not known"),
        ("turn 3 phase Allied attack 4", "is not known"),
    ],
)
def test_a_mistake_in_the_first_line_is_named_too(line: str, words: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse(f"{line}\nGE 1@1409")
    assert str(error.value).startswith("line 1: ")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        ("GE5 GE6", "an attack reads like"),
        ("GE5 >", "an attack reads like"),
        ("GE99 > 0408", "there is no unit 'GE99'"),
        ("> 0408", "an attack reads like"),
        ("GE5 > 9999", "9999"),
    ],
)
def test_an_attack_that_cannot_be_read_says_so(attack: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_attack(opening().state, attack)


def test_units_not_named_are_in_the_pool_and_nations_on_their_usual_side() -> None:
    t = table("turn 4 phase Allied movement\nFR 1@0207")
    assert t.where("FR2") == "pool"
    assert t.where("US1") == "waiting"
    assert t.where("FRTank") == "absent"
    assert [t.side(code) for code in ("IT", "TU", "BU", "RM")] == [
        "allied",
        "central",
        "central",
        "neutral",
    ]
    assert t.crp("FR") == 0


def test_two_equal_positions_are_equal_however_their_options_were_named() -> None:
    # Two names that a set shows in the order in which they were put in.
    names = [f"rule{n}" for n in range(50)]
    one, other = next(
        (one, other)
        for one, other in combinations(names, 2)
        if repr(frozenset((one, other))) != repr(frozenset((other, one)))
    )
    first, second = GAME.parse("turn 3 phase supply"), GAME.parse("turn 3 phase supply")
    first.options, second.options = frozenset((one, other)), frozenset((other, one))
    assert first == second
    assert first.facts() == second.facts()
