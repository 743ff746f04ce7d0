"""Conditions that a rule names beside its main one, each met by itself."""

from __future__ import annotations

from dataclasses import replace

from tests.kaisers_war.table import city, opening, table
from trenchline.games.kaisers_war.amphibious import (
    Boarding,
    boarding,
    box_homes,
    transports,
    voyages,
)
from trenchline.games.kaisers_war.attrition import spare_airbases
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    ALLIED,
    BO,
    CENTRAL,
    CITIES,
    COAST,
    COUNTRY,
    DESERT,
    GRID,
    GUERRILLAS,
    LAND,
    LINE,
    MARCH,
    NATION_OF,
    NEUTRAL,
    RAIL_ZONE,
    ROUGH,
    TERRITORY,
    TRENCH,
    UNITS,
    WET,
)
from trenchline.games.kaisers_war.control import controlled, enterable, has_zones, trench, zone
from trenchline.games.kaisers_war.elimination import Overstacked
from trenchline.games.kaisers_war.naval import usable_seas
from trenchline.games.kaisers_war.offensive_supply import may_spend_on_supply
from trenchline.games.kaisers_war.orders_of_battle import EUROPE, free_area, open_hexes, to_deploy
from trenchline.games.kaisers_war.placement import Placement
from trenchline.games.kaisers_war.psywar import Sabotage
from trenchline.games.kaisers_war.pursuit import can_pursue
from trenchline.games.kaisers_war.recruits import CITIES_OF, for_sale, home_hexes
from trenchline.games.kaisers_war.results import RoutAll, apply
from trenchline.games.kaisers_war.retreat import RoutCheck
from trenchline.games.kaisers_war.routes import charge_rail, march
from trenchline.games.kaisers_war.sensible_set_up import safe
from trenchline.games.kaisers_war.sequence import BeginTurn, game_turn
from trenchline.games.kaisers_war.set_up import deploy_sensibly
from trenchline.games.kaisers_war.state import POOL
from trenchline.games.kaisers_war.strength import defence_parts
from trenchline.games.kaisers_war.supply import rail_cities
from trenchline.games.kaisers_war.victory import NOT_CAPITALS, OBJECTIVES, worth
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import step

QUIET = "GE 1@{Berlin}\nFR 1@{Paris}"


def test_20_1_the_dead_are_not_shipped_home() -> None:
    t = table("turn 2 phase Allied movement\nBR 1@2925 2:dead Amph1:fleet\nGE 1@{Berlin}")
    aboard = boarding(t.state, UNITS["BR1"])
    assert box_homes(t.state, UNITS["BR1"], aboard)
    assert box_homes(t.state, UNITS["BR2"], aboard) == {}


def test_35_2_who_is_given_up_for_want_of_room_is_not_annihilated() -> None:
    t = table("turn 3 phase Allied movement\noptions annihilation\nGE 1@{Berlin}\nFR ExpCER@3112")
    assert not t.fed("FRExpCER")
    steps = len(t.state.stack)
    Overstacked(GRID.hex("3112")).take(t.state, "give_up", UNITS["FRExpCER"])
    assert t.where("FRExpCER") == "dead"
    assert len(t.state.stack) == steps


def test_36_3_a_sea_is_lost_as_soon_as_the_zones_at_its_ports_are() -> None:
    """At low morale the Austrians beside Venice have no zone there, and the Allies hold it."""
    text = "turn 2 phase Allied movement\noptions naval morale\nvp 60 60\nIT 1@{Pola} 3@{Cattaro}\n"
    t = table(f"{text}AH 1@1519 5@2224\n")
    assert "adriatic" in usable_seas(t.state, CENTRAL)
    t.state.vp[CENTRAL] = 25
    assert "adriatic" not in usable_seas(t.state, CENTRAL)


def test_22_2_22_3_who_is_on_the_map_is_supplied_where_he_stands() -> None:
    east = "options east\nfacts kaiser_east east_free anarchist-Central\nvp 50 50\n"
    t = table(f"turn 7 phase Central movement\nlast 11\n{east}GE 1@1512 3@2913 4:dead\n")
    berlin, kiev = GRID.hex("1512"), GRID.hex("2913")
    assert may_spend_on_supply(t.state, UNITS["GE1"], kiev)
    assert not may_spend_on_supply(t.state, UNITS["GE3"], berlin)
    assert not may_spend_on_supply(t.state, UNITS["GE4"], kiev)


