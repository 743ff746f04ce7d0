"""Chapters 2.21 and 6.83: which neutrals a scenario has, and Finland, who becomes one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.components import (
    AR,
    BOARD,
    CAPITALS,
    CENTRAL,
    CODES,
    DK,
    ENTENTE,
    FI,
    GE,
    HELSINKI,
    IT,
    LAND_BOXES,
    LX,
    NATION,
    NATIONS,
    NEUTRAL,
    NL,
    OCEAN_BOXES,
    OF_NATION,
    OWNED,
    PE,
    RU,
    SE,
    SIN,
)
from trenchline.games.balance_of_powers.courting import Court, opportunists
from trenchline.games.balance_of_powers.diplomacy import Diplomacy, Violate
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.joining import neutrals, violable, violate
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.revolution import revolt
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.state import AWAITED, GONE, POOL, State
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle, take

LEAVES, KAISER = "before_the_leaves_fall", "kaiserschlacht"
SLAVS, ASIA = "south_slavs", "asian_treasure_house"
OF_SCENARIO = {
    LEAVES: "BE BR CH DK LX NL",
    KAISER: "CH DK LX NL NO SE",
    SLAVS: "AL BG CH GR IT RO",
    ASIA: "AR PE SIN",
}


def codes(nations: int) -> str:
    return " ".join(sorted(CODES[n] for n in members(nations)))


# The neutrals of a scenario.


@pytest.mark.parametrize("scenario", OF_SCENARIO)
def test_2_21_r199_each_scenario_has_its_own_neutrals(scenario: str) -> None:
    state = new_game(scenario, {HISTORICAL: "on"})
    assert codes(neutrals(state)) == OF_SCENARIO[scenario]
    assert violable(state) == neutrals(state)


@pytest.mark.parametrize("scenario", OF_SCENARIO)
def test_2_21_r199_land_of_all_others_is_shut_to_both_sides(scenario: str) -> None:
    state = new_game(scenario, {HISTORICAL: "on"})
    apart = [n for n, side in enumerate(state.sides) if side == NEUTRAL]
    others = [n for n in apart if not neutrals(state) >> n & 1 and NATIONS[n].code != "OT"]
    for side in (CENTRAL, ENTENTE):
        for nation in others:
            assert OWNED[nation] & state.scenario.ground & ~closed(state, side) == 0


def test_12_4_r199_sweden_alone_is_courted_in_1918_bug() -> None:
    """Italy and Greece, four years at war, were courted as if it were 1914."""
    state = new_game(KAISER, {HISTORICAL: "on"})
    assert opportunists(state) == 1 << SE
    assert Court(CENTRAL).choices(state)["court"] == 1 << SE
    assert Court(CENTRAL).why_not(state, "court", IT).case == "6.124"
    assert Violate(CENTRAL).why_not(state, "violate", IT).case == "11.1"
    assert Violate(CENTRAL).why_not(state, "violate", RU).case == "11.1"


def test_12_4_east_1_r199_petrograd_is_beyond_the_war_of_1918() -> None:
    scenario = load_scenario(KAISER)
    assert not scenario.hexes & OWNED[RU]
    assert load_scenario(LEAVES).hexes & CAPITALS[RU]


@pytest.mark.parametrize(("nation", "corps"), [(NL, 3), (DK, 1), (SE, 3), (LX, 0)])
def test_12_4_r200_a_neutral_of_1918_sets_up_by_the_common_order_of_battle(
    nation: int, corps: int
) -> None:
    state = new_game(KAISER, {HISTORICAL: "on"})
    state.stack = []
    violate(state, nation, CENTRAL)
    assert state.sides[nation] == ENTENTE
    choices = settle(state, Loaded()) if state.stack else {}
    while choices:
        verb, numbers = next(iter(choices.items()))
        take(state, verb, next(members(numbers)))
        choices = settle(state, Loaded()) if state.stack else {}
    assert (state.mapped & OF_NATION[nation]).bit_count() == corps


def test_12_5_forces_neutrals_r200_the_swiss_have_no_corps_in_the_south() -> None:
    scenario = load_scenario(SLAVS)
    swiss = OF_NATION[NATION["CH"]]
    assert not any(swiss >> n & 1 for units in scenario.forces.values() for n in units)


def test_12_7_sinai_is_a_true_neutral_and_nobody_is_courted_bug() -> None:
    """Italy and Sweden joined the war for Asia, on whose map they have no hex."""
    state = new_game(ASIA, {HISTORICAL: "on"})
    assert NATIONS[SIN].postures == {"true"}
    for side in (CENTRAL, ENTENTE):
        assert OWNED[SIN] & ~closed(state, side) == 0
        assert OWNED[AR] & ~closed(state, side) == 0
    assert OWNED[PE] & ~CAPITALS[PE] & closed(state, ENTENTE) == 0
    state.month = state.scenario.last
    assert not opportunists(state)
    state.stack = [Diplomacy()]
    assert settle(state, Loaded())["violate"] == 1 << AR | 1 << PE | 1 << SIN
    violate(state, SIN, CENTRAL)
    assert state.sides[SIN] == ENTENTE
    assert not OWNED[SIN] & closed(state, CENTRAL)


# Finland.


def with_helsinki(stacks: dict[str, str], held_by: dict[str, str] | None = None) -> State:
    """A position in which the port boxes are in play."""
    state = position(stacks, held_by=held_by)
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | LAND_BOXES | OCEAN_BOXES)
    state.where[unit("RU-I-22")] = POOL
    return state


def test_6_83_2_finland_is_a_true_neutral_once_russia_is_in_revolution() -> None:
    state = with_helsinki({"Petrograd": "RU-I-1"})
    assert not neutrals(state) >> FI & 1
    assert not closed(state, ENTENTE) >> HELSINKI & 1
    revolt(state, RU)
    assert state.where[unit("RU-I-22")] == GONE
    assert state.where[unit("FI-I-22")] == AWAITED
    assert state.controller(HELSINKI) == FI
    assert not (state.held[CENTRAL] | state.held[ENTENTE]) >> HELSINKI & 1
    assert violable(state) >> FI & 1
    assert not opportunists(state) >> FI & 1
    for side in (CENTRAL, ENTENTE):
        assert closed(state, side) >> HELSINKI & 1
    assert not broken(state)
    assert parse(notation(state)).holder == {HELSINKI: FI}
    assert parse(notation(state)).held == state.held


@pytest.mark.parametrize("violator", [CENTRAL, ENTENTE])
def test_6_83_2_whoever_violates_finland_meets_her_corps_in_helsinki(violator: int) -> None:
    state = with_helsinki({})
    revolt(state, RU)
    violate(state, FI, violator)
    assert state.sides[FI] == 1 - violator
    assert state.units(HELSINKI, 1 - violator) == 1 << unit("FI-I-22")
    assert state.held[1 - violator] >> HELSINKI & 1
    assert not closed(state, violator) >> HELSINKI & 1
    assert not neutrals(state) >> FI & 1
    assert not broken(state)


def test_6_83_2_helsinki_is_the_capital_of_finland() -> None:
    state = with_helsinki({"Petrograd": "GE-I-5"})
    revolt(state, RU)
    violate(state, FI, CENTRAL)
    state.lift(unit("FI-I-22"))
    enter(state, 1 << unit("GE-I-5"), HELSINKI)
    assert state.conquered >> FI & 1
    assert state.controller(HELSINKI) == GE
    state.move(1 << unit("GE-I-5"), at("Petrograd"))
    state.put(unit("FR-I-1"), at("4201"))
    enter(state, 1 << unit("FR-I-1"), HELSINKI)
    assert state.controller(HELSINKI) == FI
    assert not state.conquered >> FI & 1


def test_6_83_2_r201_finland_is_no_nation_while_others_are_in_helsinki() -> None:
    for state in (
        with_helsinki({"Helsinki": "FR-I-1"}),
        with_helsinki({}, held_by={"GE": "Helsinki"}),
        position({"Petrograd": "RU-I-22"}),
    ):
        revolt(state, RU)
        assert state.holder.get(HELSINKI) != FI
        assert not neutrals(state) >> FI & 1
