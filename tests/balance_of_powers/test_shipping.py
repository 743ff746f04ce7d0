"""Chapter 6.452: who may be shipped, and how he arrives."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.admiralty import (
    HIGH_SEAS,
    Admiralty,
    LeftBehind,
    Transport,
    Voyage,
    berths,
    harbours,
    ready,
    waters,
)
from trenchline.games.balance_of_powers.components import (
    COAST,
    ENTENTE,
    OCEAN_BOXES,
    PORT_BOXES,
    WATER,
)
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.voyages import reach
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import settle

DOVER = "0417"


def channel(keys: str = "BR-I-1 BR-I-2", scenario: str = "before_the_leaves_fall") -> State:
    return position({DOVER: keys}, entente="BR FR RU", month=1, scenario=scenario)


def harbour(state: State, key: str) -> int:
    return lowest(berths(state, unit(key)) & harbours(state) & ~(1 << at(DOVER)))


def test_6_452_who_comes_to_a_harbour_is_ashore_and_out_of_his_trenches() -> None:
    state = channel()
    state.entrenched = state.aboard = units("BR-I-1")
    goal = harbour(state, "BR-I-1")
    Voyage(unit("BR-I-1")).take(state, "sail", goal)
    assert state.where[unit("BR-I-1")] == goal
    assert state.shipped == units("BR-I-1")
    assert not state.entrenched
    assert not state.aboard


def test_6_452_6_452_2_who_stays_at_sea_is_aboard() -> None:
    state = channel()
    sea = lowest(berths(state, unit("BR-I-1")) & HIGH_SEAS)
    Voyage(unit("BR-I-1")).take(state, "sail", sea)
    assert state.where[unit("BR-I-1")] == sea
    assert state.aboard == units("BR-I-1")


def test_6_452_air_units_land_in_harbours() -> None:
    state = channel("BR-I-1 BR-V-FB5")
    goal = harbour(state, "BR-V-FB5")
    Voyage(unit("BR-V-FB5")).take(state, "sail", goal)
    assert state.where[unit("BR-V-FB5")] == goal
    assert not state.aboard


def test_6_452_r160_the_high_seas_have_no_coast() -> None:
    assert not HIGH_SEAS & COAST
    assert HIGH_SEAS & OCEAN_BOXES
    assert HIGH_SEAS & WATER
    assert not HIGH_SEAS & PORT_BOXES


def test_6_452_ready_are_those_in_harbours_who_have_somewhere_to_go() -> None:
    state = position(
        {DOVER: "BR-I-1 BR-L-HAIG", "0922": "FR-I-1", "0115": "BR-I-2"},
        entente="BR FR RU",
        month=1,
    )
    assert ready(state) & units("BR-I-1 FR-I-1") == units("BR-I-1")
    # [1.323] Nobody waits for him anywhere.
    assert not ready(state) & units("BR-L-HAIG")
    state.put(unit("FR-I-2"), harbour(state, "BR-I-1"))
    assert ready(state) & units("BR-L-HAIG")


@pytest.mark.parametrize("patrols", [False, True])
def test_6_33_fighters_on_patrol_are_in_no_port(patrols: bool) -> None:
    state = channel("BR-I-1 BR-V-FB5")
    state.flown = units("BR-V-FB5") if patrols else 0
    assert bool(ready(state) & units("BR-V-FB5")) != patrols
    assert ready(state) & units("BR-I-1")
    assert not ready(state) & ~units("BR-I-1 BR-V-FB5")


def test_6_452_two_moves_lead_no_farther_than_their_points() -> None:
    state = channel()
    there = reach(at(DOVER), waters(state))
    assert not there >> at(DOVER) & 1
    assert there & harbours(state)
    # Each way is found by the shortest: nothing in reach is farther than two moves.
    assert not there & ~(waters(state) | harbours(state))


def test_6_451_1_6_11_port_boxes_of_neutrals_are_shut_and_others_open() -> None:
    state = channel()
    shut = state.scenario.hexes & PORT_BOXES & ~waters(state)
    assert at("Stockholm") in set(members(shut))
    assert waters(state) >> at("Scapa-Flow") & 1


@pytest.mark.parametrize(
    ("scenario", "asked"), [("before_the_leaves_fall", True), ("fire_in_the_east", False)]
)
def test_6_451_the_entente_alone_is_asked_where_it_has_the_seas(scenario: str, asked: bool) -> None:
    state = channel(scenario=scenario)
    Admiralty().run(state)
    assert state.phase == "admiralty"
    assert state.stack == ([LeftBehind(), Transport(ENTENTE)] if asked else [])


def test_1_323_2_a_leader_whose_corps_have_sailed_goes_back() -> None:
    state = position({"0216": "BR-L-HAIG", "0115": "BR-I-1"}, entente="BR FR RU", month=1)
    state.stack = [LeftBehind()]
    settle(state, Loaded())
    assert state.where[unit("BR-L-HAIG")] == POOL
