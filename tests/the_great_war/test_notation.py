"""Positions as text: what is written is read again, and what is wrong is named."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from trenchline.games.the_great_war.barrage import RollGas
from trenchline.games.the_great_war.components import CENTRAL
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import COMBAT, ELIMINATED, State
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.notation import NotationError
from trenchline.kernel.play import settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick


def walk(state: State, seed: int, steps: int) -> list[State]:
    """Positions of a random game, one in every fifty choices."""
    rng = random.Random(seed)
    dice = PlannersDice(rng)
    found = []
    for n in range(steps):
        choices = settle(state, dice)
        if not choices:
            break
        if n % 50 == 0:
            found.append(state.copy())
        take(state, *pick(choices, rng.randrange(count(choices))))
    return found


def test_every_position_of_a_game_can_be_written_and_read() -> None:
    for state in walk(new_game("caporetto", {}), 1, 900):
        text = notation(state)
        again = parse(text)
        assert differences(state, again) == []
        assert notation(again) == text


def test_a_few_lines_make_a_position() -> None:
    state = parse(
        """
        scenario caporetto
        turn Nov I 17 phase Central combat
        GE 12@4506 26'@4505
        IT A2:eliminated
        fatigue GE12-2
        broken 4408
        owned Entente 4406
        """
    )
    unit = state.theatre.unit
    grid = state.theatre.board.grid
    assert state.where[unit["GE12"]] == grid.hex("4506")
    assert state.reduced == 1 << unit["GE26"]
    assert state.where[unit["ITA2"]] == ELIMINATED
    assert state.fatigue == {unit["GE12"]: 2}
    assert grid.labels(state.broken) == ["4408"]
    assert grid.labels(state.owned[0]) == ["4406"]
    assert (state.phasing, state.phase, str(state.date)) == (CENTRAL, COMBAT, "Nov I 17")
    assert settle(state, PlannersDice(random.Random(1)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("scenario verdun", "there is no scenario 'verdun'"),
        ("turn Feb I 16", "'Feb I 16' is not a turn of the scenario"),
        ("turn Nov I 17 phase Central tea", "the phase 'tea' is not known"),
        ("turn Nov I 17 phase Swiss combat", "'Swiss' is not a side"),
        ("GE 12", "'12' is not a unit and its place"),
        ("GE 999@4506", "there is no counter 'GE999'"),
        ("GE 12:nowhere", "'nowhere' is none of"),
        ("GE A14'@4505", "GEA14 has no back"),
        ("IT A2@9999", "line 1: "),
        ("fatigue GE12", "a number is missing"),
        ("nonsense 1", "'nonsense' is not understood"),
        ("fact capacity [1, x]", "cannot be read"),
        ("battle {}", "the battle cannot be read"),
    ],
)
def test_what_is_wrong_is_named(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=r"line \d+: ") as error:
        parse(text)
    assert problem in str(error.value)


def test_12c2_a_bombardment_of_part_of_a_point_is_written_before_its_die() -> None:
    state = new_game("gorizia", {})
    hex_ = next(hex_ for hex_ in state.where if hex_ >= 0)
    state.stack += [RollGas(CENTRAL, hex_, Fraction(7, 2), False, (1,))]
    assert parse(notation(state)).stack == state.stack