def test_3_1_3_2_9_9_no_hex_with_an_enemy_is_open_to_those_who_deploy() -> None:
    t = opening()
    unit = to_deploy(t.state, ALLIED)[0]
    hex_ = lowest(open_hexes(t.state, unit))
    t.state.put(UNITS["GE1"], hex_)
    assert not open_hexes(t.state, unit) >> hex_ & 1


def test_6_4_who_is_placed_is_in_the_pool_no_more() -> None:
    t = table(f"turn 3 phase Central mobilization\nvp 60 60\n{QUIET}")
    unit, hex_ = UNITS["GE3"], GRID.hex(city("Munich"))
    assert t.state.piles[POOL] >> unit & 1
    Placement(unit).take(t.state, "place", hex_)
    assert not t.state.piles[POOL] >> unit & 1
    assert t.where("GE3") == city("Munich")
    assert t.at(city("Munich")) == ["GE3"]


def test_27_1_without_the_agreement_the_war_ends_in_1918() -> None:
    assert not table(f"turn 5 phase Allied attrition\nvp 50 50\n{QUIET}").state.stack


def test_40_2_24_4_poles_are_allied_from_the_start_and_only_by_their_rule() -> None:
    with_poles, without = opening(poles="on"), opening()
    assert with_poles.state.poles == ALLIED
    poles = [unit for key, unit in UNITS.items() if key.startswith("PO")]
    assert all(with_poles.state.piles[POOL] >> unit & 1 for unit in poles)
    assert not any(without.state.piles[POOL] >> unit & 1 for unit in poles)
    others = members(with_poles.state.piles[POOL] & ~without.state.piles[POOL])
    assert set(others) == set(poles)


def test_34_1_who_has_not_sworn_to_hold_runs_in_a_panic() -> None:
    t = table(f"turn 3 phase Central combat 1\nvp 50 50\n{QUIET}")
    for firm in (False, True):
        battle = Battle(CENTRAL, 1, GRID.hex(city("Paris")), (UNITS["GE1"],), firm=firm)
        battle = replace(battle, defenders=(UNITS["FR1"],))
        t.state.stack.clear()
        apply(t.state, battle, "DP")
        assert any(isinstance(one, RoutAll) for one in t.state.stack) is not firm


def test_15_3_15_5_beside_a_city_with_a_railway_everybody_is_safe() -> None:
    state = opening().state
    for side, key in ((ALLIED, "FR1"), (CENTRAL, "GE1")):
        zones = step(LINE[1 - side], MARCH) & ~trench(state, side)
        land = enterable(state, side) & LINE[side] & ~(zones | DESERT)
        near = step(rail_cities(state, side) & land, MARCH) & land
        assert near
        assert near & ~safe(state, UNITS[key], side) == 0


def test_21_5_guerrillas_are_safe_beyond_the_next_hex_too() -> None:
    t = opening()
    for unit in members(GUERRILLAS):
        side = t.state.side_of(unit)
        land = enterable(t.state, side) & LINE[side] & ~DESERT
        near = step(rail_cities(t.state, side) & land, MARCH) & land
        assert step(near, MARCH) & land & ~safe(t.state, unit, side) == 0


def test_6_7_9_9_who_finds_no_room_in_the_set_up_waits_in_the_pool() -> None:
    t = opening()
    confined = to_deploy(t.state, ALLIED)[0]
    for hex_ in members(open_hexes(t.state, confined)):
        t.state.put(UNITS["GE1"], hex_)
    deploy_sensibly(t.state, ALLIED)
    assert t.state.demobilized >> confined & 1


def test_30_9_30_21b_40_1_whose_the_bolsheviks_are() -> None:
    t = table(f"turn 3 phase Central combat 1\noptions east\nvp 50 50\n{QUIET}")
    unit = next(unit for unit in UNITS.values() if NATION_OF[unit] == BO)
    for east, side in ((False, NEUTRAL), (True, ALLIED)):
        t.state.kaiser_east = east
        assert t.state.side_of(unit) == side
    t.state.poles = CENTRAL
    assert [t.state.side_of(UNITS[key]) for key in ("FR1", "GE1")] == [ALLIED, CENTRAL]


def test_12_13_12_16_in_a_trench_the_defence_counts_twice() -> None:
    hex_ = lowest(TRENCH[ALLIED])
    t = table(f"turn 3 phase Central combat 1\nvp 50 50\nGE 1@{{Berlin}}\nFR 1@{GRID.label(hex_)}")
    parts = defence_parts(t.state, Battle(CENTRAL, 1, hex_, (UNITS["GE1"],)))
    assert [part.amount for part in parts] == [7, 7]
    assert parts[-1].case == "7.4"


