"""Chapter 29: free deployment."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import city, opening, table
from trenchline.games.kaisers_war.components import CITY, GRID, LINE, TERRITORY, UNITS
from trenchline.games.kaisers_war.orders_of_battle import area, free_area


def may_start(unit: str, *countries: str, free: bool = True) -> bool:
    """Whether a unit may be set up in some hex of each country."""
    t = opening(free_deployment="on" if free else "off")
    hexes = area(t.state, UNITS[unit])
    return all(hexes & TERRITORY[code] for code in countries)


@pytest.mark.parametrize(("scenario", "last"), [("1918", 5), ("1918-1919", 11)])
def test_29_1_either_length_may_be_played(scenario: str, last: int) -> None:
    assert opening(scenario=scenario, free_deployment="on").state.last_turn == last


def test_29_2_the_starting_points_stay() -> None:
    assert opening(free_deployment="on").vp == (60, 75)


def test_29_3_the_central_powers_deploy_first() -> None:
    assert opening(free_deployment="on").who == "Central"
    assert opening().who == "Allied"


@pytest.mark.parametrize("unit", ["GEShock2", "GEHQHL", "GETac1", "GEStr1", "AHShockIso", "AHTac1"])
def test_29_3_shock_troops_headquarters_and_airbases_start_anywhere_in_europe(unit: str) -> None:
    assert may_start(unit, "GE", "AH", "BU", "RM", "SB", "PO", "UK", "BA")
    assert not may_start(unit, "UK", free=False)
    assert area(opening(free_deployment="on").state, UNITS[unit]) & ~LINE[1] == 0


def test_29_3_one_german_shock_army_may_start_in_asia() -> None:
    t = opening(free_deployment="on")
    angora = GRID.hex(city("Angora"))
    assert area(t.state, UNITS["GEShock2"]) >> angora & 1
    assert not area(t.state, UNITS["GETac1"]) >> angora & 1
    assert not area(t.state, UNITS["AHShockIso"]) >> angora & 1
    t.state.put(UNITS["GEShock18"], angora)
    assert not area(t.state, UNITS["GEShock2"]) >> angora & 1


def test_29_3_the_ottoman_alpine_army_starts_anywhere_in_the_empire() -> None:
    hexes = area(opening(free_deployment="on").state, UNITS["TUAlpAIsl"])
    assert hexes == TERRITORY["TU"] & LINE[1]


def test_29_4_one_army_and_one_airbase_of_britain_and_france_may_shift() -> None:
    assert may_start("BR5", "FR", "IT", "GK", "EG")
    assert may_start("BRTac2", "FR", "IT", "GK", "EG")
    assert may_start("FR8", "FR", "IT", "GK")
    assert may_start("FRTac2", "FR", "IT", "GK")
    assert not may_start("FR8", "EG")
    for other in ("BR1", "BR2", "BR3", "FR1", "FRTac1"):
        assert not may_start(other, "IT")


def test_29_4_the_italian_expedition_may_go_to_albania_greece_or_egypt() -> None:
    assert may_start("ITExpCSI", "AL", "GK", "EG")
    assert not may_start("ITExpCSI", "EG", free=False)


def test_29_5_the_special_rules_of_the_scenario_hold() -> None:
    t = opening(free_deployment="on").choose("auto", "auto")
    assert t.phase == "Central mobilization"
    assert t.refused("mobilize GE12") == "26.5"
    assert (t.where("AHShock11"), t.where("FRTank1")) == ("turn2", "turn3")


def test_29_3_a_shock_army_in_thrace_is_in_europe() -> None:
    """One may start in Asia; one at Adrianople does not use that up, one at Angora does."""
    angora = 1 << CITY["Angora"]
    for place, may in (("Adrianople", True), ("Angora", False), ("Berlin", True)):
        state = table(
            f"turn 1 phase Central movement\noptions free_deployment\nGE Shock2@{{{place}}}\n"
        ).state
        assert bool(free_area(state, UNITS["GEShock6"]) & angora) is may
    # An infantry army there, or a Turkish one, uses nothing up.
    state = table(
        "turn 1 phase Central movement\noptions free_deployment\n"
        "GE 1@{Angora}\nTU ShockYil@{Konia}\n"
    ).state
    assert free_area(state, UNITS["GEShock6"]) & angora
    assert not free_area(state, UNITS["GEHQHL"]) & angora


def test_29_4_only_italian_corps_and_only_the_expedition() -> None:
    state = opening(free_deployment="on").state
    assert free_area(state, UNITS["BRExpNR"]) == 0
    assert free_area(state, UNITS["IT1"]) == 0
