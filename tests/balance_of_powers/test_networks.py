"""Chapter 3.12: what hangs together with a source, found quickly and found step by step."""

from __future__ import annotations

import random

import pytest

from trenchline.games.balance_of_powers.components import NEUTRAL
from trenchline.games.balance_of_powers.going import BASINS, MARCHABLE, RIVERS
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import (
    RIVER_SHEETS,
    beaches_of,
    connected,
    network,
    open_ports,
    sources,
)
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick


def step_by_step(state: State, nation: int) -> Hexes:
    """Whatever a path of supply reaches, one step after another."""
    side = state.sides[nation]
    lined, ports = network(state, side), open_ports(state, side)
    banks = state.held[side] & ~state.enemy_land(side) & RIVER_SHEETS
    reached = sources(state, nation) & lined
    while True:
        more = reached | step(reached, MARCHABLE) & lined | step(reached & banks, RIVERS) & banks
        for basin in BASINS:
            if reached & ports & basin:
                more |= ports & basin & lined
        for beach, coast in beaches_of(state, side):
            if reached & (1 << beach | 1 << coast):
                more |= (1 << beach | 1 << coast) & lined
        if more == reached:
            return reached
        reached = more


@pytest.mark.parametrize("scenario", ["south_slavs", "asian_treasure_house", "kaiserschlacht"])
def test_3_12_paths_of_supply_are_those_found_step_by_step(scenario: str) -> None:
    rng = random.Random(scenario)
    state = new_game(scenario, {HISTORICAL: "on"})
    dice = PlannersDice(rng)
    for number in range(1200):
        choices = settle(state, dice)
        if number % 80 == 0:
            for nation, side in enumerate(state.sides):
                if side == NEUTRAL:
                    continue
                found = connected(
                    sources(state, nation),
                    network(state, side),
                    state.held[side] & ~state.enemy_land(side),
                    open_ports(state, side),
                    beaches_of(state, side),
                )
                assert found == step_by_step(state, nation)
        take(state, *pick(choices, rng.randrange(count(choices))))
