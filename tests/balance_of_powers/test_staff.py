"""The staff: it plays whole games by the rules, wins them, and does in positions made for it what a
staff officer would do."""

from __future__ import annotations

import random

import pytest

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BE,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    OF_NATION,
)
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.package import PLAYABLE
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.games.balance_of_powers.war_plans import has_attacked, has_wheeled
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import is_legal
from trenchline.players import make_player

LONGEST = 20_000


def played(scenario: str, names: tuple[str, str], seed: int, months: int = 99) -> State:
    """A game between two players, or its first months; every choice is legal, and whoever makes it
    changes nothing before it is taken."""
    state = GAME.new(*GAME.settled(scenario, {}))
    dice = PlannersDice(random.Random(f"dice {seed}"))
    players = [make_player(name) for name in names]
    streams = [random.Random(f"{name} {seed}") for name in names]
    for taken in range(LONGEST):
        choices = settle(state, dice)
        if not choices or state.month >= state.scenario.first + months:
            return state
        side = decision(state).who(state)
        before = state.copy() if taken % 16 == 0 else None
        choice = players[side].choose(GAME, state, choices, streams[side])
        assert is_legal(choices, choice), choice
        assert before is None or state == before, "a player only looks"
        take(state, *choice)
    raise AssertionError("a game without an end")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", PLAYABLE)
def test_the_staff_plays_a_whole_game_against_itself(scenario: str) -> None:
    state = played(scenario, ("staff", "staff"), 1)
    assert not state.stack or state.finished


@pytest.mark.slow
@pytest.mark.parametrize("names", [("staff", "random"), ("random", "staff")])
@pytest.mark.parametrize("scenario", PLAYABLE)
def test_the_staff_answers_whatever_a_blind_enemy_does(
    scenario: str, names: tuple[str, str]
) -> None:
    state = played(scenario, names, 2)
    assert not state.stack or state.finished


def test_12_1_august_1914_looks_like_it() -> None:
    state = played("before_the_leaves_fall", ("staff", "staff"), 3, months=1)
    assert state.decided < 0, "Germany has wheeled through Belgium, or has lost"
    assert has_wheeled(state)
    assert has_attacked(state)
    assert state.sides[BE] == ENTENTE
    germans = state.on_map(CENTRAL) & OF_NATION[GE] & ALL_CORPS
    french = state.on_map(ENTENTE) & OF_NATION[FR] & ALL_CORPS
    assert germans.bit_count() > 35
    assert french.bit_count() > 12


def test_germany_takes_what_nobody_defends() -> None:
    state = played("before_the_leaves_fall", ("staff", "passing"), 4)
    assert outcome(state).winner == CENTRAL
