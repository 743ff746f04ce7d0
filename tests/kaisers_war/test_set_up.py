"""Chapters 3, 26.3 and 26.4: setting up."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, opening
from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITIES,
    COUNTERS,
    COUNTRY,
    DESERT,
    EAST,
    GRID,
    LINE,
    RUSSIA,
    SIDES,
    TERRITORY,
    UNITS,
)
from trenchline.games.kaisers_war.control import overweight
from trenchline.games.kaisers_war.orders_of_battle import area, open_hexes, to_deploy
from trenchline.games.kaisers_war.sensible_set_up import safe, sensible_place
from trenchline.games.kaisers_war.state import POOL
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import bit_set


def labels(hexes: int) -> set[str]:
    """The labels of some hexes."""
    return set(GRID.labels(hexes))


def deployed(scenario: str = "1918") -> Table:
    """A game with both sides set up sensibly."""
    return opening(scenario=scenario).choose("auto", "auto")


@pytest.mark.parametrize("scenario", ["1918", "1918-1919"])
def test_3_1_both_sides_deploy_then_the_game_begins(scenario: str) -> None:
    t = deployed(scenario)
    assert t.turn == 1
    # The Central Powers mobilize nothing on the first turn; they may demobilize, then move.
    assert t.phase in ("Central mobilization", "Central movement")
    assert all(not to_deploy(t.state, side) for side in (0, 1))


def test_3_2_within_the_area_not_with_enemies_but_in_their_zones() -> None:
    """The second side may stand next to the first, never on it."""
    t = opening()
    while t.who == "Allied":
        t.choose("auto")
    assert t.who == "Central"
    allied = t.state.held[0]
    zones = t.zone("Allied")
    seen_zone = False
    while t.asked == "Deployment" and not seen_zone:
        found = t.choices("place")
        assert not found & labels(allied)
        seen_zone = bool(found & zones)
        t.choose(f"place {min(found)}")
    assert seen_zone


def test_3_2_everybody_is_on_his_side_of_the_line() -> None:
    t = deployed()
    for side in (0, 1):
        assert not t.state.held[side] & ~LINE[side]
    for hex_ in t.state.stacks:
        assert overweight(t.state, hex_) == 0
        assert sum(t.state.face(unit).movement == 0 for unit in t.state.stacks[hex_]) <= 1


def where(t: Table, prefix: str, kind: str) -> list[str]:
    """The countries (or piles) where a nation's units of a type are."""
    found = []
    for unit, counter in enumerate(COUNTERS):
        if counter.key.startswith(prefix) and counter.front.type == kind:
            place = t.state.where[unit]
            found.append(COUNTRY[place] if place >= 0 else t.where(counter.key))
    return sorted(found)


def test_26_3_the_allied_order_of_battle() -> None:
    t = deployed()
    british = where(t, "BR", "infantry_army")
    assert british.count("FR") == 4
    assert sum(british.count(code) for code in ("GK", "AL")) == 1
    assert british.count("pool") == 1
    french = where(t, "FR", "infantry_army")
    assert (french.count("FR"), french.count("IT")) == (8, 1)
    assert where(t, "FR", "fortified_zone") == ["FR"] * 4
    assert where(t, "IT", "infantry_army").count("IT") == 4
    assert where(t, "IT", "fortified_zone") == ["IT"]
    assert where(t, "BE", "infantry_army") == ["BE"]
    assert where(t, "RM", "infantry_army") == ["pool", "pool"]
    assert (t.where("US1"), t.where("USHQPershing")) == ("usa", "usa")
    assert t.where("BRTac1") == city("London")
    garrisons = [u for u in where(t, "AG", "garrison") if u != "pool"]
    assert len(garrisons) == 9
    assert sum(t.where(f"BRGun{n}") == "fleet" for n in (1, 2)) == 2
    # Forts and garrisons stand in cities.
    for unit, counter in enumerate(COUNTERS):
        if counter.front.movement == 0 and t.state.where[unit] >= 0:
            assert CITIES >> t.state.where[unit] & 1