def test_20_1_20_2_the_dead_go_aboard_nowhere() -> None:
    t = table("turn 2 phase Allied movement\nBR 1@2925 2:dead Amph1:fleet\nGE 1@{Berlin}")
    assert boarding(t.state, UNITS["BR1"])
    assert boarding(t.state, UNITS["BR2"]) == []


def test_20_2_an_empty_transport_takes_three_corps_and_no_more() -> None:
    t = table("turn 2 phase Allied movement\nBR 1@2925 Amph1:fleet\nGE 1@{Berlin}")
    assert transports(t.state, ALLIED, 3) == [UNITS["BRAmph1"]]
    assert transports(t.state, ALLIED, 4) == []


def test_2_4_r65_who_comes_without_a_zone_takes_the_hex_all_the_same() -> None:
    t = table(f"turn 2 phase Allied movement\nvp 60 60\n{QUIET}")
    for side, key, name in ((CENTRAL, "FRFort1", "Munich"), (ALLIED, "GEFort1", "Rennes")):
        hex_ = GRID.hex(city(name))
        assert controlled(t.state, side) >> hex_ & 1
        before = zone(t.state, 1 - side)
        t.state.put(UNITS[key], hex_)
        assert zone(t.state, 1 - side) == before
        assert not controlled(t.state, side) >> hex_ & 1


def test_14_3_the_dead_do_not_pursue() -> None:
    t = table("turn 2 phase Allied movement\nFR 1@{Paris} 3:dead\nGE 1@{Berlin}")
    assert can_pursue(t.state, UNITS["FR1"])
    assert not can_pursue(t.state, UNITS["FR3"])


def test_12_19_nobody_runs_who_is_dead() -> None:
    t = table("turn 2 phase Allied movement\nFR 1@{Paris} 3:dead\nGE 1@{Berlin}")
    battle = Battle(CENTRAL, 1, GRID.hex(city("Paris")), (UNITS["GE1"],))
    steps = len(t.state.stack)
    RoutCheck(battle, UNITS["FR3"]).rolled(t.state, 1)
    assert len(t.state.stack) == steps


def test_43_1_a_hex_that_is_no_objective_is_worth_nothing() -> None:
    assert {worth(hex_) for hex_ in members(LAND & ~OBJECTIVES)} == {0}


def test_16_5_16_6_the_first_train_through_a_country_books_its_own_weight() -> None:
    t = table(f"turn 2 phase Allied movement\nvp 60 60\n{QUIET}")
    hex_ = lowest(RAIL_ZONE[2])
    charge_rail(t.state, UNITS["FR1"], [hex_])
    weight = t.state.face(UNITS["FR1"]).weight
    assert t.state.rail_used == {COUNTRY[hex_]: weight}
    charge_rail(t.state, UNITS["FR1"], [hex_])
    assert t.state.rail_used == {COUNTRY[hex_]: 2 * weight}


def test_9_6_nobody_enters_where_enemies_are() -> None:
    t = table(f"turn 2 phase Allied movement\nvp 60 60\n{QUIET}")
    berlin, paris = GRID.hex(city("Berlin")), GRID.hex(city("Paris"))
    for side, own, other in ((ALLIED, paris, berlin), (CENTRAL, berlin, paris)):
        assert enterable(t.state, side) >> own & 1
        assert not enterable(t.state, side) >> other & 1


def test_38_3_only_airbases_of_the_side_that_have_not_flown_supply_from_the_air() -> None:
    text = "turn 2 phase Central movement\noptions air\nvp 60 60\n"
    t = table(text + "GE 1@{Berlin} Tac1@{Berlin} Tac2@{Munich}\nFR 1@{Paris} Tac1@{Paris}")
    t.state.served = 1 << UNITS["GETac2"]
    assert spare_airbases(t.state, CENTRAL) == [UNITS["GETac1"]]


def test_3_1_3_2_9_9_where_bolsheviks_are_only_bolsheviks_are_set_up() -> None:
    t = opening()
    unit = to_deploy(t.state, ALLIED)[0]
    hex_ = lowest(open_hexes(t.state, unit))
    red = next(unit for unit in UNITS.values() if NATION_OF[unit] == BO)
    t.state.put(red, hex_)
    assert t.state.held[NEUTRAL] >> hex_ & 1
    assert not open_hexes(t.state, unit) >> hex_ & 1


def test_32_5_35_2_a_garrison_that_saboteurs_remove_is_not_annihilated() -> None:
    t = table("turn 2 phase Allied movement\noptions annihilation\nvp 60 60\nFR 1@0714\nCG 1@1126")
    assert not t.fed("CG1")
    steps = len(t.state.stack)
    Sabotage(ALLIED, 1 << GRID.hex("1126")).take(t.state, "remove", UNITS["CG1"])
    assert (t.where("CG1"), len(t.state.stack)) == ("dead", steps)


