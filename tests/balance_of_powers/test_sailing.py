"""Chapters 6.43, 7.1 to 7.3 and 7.5: general quarters, range, where naval units go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.components import (
    BOARD,
    BR,
    CENTRAL,
    COAST,
    ENTENTE,
    GE,
    GRID,
    NATION,
    OCEAN_BOXES,
    OWNED,
    PORT_BOXES,
    PORTS,
    WATER,
)
from trenchline.games.balance_of_powers.general_quarters import (
    GeneralQuarters,
    Initiative,
    Quarters,
)
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.seaways import (
    OPEN_SEA,
    course,
    open_canals,
    overage,
    points_left,
    waters,
)
from trenchline.games.balance_of_powers.state import MINES as MINE_POOL
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.play import decision, settle

ALL = BOARD.hexes | OCEAN_BOXES | PORT_BOXES


def world(stacks: dict[str, str], **more: object) -> State:
    """A half with all maps and boxes in play."""
    state = quarters(stacks, **more)  # type: ignore[arg-type]  # whatever a test tells
    state.scenario = replace(state.scenario, hexes=ALL)
    return state


def goals(state: State, key: str) -> int:
    """Where a unit can sail."""
    number = unit(key)
    start = state.where[number]
    left = points_left(state, 1 << number)
    return course(state, state.side_of(number), 1 << number, start, left).hexes


def test_6_43_1_the_entente_may_move_first_in_the_second_quarters() -> None:
    """[4.2.2] Room 40 reads the signals."""
    state = position({"1613": "GE-N-BB1", "0106": "BR-N-BB1"}, central="GE", entente="BR")
    state.points[GE] = state.points[BR] = 1
    state.stack = [GeneralQuarters(2), GeneralQuarters(1)]
    settle(state, Loaded())
    assert decision(state) == Quarters(CENTRAL)
    choose(state, "end")
    assert decision(state) == Quarters(ENTENTE)
    choose(state, "end")
    assert decision(state) == Initiative(ENTENTE)
    other = state.copy()
    choose(state, "go_first")
    assert decision(state) == Quarters(ENTENTE)
    choose(other, "go_second")
    assert decision(other) == Quarters(CENTRAL)


def test_6_43_a_force_acts_to_its_end_before_the_next() -> None:
    state = quarters({"1613": "GE-N-CL1 GE-N-CL2"})
    choose(state, "ship GE-N-CL1", "steam 1611")
    assert isinstance(decision(state), AtSea)
    choose(state, "stop")
    assert refused(state, "ship GE-N-CL1").case == "7.22"
    assert offered(state, "ship") == units("GE-N-CL2")


def test_7_12_range_is_four_times_the_radius() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-CL1"}, reduced="GE-N-CL1")
    assert points_left(state, units("GE-N-BB1")) == 20
    assert points_left(state, units("GE-N-CL1")) == 32
    assert points_left(state, units("GE-N-BB1 GE-N-CL1")) == 20


def test_7_11_the_slowest_unit_makes_the_overage() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-CL1"})
    choose(state, "fleet 1613", "steam 1608")
    assert overage(state, state.force) == 0
    assert state.spent[unit("GE-N-BB1")] == 5
    choose(state, "steam 1607")
    assert overage(state, state.force) == 1
    assert overage(state, units("GE-N-CL1")) == 6 - 9


def test_7_22_nobody_goes_beyond_his_range() -> None:
    state = quarters({"1613": "GE-N-BB1"})
    choose(state, "ship GE-N-BB1", "steam 0801")
    assert points_left(state, state.force) == 4
    # An ocean box costs more than is left.
    assert refused(state, "steam Norwegian-Sea").case == "7.22"
    assert offered(state, "steam") >> at("Scapa-Flow") & 1


def test_7_51_ports_cost_three_points_oceans_eighteen() -> None:
    state = quarters({"0801": "GE-N-BB1"})
    choose(state, "ship GE-N-BB1")
    left = course(state, CENTRAL, state.force, at("0801"), 20)
    assert left.cost(at("Norwegian-Sea")) == 18
    assert left.cost(at("Scapa-Flow")) == 3
    choose(state, "steam Norwegian-Sea")
    # [7.31] Back to the map it is one point.
    assert course(state, CENTRAL, state.force, at("Norwegian-Sea"), 2).cost(at("0801")) == 1


def test_7_31_hexes_of_africa_cost_three() -> None:
    state = world({"South-Atlantic": "BR-N-CL1"}, side=ENTENTE)
    left = course(state, ENTENTE, units("BR-N-CL1"), at("South-Atlantic"), 32)
    assert left.cost(at("AF7940")) == 3
    assert left.cost(at("AF8043")) == 3


def test_7_23_units_cross_from_maps_to_boxes_and_back() -> None:
    state = world({"0118": "BR-N-CL1"}, side=ENTENTE)
    assert goals(state, "BR-N-CL1") >> at("Mid-Atlantic") & 1
    state = world({"Mid-Atlantic": "BR-N-CL1"}, side=ENTENTE)
    assert goals(state, "BR-N-CL1") >> at("0415") & 1


def test_7_32_ships_keep_to_the_water_and_cross_no_land() -> None:
    state = quarters({"1613": "GE-N-CL1"})
    assert not goals(state, "GE-N-CL1") & ~(WATER | PORT_BOXES | OCEAN_BOXES)
    choose(state, "ship GE-N-CL1")
    assert refused(state, "steam 1614").case == "7.32"
    for one, two in (("1708", "1809"), ("0210", "0309")):
        if BOARD.sides["no_ship"][GRID.direction(at(one), at(two))] >> at(one) & 1:
            assert not step(1 << at(one), OPEN_SEA) >> at(two) & 1


def test_7_55_no_port_box_leads_to_another() -> None:
    for box in members(PORT_BOXES):
        assert not step(1 << box, OPEN_SEA) & PORT_BOXES


def test_7_54_no_grey_space_is_a_place() -> None:
    titles = {facts["title"] for facts in BOARD.boxes.values()}
    assert not titles & {"North Sea", "Baltic", "Mediterranean", "Black Sea", "Red Sea"}


def test_7_21_ships_and_submarines_sail_apart() -> None:
    state = quarters({"1513": "GE-N-CL1 GE-N-UB1"})
    choose(state, "ship GE-N-CL1")
    assert refused(state, "with GE-N-UB1").case == "7.21"
    state = quarters({"1513": "GE-N-CL1 GE-N-UB1"})
    choose(state, "pack 1513")
    assert state.force == units("GE-N-UB1")


def test_7_21_enemies_are_in_nobodys_way() -> None:
    state = quarters({"1613": "GE-N-CL1", "1612": "BR-N-CL1", "1512": "BR-N-CL2"})
    reach = goals(state, "GE-N-CL1")
    assert reach >> at("1612") & 1
    assert reach >> at("1610") & 1


def test_7_0_1_corps_and_aircraft_are_in_nobodys_way() -> None:
    stacks = {"1613": "GE-N-CL1", "0413": "BR-I-1"}
    plain = goals(quarters({"1613": "GE-N-CL1"}), "GE-N-CL1")
    assert goals(quarters(stacks), "GE-N-CL1") == plain


def test_7_24_coastal_ships_stay_near_their_coast() -> None:
    state = quarters({"1613": "GE-N-CD1"})
    reach = goals(state, "GE-N-CD1")
    assert reach >> at("1611") & 1
    assert not reach >> at("1408") & 1
    assert not reach & ~waters(state, CENTRAL, units("GE-N-CD1"))


def test_7_24_1_two_hexes_from_land_at_home_are_the_most() -> None:
    state = quarters({"1613": "GE-N-CD1"})
    free = waters(state, CENTRAL, units("GE-N-CD1"))
    assert free >> at("1511") & 1
    assert not free >> at("1308") & 1


def test_7_24_coastal_ships_enter_ports_and_one_gulf_only() -> None:
    state = world({"3601": "DK-N-CD1"}, central="GE DK")
    free = waters(state, CENTRAL, units("DK-N-CD1"))
    assert free >> at("Gulf-of-Finland") & 1
    assert not free >> at("Norwegian-Sea") & 1


def test_7_25_a_point_a_month_for_all_dreadnoughts() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-BB2", "1513": "GE-N-BB3"}, points=1)
    choose(state, "ship GE-N-BB1", "steam 1611", "stop")
    assert state.points[GE] == 0
    choose(state, "ship GE-N-BB3", "steam 1512", "stop")
    assert state.points[GE] == 0
    poor = quarters({"1613": "GE-N-BB1 GE-N-CL1"}, points=0)
    assert refused(poor, "ship GE-N-BB1").case == "7.25"
    assert offered(poor, "ship") == units("GE-N-CL1")


def test_2_92_4_dreadnoughts_of_a_power_in_crisis_stay_in_port() -> None:
    state = quarters({"1613": "GE-N-BB1", "1512": "GE-N-BB2 GE-N-CL1"}, crisis={GE: 0})
    if offered(state, "harbour"):
        choose(state, "harbour 1613")
    assert refused(state, "ship GE-N-BB1").case == "2.92.4"
    # The one at sea is back before the half begins.
    assert state.where[unit("GE-N-BB2")] == at("1613")
    assert state.where[unit("GE-N-CL1")] == at("1512")


def test_7_33_who_joins_has_spent_as_much_and_who_is_dropped_stops() -> None:
    state = quarters({"1613": "GE-N-CL1", "1608": "GE-N-CL2 GE-N-BB1"})
    choose(state, "ship GE-N-CL1", "steam 1608", "with GE-N-CL2")
    assert state.spent[unit("GE-N-CL2")] == 5
    choose(state, "without GE-N-CL1")
    assert state.done == units("GE-N-CL1")
    assert refused(state, "with GE-N-CL1").case == "7.22"


def test_7_33_whoever_could_not_have_come_so_far_cannot_join() -> None:
    state = quarters({"1613": "GE-N-CL1", "1801": "GE-N-PD1"})
    choose(state, "ship GE-N-CL1", "steam 0402", "steam 1801")
    assert state.spent[unit("GE-N-CL1")] > 20
    assert refused(state, "with GE-N-PD1").case == "7.33"


def test_7_34_a_canal_is_passed_while_no_enemy_holds_its_banks() -> None:
    state = quarters({"1712": "GE-N-BB1", "1711": "BR-N-CL1"})
    assert open_canals(state, CENTRAL)[0]
    assert not open_canals(state, ENTENTE)[0]
    assert course(state, CENTRAL, units("GE-N-BB1"), at("1712"), 3).cost(at("1911")) == 2
    # The bank may be entered, and left again.
    british = course(state, ENTENTE, units("BR-N-CL1"), at("1711"), 3)
    assert british.cost(at("1812")) == 1
    assert british.cost(at("1911")) is None


def test_7_34_suez_joins_two_seas() -> None:
    state = world({"5665": "BR-N-CL1"}, side=ENTENTE)
    reach = course(state, ENTENTE, units("BR-N-CL1"), at("5665"), 12)
    assert reach.cost(at("5768")) == 4
    assert reach.cost(at("AF8926")) == 7
    state.held[CENTRAL] |= place_set("5867")
    assert course(state, ENTENTE, units("BR-N-CL1"), at("5665"), 12).cost(at("5768")) is None


def test_7_53_u_boats_stay_out_of_far_oceans() -> None:
    state = world({"Mid-Atlantic": "GE-N-UB9 GE-N-CL1"})
    boats = waters(state, CENTRAL, units("GE-N-UB9"))
    assert not boats & place_set("USA", "South-Atlantic", "Indian-Ocean")
    assert waters(state, CENTRAL, units("GE-N-CL1")) >> at("South-Atlantic") & 1
    assert waters(state, ENTENTE, units("BR-N-SS1")) >> at("South-Atlantic") & 1


@pytest.mark.parametrize(("month", "open_"), [("October 1915", 1), ("November 1915", 0)])
def test_7_53_1_the_white_sea_freezes(month: str, open_: int) -> None:
    state = world({"Norwegian-Sea": "BR-N-CL1"}, side=ENTENTE, month=month)
    assert waters(state, ENTENTE, units("BR-N-CL1")) >> at("White-Sea") & 1 == open_


def test_7_53_1_who_stays_in_the_ice_is_lost() -> None:
    state = world({"White-Sea": "BR-N-CL1"}, side=ENTENTE, month="November 1915")
    choose(state, "end")
    assert state.where[unit("BR-N-CL1")] == POOL


def test_7_52_1_central_units_leave_neutral_ports_or_are_lost() -> None:
    state = world({"Batavia": "GE-N-CL1 GE-N-CL2"})
    choose(state, "ship GE-N-CL1", "steam Indian-Ocean", "stop", "end")
    assert state.where[unit("GE-N-CL1")] == at("Indian-Ocean")
    assert state.where[unit("GE-N-CL2")] == POOL


def test_6_11_ships_stay_out_of_neutral_ports() -> None:
    state = quarters({"1613": "GE-N-CL1"})
    free = waters(state, CENTRAL, units("GE-N-CL1"))
    assert not free & PORTS & OWNED[NATION["DK"]]
    assert not free >> at("Stockholm") & 1
    assert free & COAST & OWNED[NATION["DK"]]


def test_1_323_a_leader_sails_with_his_fleet_or_goes_back() -> None:
    state = quarters({"1613": "GE-N-BC1 GE-N-CL1 GE-L-HIPPER"})
    choose(state, "fleet 1613", "steam 1611")
    assert state.where[unit("GE-L-HIPPER")] == at("1611")
    state = quarters({"1613": "GE-N-BC1 GE-L-HIPPER"})
    choose(state, "ship GE-N-BC1", "steam 1611")
    assert state.where[unit("GE-L-HIPPER")] == POOL


def test_7_33_r340_who_joins_has_not_laid_the_mines_of_others_bug() -> None:
    """A cruiser that laid mines made the whole way of its force too dear for a slow ship."""
    stacks = {"0406": "GE-N-CL1 GE-N-CL2", "0506": "GE-N-PD1"}
    state = quarters(stacks)
    state.where[unit("GE-M-1")] = MINE_POOL
    choose(state, "fleet 0406", "steam 0506", "lay GE-N-CL1")
    choose(state, "with GE-N-PD1")
    assert state.spent[unit("GE-N-PD1")] == 1
    # [7.11] The force is as far beyond its radius as the cruiser is.
    assert overage(state, state.force) == state.spent[unit("GE-N-CL1")] - 9