def test_26_3_where_units_may_start() -> None:
    t = opening()

    def ground(key: str) -> set[str]:
        return labels(area(t.state, UNITS[key]))

    assert ground("BRTac1") == {city("London")}
    jerusalem = ground("BREF")
    assert city("Jerusalem") in jerusalem
    assert all(GRID.distance(GRID.hex(h), GRID.hex(city("Jerusalem"))) <= 1 for h in jerusalem)
    both = ground("BRMech1")
    assert {city("Jerusalem"), city("Baghdad")} <= both
    assert ground("BEFl") == {"0713"}
    assert ground("TCAlpTCF") == {city("Kars"), city("Baku")}
    # The Arabs: Ottoman desert on the Allied side of the line.
    assert ground("ARCavNLA") == labels(TERRITORY["TU"] & DESERT & LINE[0])
    assert ground("FRFort1") == labels(TERRITORY["FR"] & CITIES & LINE[0])
    assert ground("AG1") == labels(CITIES & LINE[0])


def test_26_3_the_allies_deploy_first() -> None:
    t = opening()
    assert (t.who, t.asked) == ("Allied", "Deployment")
    assert t.refused("place 1512") in ("26.3", "9.9")


def test_26_4_the_central_order_of_battle() -> None:
    t = deployed()
    shock = where(t, "GE", "shock_army")
    assert len(shock) == 6
    assert "pool" not in shock
    infantry = where(t, "GE", "infantry_army")
    assert infantry.count("pool") == 1
    assert {"BA", "PO", "UK", "RM"} <= set(infantry)
    assert where(t, "GE", "fortified_zone") == ["GE"] * 4 + ["pool"]
    assert t.where("GEExpBK") == city("Helsinki")
    assert where(t, "AH", "fortified_zone") == ["AH", "AH"]
    assert where(t, "TU", "fortified_zone") == ["TU", "TU"]
    assert len([u for u in where(t, "CG", "garrison") if u != "pool"]) == 12
    assert where(t, "PE", "cavalry_corps") == ["PE"]
    assert t.where("AHShock11") == "turn2"
    assert t.where("GEGun1") == t.where("GEAmph1") == t.where("AHGun1") == "fleet"


def test_26_4_where_units_may_start() -> None:
    t = opening()

    def ground(key: str) -> set[str]:
        return labels(area(t.state, UNITS[key]))

    west = ground("GE1")
    front = labels(LINE[0])
    assert {"0814", city("Brussels"), city("Metz")} <= west
    assert not west & front
    for label in west:
        hex_ = GRID.hex(label)
        assert COUNTRY[hex_] in ("BE", "LU", "FR", "GE")
        assert min(GRID.distance(hex_, GRID.hex(other)) for other in front) <= 2
    free = {COUNTRY[GRID.hex(label)] for label in ground("GEShock18")}
    assert free == {"BE", "LU", "FR", "GE", "AH", "IT", "AL", "SB", "RM", "BU"}
    for key, name, radius in (("TU1", "Constantinople", 3), ("TU6", "Mosul", 2)):
        centre = GRID.hex(city(name))
        assert all(GRID.distance(centre, GRID.hex(h)) <= radius for h in ground(key))
        assert city(name) in ground(key)
    assert {COUNTRY[GRID.hex(h)] for h in ground("GEHQVHof")} == {"PO", "UK"}


# The east [24].


def test_24_1_nobody_enters_russia() -> None:
    t = deployed()
    assert not (t.state.held[0] | t.state.held[1]) & RUSSIA
    t.until("Central movement")
    for _ in range(3):
        unit = next(iter(t.choices("unit")))
        t.choose(f"unit {unit}")
        assert not t.choices("move") & labels(RUSSIA)
        t.choose("stay")


def test_24_2_the_eastern_armies_are_noted() -> None:
    """[R51] All Central units set up in the four countries, garrisons too."""
    t = deployed()
    east = {COUNTERS[u].key for h, s in t.state.stacks.items() if EAST >> h & 1 for u in s}
    held = {COUNTERS[u].key for u in range(len(COUNTERS)) if t.state.eastern >> u & 1}
    assert east == held
    assert {"GE8", "GE10", "GESud", "GEExpBK", "AHOst", "AH2"} <= held