def test_6_4_6_5_r23_43_2_new_units_come_to_cities_of_theirs_alone() -> None:
    """Beyond the line of the beginning only to those that are theirs again."""
    t = table(f"turn 2 phase Central mobilization\nvp 60 60\n{QUIET}\nIT 1@{{Rome}}")
    split = 0
    for key in ("FR3", "BR3", "IT3", "GE3", "AH3", "TU3", "BU1", "SB1", "GK1"):
        unit = UNITS.get(key)
        if unit is None or not home_hexes(t.state, unit):
            continue
        found, side = CITIES_OF[unit], t.state.side_of(unit)
        split += bool(found & ~LINE[side])
        mine = controlled(t.state, side)
        assert set(members(home_hexes(t.state, unit))) == {
            hex_ for hex_ in members(found) if LINE[side] >> hex_ & 1 or mine >> hex_ & 1
        }
    assert split


def test_8_5_11_5_11_6_rough_ground_is_harder_for_the_mechanized() -> None:
    wet = 0
    for hexes in WET:
        wet |= hexes
    dry = ROUGH & LAND & ~(wet | CITIES | TRENCH[0] | TRENCH[1])
    t = table("turn 7 phase Allied movement\nlast 11\nvp 60 60\nGE 1@{Berlin}\nFR 1@{Paris}")
    there = next(h for h in members(dry) if any(dry >> n & 1 for n in GRID.neighbours(h)))
    here = next(n for n in GRID.neighbours(there) if dry >> n & 1)
    for key in ("BRMech1", "BR1"):
        t.state.put(UNITS[key], here)
    costs = [
        march(t.state, UNITS[key], here, 3, False)[0].cost(there) for key in ("BRMech1", "BR1")
    ]
    assert costs == [3, 2]


def test_31_1_paris_petrograd_and_moscow_have_rules_of_their_own() -> None:
    cities = {GRID.label(hex_) for hex_ in members(NOT_CAPITALS)}
    assert cities == {city(name) for name in ("Paris", "Petrograd", "Moscow")}


def test_6_2_2_11_3_2_what_comes_later_needs_no_room_now() -> None:
    t = table(f"turn 3 phase Central mobilization\nvp 60 60\n{QUIET}")
    army, fort = UNITS["GE3"], UNITS["GEFort5"]
    assert for_sale(t.state, CENTRAL) >> army & 1
    t.state.mobilized_at = LAND
    assert for_sale(t.state, CENTRAL) >> army & 1
    assert not for_sale(t.state, CENTRAL) >> fort & 1


def test_29_1_29_2_29_5_free_deployment_is_an_option_of_the_match() -> None:
    assert "free_deployment" in opening(free_deployment="on").state.options
    assert "free_deployment" not in opening(free_deployment="off").state.options


def test_33_1_33_3_zones_are_lost_at_low_morale_and_only_by_its_rule() -> None:
    t = table(f"turn 3 phase Central movement\nvp 60 60\n{QUIET}")
    for options, points, zones in (
        ((), 10, True),
        (("morale",), 25, False),
        (("morale",), 26, True),
    ):
        t.state.options = frozenset(options)
        t.state.vp[CENTRAL] = points
        assert has_zones(t.state, CENTRAL) is zones


def test_20_8_the_central_powers_sail_along_the_sea_they_are_on() -> None:
    t = table("turn 2 phase Central movement\nvp 60 60\nGE 1@{Danzig}\nFR 1@{Paris}")
    both: Boarding = [(UNITS["BRAmph1"], ("baltic", "adriatic"))]
    (coasts,) = voyages(t.state, UNITS["GE1"], both).values()
    assert coasts & COAST["baltic"]
    assert coasts & COAST["adriatic"] & ~COAST["baltic"] == 0


def test_29_3_29_4_no_german_shock_army_starts_in_asia_beyond_the_empire() -> None:
    found = free_area(opening(free_deployment="on").state, UNITS["GEShock2"])
    assert found & TERRITORY["TU"]
    assert found & ~(EUROPE | TERRITORY["TU"]) == 0


def test_30_11_4_2_a_turn_begins_with_all_its_phases_before_it() -> None:
    t = table(f"turn 3 phase Central movement\nvp 60 60\n{QUIET}")
    t.state.stack.clear()
    BeginTurn().run(t.state)
    assert t.state.stack == list(reversed(game_turn()))
