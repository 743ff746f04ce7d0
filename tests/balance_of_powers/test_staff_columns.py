"""Columns that march on capitals: their roads, who joins them, the works that feed them."""

from __future__ import annotations

import random

import pytest

from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    GE,
    GRID,
    HOLDERS,
    OF_NATION,
    RAIL,
    RU,
    UNITS,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.staff.columns import Column, gap, opens, passing_by, road
from trenchline.games.balance_of_powers.staff.purse import works_site
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import LINED
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.floods import step
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.players import make_player

RIGA, LIBAU, BESIDE_LIBAU = GRID.hex("4105"), GRID.hex("3708"), GRID.hex("3808")


def spring_1915() -> State:
    state = GAME.new(*GAME.settled("fire_in_the_east", {"historical_set_up": "on"}))
    settle(state, PlannersDice(random.Random(1)))
    return state


def column_of(state: State, side: int) -> Column:
    return Situation(state, side).columns[0]


def test_a_road_keeps_to_the_railways_and_goes_round_the_enemy() -> None:
    ground = spring_1915().scenario.ground
    steps = road(RIGA, ground, LINED, 0, 0)
    before = [h for h in members(step(1 << RIGA, MARCHABLE)) if RAIL >> h & 1]
    assert steps[RIGA] == 0
    assert all(steps[h] == 1 for h in before)
    barred = road(RIGA, ground, LINED, 1 << before[0], 0)
    behind = [h for h in members(ground) if steps[h] > 8]
    assert all(barred[h] >= steps[h] for h in behind)
    assert barred[before[0]] == 1, "who stands there is beside the goal all the same"


def test_germany_marches_on_riga_with_corps_that_nobody_misses_in_the_line() -> None:
    state = spring_1915()
    column = column_of(state, CENTRAL)
    assert column.goal == RIGA
    assert 4 <= column.roll.bit_count() <= 6
    assert not column.roll & ~OF_NATION[GE]
    for unit in members(column.roll):
        left = state.units(state.where[unit], CENTRAL) & HOLDERS & ~column.roll
        assert left, f"{UNITS[unit].key} leaves a gap"


def test_whoever_belongs_to_a_column_stays_with_it() -> None:
    state = spring_1915()
    own = next(u for u in members(state.on_map(ENTENTE) & HOLDERS & OF_NATION[RU]))
    assert not column_of(state, ENTENTE).roll >> own & 1
    state.desk["columns", ENTENTE] = {0: 1 << own}
    assert column_of(state, ENTENTE).roll >> own & 1


def test_6_219_works_close_the_gap_between_two_railways() -> None:
    state = spring_1915()
    column = column_of(state, CENTRAL)
    assert not RAIL >> BESIDE_LIBAU & 1
    for unit in members(column.roll):
        enter(state, 1 << unit, LIBAU)
    sit = Situation(state, CENTRAL)
    assert gap(sit, sit.columns[0], GE) == BESIDE_LIBAU
    enter(state, sit.columns[0].roll & state.stacks[LIBAU] & HOLDERS, BESIDE_LIBAU)
    assert works_site(Situation(state, CENTRAL), GE) == BESIDE_LIBAU
    state.infrastructure |= 1 << BESIDE_LIBAU
    sit = Situation(state, CENTRAL)
    assert gap(sit, sit.columns[0], GE) is None


def test_a_column_attacks_only_who_stands_in_its_way() -> None:
    state = spring_1915()
    sit = Situation(state, CENTRAL)
    column = sit.columns[0]
    unit = next(members(column.units))
    here = state.where[unit]
    beside = list(members(step(1 << here, MARCHABLE) & state.corps[ENTENTE]))
    assert beside
    assert all(passing_by(sit, here, target) >> unit & 1 for target in beside)
    assert all(opens(sit, here, target, 1 << unit) < 2 for target in beside)


@pytest.mark.slow
@pytest.mark.parametrize("side", [CENTRAL, ENTENTE])
def test_12_2_a_capital_falls_that_nobody_defends(side: int) -> None:
    names = ("staff", "passing") if side == CENTRAL else ("passing", "staff")
    state = GAME.new(*GAME.settled("fire_in_the_east", {}))
    dice, rng = PlannersDice(random.Random(3)), random.Random(3)
    players = [make_player(name) for name in names]
    while choices := settle(state, dice):
        who = decision(state).who(state)
        take(state, *players[who].choose(Knowledge(GAME, state, who, choices), rng))
    assert outcome(state).winner == side