def test_24_4_optional_nations_are_out() -> None:
    t = deployed()
    for key in ("FIWG", "BALw", "POLeg", "UKGA", "WRSib", "CZExpCL", "BOAGNF", "ANCavMakhno"):
        assert t.where(key) == "out"
    t.until("Allied mobilization")
    assert not {u for u in t.choices("mobilize") if u.startswith(("BO", "CZ", "AN", "PO"))}
    assert SIDES[0] == t.who


@pytest.mark.parametrize("scenario", ["1918", "1918-1919"])
@pytest.mark.parametrize("options", [(), ("east",), ("free_deployment",), ("poles", "east")])
def test_15_5_everybody_is_in_supply_after_a_sensible_set_up_bug(
    scenario: str, options: tuple[str, ...]
) -> None:
    """An airbase and the Arabs stood in the desert, cut off by the zones of those who deployed
    after them."""
    on = dict.fromkeys(options, "on")
    t = opening(scenario=scenario, **on).choose("auto", "auto")
    on_map = [u for u, place in enumerate(t.state.where) if place >= 0]
    assert [COUNTERS[u].key for u in on_map if not in_general_supply(t.state, u)] == []


@pytest.mark.parametrize("scenario", ["1918", "1918-1919"])
def test_3_1_3_2_nobody_is_set_up_on_an_enemy(scenario: str) -> None:
    """Nor a Bolshevik on others, but Bolsheviks with Bolsheviks."""
    t = opening(scenario=scenario, east="on").choose("auto")
    second = 1 if scenario == "1918" else 0
    for unit in to_deploy(t.state, second):
        assert not open_hexes(t.state, unit) & t.state.held[1 - second]


def test_24_2_who_is_set_up_in_the_east_stands_still() -> None:
    """All of the Central Powers in the four countries, nobody elsewhere and none of the Allies."""
    t = opening().choose("auto", "auto")
    east = [u for u, place in enumerate(t.state.where) if place >= 0 and EAST >> place & 1]
    assert east
    assert t.state.eastern == bit_set(east)
    assert t.state.demobilized == 0


def test_26_3_american_ships_are_ready_and_the_army_waits_in_its_box() -> None:
    t = opening()
    assert (t.where("USAmph1"), t.where("US1")) == ("fleet", "usa")


def test_28_1_bolsheviks_share_a_city_with_bolsheviks_alone() -> None:
    state = opening(east="on").state
    state.put(UNITS["BOAGNF"], GRID.hex(city("Moscow")))
    assert city("Moscow") in labels(open_hexes(state, UNITS["BOAGSF"]))
    state.put(UNITS["BOAGWF"], GRID.hex(city("Narva")))
    assert city("Narva") not in labels(open_hexes(state, UNITS["WRShockNW"]))


def test_26_3_26_4_who_still_has_to_be_placed() -> None:
    """Those of the order of battle in the pool, but for whom there was no room [6.7]."""
    state = opening().state
    first, second, *rest = to_deploy(state, 0)
    assert state.where[first] == POOL
    state.put(first, GRID.hex(city("Paris")))
    state.demobilized = 1 << second
    assert to_deploy(state, 0) == rest
    assert UNITS["FRTank1"] not in rest


def test_6_7_who_found_no_room_may_be_mobilized_in_the_war() -> None:
    t = opening()
    t.state.demobilized = 1 << to_deploy(t.state, 0)[0]
    assert t.choose("auto", "auto").state.demobilized == 0


def test_15_5_15_3_where_units_are_safe_in_a_sensible_set_up() -> None:
    """By a railway that leads to a source as well, and on one's own side of the line."""
    found = safe(opening().state, UNITS["TU1"], CENTRAL)
    assert {"3325", "1412"} <= labels(found)
    assert found & LINE[ALLIED] & ~CITIES == 0


def test_15_5_a_place_is_chosen_among_those_that_are_open() -> None:
    state = opening().state
    for open_ in (GRID.hexes("4233", "4332"), GRID.hexes("4233", "3325")):
        assert open_ >> sensible_place(state, UNITS["GETac1"], open_, CENTRAL) & 1
