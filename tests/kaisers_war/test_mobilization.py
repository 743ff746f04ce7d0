"""Chapter 6: mobilization, arrivals, boxes, replacements, demobilization, conversions."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, opening, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import (
    AN,
    BO,
    CITIES,
    COUNTRY,
    DESERT,
    FR,
    GRID,
    NATION_OF,
    RUSSIA,
    SB,
    TERRITORY,
    UNITS,
)
from trenchline.games.kaisers_war.eastern import BolshevikRoll
from trenchline.games.kaisers_war.mobilization import BeginMobilization
from trenchline.games.kaisers_war.recruits import boxes, cost, home_hexes, places, row_of, set_free
from trenchline.games.kaisers_war.state import BOX, DEAD, FLEET, ON_MAP, OUT, POOL, TRACK
from trenchline.kernel.bits import members


def raising(text: str = "", turn: int = 2, side: str = "Central", vp: str = "90 90") -> Table:
    """A Mobilization Phase."""
    return table(f"turn {turn} phase {side} mobilization\nlast 11\nvp {vp}\n{text}")


def cities(*names: str) -> set[str]:
    """The labels of some cities."""
    return {city(name) for name in names}


def test_6_1_units_enter_in_the_mobilization_phase() -> None:
    """By payment, or as a gift of the scenario; and nobody mobilizes at another time."""
    t = raising("AH Shock11:turn2\nGE 1@{Berlin}")
    assert {"mobilize", "arrive"} <= t.verbs
    t.choose("arrive AHShock11")
    assert t.vp == (90, 90)
    assert t.choices("place") == cities("Vienna", "Prague", "Budapest")
    t.choose(f"place {city('Vienna')}", "done")
    assert t.phase == "Central movement"
    assert not {"mobilize", "arrive"} & t.verbs


@pytest.mark.parametrize(
    ("unit", "points", "delay"),
    [
        ("GEShock2", 6, 3),
        ("ITShKRA", 2, 2),
        ("US2", 4, 2),
        ("GE12", 4, 1),
        ("BUAGMac", 4, 1),
        ("TUAlpAIsl", 5, 2),
        ("AHAlpEw", 2, 2),
        ("BRExpNR", 2, 1),
        ("WRCavACoss", 2, 1),
        ("BRCavCav", 2, 1),
        ("BRMech1", 3, 2),
        ("FRTank2", 5, 3),
        ("USUSMC", 2, 2),
        ("USAir1", 4, 3),
        ("GEFort5", 9, 0),
        ("AG10", 1, 0),
        ("GETac5", 4, 1),
        ("USStr1", 5, 2),
        ("USGun1", 10, 4),
        ("BRAmph3", 4, 1),
        ("BRHQFuller", 6, 2),
        ("FRHQFoch", 5, 1),
    ],
)
def test_6_2_prices_and_delays(unit: str, points: int, delay: int) -> None:
    """[43.2] The cavalry army costs four; White Russians, as nationalists, pay half [30.6]."""
    assert cost(UNITS[unit]) == points
    assert row_of(UNITS[unit])["delay"] == delay


def test_6_2_of_units_alike_the_first_is_offered() -> None:
    """[3.2] Names do not matter: any German army of the line is as good as another."""
    t = raising("GE 1@{Berlin}")
    assert t.may("mobilize GE3")
    assert t.refused("mobilize GE4") == "3.2"
    assert raising("FR 1@{Paris}").refused("demobilize") == "6.9"


def test_6_2_any_number_and_type() -> None:
    t = raising("GE 1@{Berlin}")
    t.choose("mobilize GE3", "mobilize GE4", "mobilize GETank1", "mobilize AHCav1")
    assert t.vp == (90, 90 - 4 - 4 - 5 - 2)


def test_6_3_marines_paid_on_turn_7_come_on_turn_9() -> None:
    t = raising("FR 1@{Paris}", turn=7, side="Allied")
    t.choose("mobilize USUSMC")
    assert t.where("USUSMC") == "turn9"
    t = raising("US USMC:turn9\nFR 1@{Paris}", turn=9, side="Allied")
    t.choose("arrive USUSMC")
    assert t.where("USUSMC") == "usa"
    # Not before 1919.
    t = raising("FR 1@{Paris}", turn=5, side="Allied")
    for unit in ("USUSMC", "USAir1", "BRHQFuller", "JAExpWEF"):
        assert t.refused(f"mobilize {unit}") == "6.3"


def test_6_4_in_the_unit_s_own_country_one_a_hex() -> None:
    """Germans in German capitals, resource and political cities [43.2]; shock armies not in
    political ones."""
    t = raising("GE 12:turn2 Shock2:turn2 AAA:turn2")
    t.choose("arrive GE12")
    home = cities("Berlin", "Ruhr", "Metz", "Leipzig", "Breslau", "Munich", "Konigsberg")
    assert t.choices("place") == home
    t.choose(f"place {city('Berlin')}", "arrive GEShock2")
    assert t.choices("place") == home - cities("Berlin", "Munich", "Konigsberg")
    assert t.refused(f"place {city('Berlin')}") == "6.4"
    assert t.refused(f"place {city('Vienna')}") == "6.4"


def test_6_4_boxes_take_four_two_and_one() -> None:
    due = "US 1:turn2 2:turn2 3:turn2 4:turn2 5:turn2\nBR 1:turn2 2:turn2 3:turn2\n"
    t = raising(due + "FR 1:turn2 2:turn2", side="Allied")
    t.choose("arrive US1", "arrive US2", "arrive US3", "arrive US4")
    assert t.where("US4") == "usa"
    assert not t.may("arrive US5")
    t.choose("arrive BR1")
    assert t.choices("box") == {"British_Empire"}
    t.choose("box British_Empire", "arrive BR2", "box British_Empire", "arrive BR3")
    assert t.choices("box") == set()
    assert t.choices("place") == cities("London", "Birmingham", "Cairo")
    t.choose(f"place {city('London')}", "arrive FR1", "box French_Empire", "arrive FR2")
    assert t.choices("box") == set()
    assert t.refused("box French_Empire") == "6.4"


def test_6_4_any_number_waits_in_a_box() -> None:
    """Four arrived before; four more join them."""
    t = raising("US 1:usa 2:usa 3:usa 4:usa 5:turn3 Cav1:turn3", turn=3, side="Allied")
    t.choose("arrive US5", "arrive USCav1")
    assert t.where("USCav1") == "usa"
    units = [p for p in t.seen_by("Allied").pieces if p.place == "USA"]
    assert len(units) == 6


def test_6_5_enemy_zones_do_not_hinder_placement() -> None:
    """[R65] The French stand next to Berlin and Leipzig, in Munich and in the Ruhr."""
    t = raising("GE 12:turn2\nFR 1@1412 2@{Munich} 3@{Ruhr}")
    t.choose("arrive GE12")
    found = t.choices("place")
    assert cities("Berlin", "Leipzig") <= found
    assert not cities("Munich", "Ruhr") & found
    t.choose(f"place {city('Leipzig')}")
    # Placing is no movement: the unit moves in the same turn.
    t.choose("done")
    assert t.may("unit GE12")


def test_6_6_lawrence_and_wassmuss() -> None:
    t = raising("AR CavNLA:turn2\nTU 1@4228", side="Allied")
    t.choose("arrive ARCavNLA")
    desert = set(GRID.labels(TERRITORY["TU"] & DESERT))
    assert t.choices("place") == desert - {"4228"}
    t = raising("PE CavWT:turn2\nBR 1@{Tabriz}")
    t.choose("arrive PECavWT")
    persia = set(GRID.labels(TERRITORY["PE"]))
    assert t.choices("place") == persia - cities("Tabriz")


def test_6_7_arrivals_wait_until_there_is_room() -> None:
    """Both Bulgarian armies are due, but Sofia is the only place, and it is taken."""
    t = raising("BU 1:turn2\nBR 1@{Sofia}\nGE 1@{Berlin}")
    assert not t.may("arrive BU1")
    assert t.refused("arrive BU1") == "6.7"
    t.choose("done")
    assert t.where("BU1") == "turn2"
    t = raising("BU 1:turn2\nGE 1@{Berlin}", turn=4)
    t.choose("arrive BU1")
    assert t.where("BU1") == city("Sofia")


def test_6_8_the_dead_return_at_full_price() -> None:
    """Headquarters do not."""
    t = raising("GE Shock2:dead HQHL:out\nGE 1@{Berlin}")
    t.choose("mobilize GEShock2")
    assert t.vp == (90, 84)
    assert t.refused("mobilize GEHQHL") == "6.8"
    # A headquarters caught alone is gone for good.
    t = table("turn 3 phase Allied combat 1\nvp 50 50\nFR 1@3525\nGE HQBrM@3524 1@{Berlin}")
    t.fight("3524", "FR1", die=5)  # 600 percent: DC
    assert t.where("GEHQBrM") == "out"
    assert t.vp[1] == 48


def test_6_9_demobilization_is_free_but_not_undone_at_once() -> None:
    t = raising("GE 1@{Berlin} Tac1@{Berlin} Tank1@1412")
    t.choose("demobilize")
    assert t.choices("dismiss") == {"GE1", "GETac1", "GETank1"}
    t.choose("dismiss GETank1")
    assert t.vp == (90, 90)
    assert t.where("GETank1") == "pool"
    assert t.refused("mobilize GETank1") == "6.9"
    t.choose("done")
    while t.turn == 2:
        t.choose("done")
    t.until("Central mobilization")
    assert t.may("mobilize GETank1")


def test_6_10_garrisons_go_to_supplied_cities_of_the_side() -> None:
    """Anywhere the side controls, whatever the nation; not where the city has no supply [R67]."""
    t = raising("GE 1@{Ploesti}\nFR 1@{Metz}")
    t.choose("mobilize CG1")
    found = t.choices("place")
    assert cities("Berlin", "Sofia", "Mosul", "Ploesti", "Kiev") <= found
    assert not cities("Metz", "Bucharest", "Paris", "Tabriz") & found
    assert found <= set(GRID.labels(CITIES))
    assert t.vp == (90, 89)


def test_6_11_occupied_countries_raise_nothing() -> None:
    """Serbia has Belgrade only."""
    held = "SB Sal:dead\nBU 1@{Belgrade}\nGK ND@{Athens}"
    t = raising(held, side="Allied")
    assert t.refused("mobilize SBSal") == "6.11"
    # A Bulgarian next to it is enough to keep it from being free.
    t = raising(held.replace("{Belgrade}", "2320"), side="Allied")
    assert not t.may("mobilize SBSal")
    # Nor is a city free that the enemy has merely left [R90].
    t = raising(held.replace("{Belgrade}", "{Sofia}"), side="Allied")
    assert t.refused("mobilize SBSal") == "6.11"
    t = raising("SB Sal:dead\nGK ND@{Belgrade}\nBU 1@2320", side="Allied")
    assert t.may("mobilize SBSal")


def test_6_11_what_a_friend_has_set_free_stays_free_until_the_enemy_is_back() -> None:
    """[R90] The Greeks march through Belgrade and on; then a Bulgarian comes."""
    t = table("turn 7 phase Allied movement\nlast 11\nSB Sal:dead\nGK ND@2221\nBU 1@2421")
    t.march("GKND", "2220").until("Central movement")
    t.until("Allied mobilization")
    assert t.may("mobilize SBSal")
    t.choose("done").march("GKND", "2120").until("Central mobilization")
    assert t.state.held[0] >> GRID.hex(city("Belgrade")) & 1 == 0
    assert GAME.parse(GAME.notation(t.state)) == t.state
    left = t.copy().until("Allied mobilization")
    assert left.may("mobilize SBSal")
    t.until("Central movement").choose("unit BU1", "force", f"move {city('Belgrade')}")
    t.until("Allied mobilization")
    assert t.refused("mobilize SBSal") == "6.11"


def test_6_12_corps_become_armies_in_1919() -> None:
    """Ten points for tanks, six for mechanized corps, in general supply, where they stand."""
    text = "BR Tank1@{Dijon} Mech1@4232\nUS Mech1@0617"
    t = raising(text, turn=8, side="Allied")
    assert t.choices("convert") == {"BRTank1", "USMech1"}
    assert t.refused("convert BRMech1") == "6.12"
    t.choose("convert BRTank1", "convert USMech1")
    assert t.vp == (90 - 10 - 6, 90)
    assert t.state.weight(GRID.hex(city("Dijon"))) == 3
    assert not t.may("convert BRTank1")
    assert t.may("demobilize")
    t = raising(text, turn=5, side="Allied")
    assert t.refused("convert BRTank1") == "21.1"
    t = raising(text, turn=8, side="Allied", vp="10 50")
    assert t.choices("convert") == {"USMech1"}


def test_6_12_an_army_lost_comes_back_as_a_corps() -> None:
    """No reduced side: it dies whole, at the price of an army."""
    t = table("turn 8 phase Central combat 1\nvp 50 50\nBR Tank1*@3525\nGE 1@3524 3@{Konia}")
    t.declare("3525", "GE1", "GE3").choose("supply GE1", "supply GE3")
    # 24 against 8 is 300 percent: a six defeats the defender.
    t.roll(6).choose("big_push", "done")
    assert t.where("BRTank1") == "dead"
    assert t.vp == (44, 48)
    assert not t.state.flipped


@pytest.mark.parametrize(
    ("unit", "names"),
    [
        ("GE1", "Berlin Ruhr Metz Leipzig Breslau Munich Konigsberg"),
        ("GETac1", "Berlin Ruhr Metz Leipzig Breslau"),
        ("GEGun1", "Kiel Danzig Konigsberg"),
        ("AHGun1", "Pola Cattaro"),
        ("TUAmph1", "Constantinople Trebizond"),
        ("BRAmph3", "Plymouth Portsmouth Edinburgh Alexandria Suez"),
        ("FRAmph1", "Brest Cherbourg Toulon"),
        ("IT1", "Rome Milan Genoa Venice"),
        ("GKND", "Athens Salonika"),
        ("SBSal", ""),
        ("USTac1", ""),
    ],
)
def test_6_4_6_5_43_2_where_units_appear(unit: str, names: str) -> None:
    """The classes of the table in the unit's own country; ships in bases on their seas."""
    state = table("turn 3 phase Allied mobilization\nFR 1@{Paris}\nGE 3@{Liege}\n").state
    wanted = {city(name) for name in names.split()}
    if unit == "BRAmph3":
        wanted.add(city("Port Said"))
    assert set(GRID.labels(home_hexes(state, UNITS[unit]))) == wanted


def test_6_10_7_5_garrisons_go_anywhere_in_supply_and_forts_at_home() -> None:
    state = table("turn 3 phase Central mobilization\nFR 1@{Paris}\nGE 3@{Liege}\n").state
    garrisons, forts = (set(GRID.labels(home_hexes(state, UNITS[u]))) for u in ("CG1", "GEFort5"))
    assert {city("Liege"), city("Vienna"), city("Warsaw"), city("Berlin")} <= garrisons
    assert city("Paris") not in garrisons
    assert forts == {h for h in garrisons if COUNTRY[GRID.hex(h)] == "GE"}


def test_19_5_6_4_a_new_fleet_enters_at_its_base_and_joins_the_others() -> None:
    """[R73]"""
    t = table("turn 3 phase Central mobilization\nFR 1@{Paris}\nGE Gun1:turn3\n")
    t.choose("arrive GEGun1", f"place {city('Kiel')}")
    assert t.where("GEGun1") == "fleet"
    t = table("turn 3 phase Allied mobilization\nFR 1@{Paris}\nUS Gun1:turn3\n")
    t.choose("arrive USGun1").choose_while(("Placement",), "box USA")
    assert (t.where("USGun1"), t.state.box_placed) == ("fleet", (1, 0, 0))


def test_6_4_24_4_40_1_who_is_in_the_pool_before_the_war() -> None:
    for options, polish, other in (
        ({}, "out", "out"),
        ({"poles": "on"}, "pool", "out"),
        ({"east": "on"}, "pool", "pool"),
    ):
        t = opening(**options)
        assert (t.where("PO1"), t.where("UKGA")) == (polish, other)


def test_6_4_the_piles_are_apart() -> None:
    piles = (ON_MAP, POOL, DEAD, *BOX, FLEET, OUT, TRACK)
    assert len(set(piles)) == len(piles)
    assert max(piles[1:]) < 0


@pytest.mark.parametrize(
    ("unit", "boxes_"),
    [
        ("US1", {"USA"}),
        ("BR1", {"British_Empire"}),
        ("FR1", {"French_Empire"}),
        ("BRTac1", {"British_Empire"}),
        ("FRTac1", set()),
        ("ITCav1", set()),
        ("JAExpWEF", {"British_Empire"}),
        ("BRMech1", set()),
    ],
)
def test_6_4_21_7_43_2_the_boxes_a_unit_may_come_by(unit: str, boxes_: set[str]) -> None:
    state = table("turn 7 phase Allied mobilization\nlast 11\nFR 2@{Paris}\n").state
    names = ("USA", "British_Empire", "French_Empire")
    assert {names[n] for n in members(boxes(state, UNITS[unit]))} == boxes_
    # Full for this phase: four Americans, two Britons, one Frenchman.
    for placed, left in (((3, 1, 0), boxes_), ((4, 2, 1), set())):
        state.box_placed = placed
        assert {names[n] for n in members(boxes(state, UNITS[unit]))} == left


def test_6_4_one_unit_a_hex_and_phase_where_there_is_room() -> None:
    """[R25] Sofia is the only mobilization hex of Bulgaria."""
    text = "turn 3 phase Central mobilization\nFR 2@{Paris}\nBU 1:turn3 2:turn3\n"
    t = table(text).choose("arrive BU1")
    assert t.where("BU1") == city("Sofia")
    assert "arrive" not in t.verbs
    full = table(text + "GE 1@{Sofia} 3@{Sofia}\n")
    assert "arrive" not in full.verbs
    assert full.refused("arrive BU1")


def test_6_9_a_tank_army_goes_back_to_the_pool_as_a_corps_and_others_stay_armies() -> None:
    t = raising("GE Tank1*@1412 1@{Berlin}\nBR Tank1*@{Paris}", turn=8)
    t.choose("demobilize")
    assert t.choices("dismiss") == {"GE1", "GETank1"}
    t.choose("dismiss GETank1")
    assert t.state.flipped == 1 << UNITS["BRTank1"]


def test_6_11_a_country_that_was_never_occupied_mobilizes_with_nobody_at_home() -> None:
    state = raising("GE 1@{Berlin}", side="Allied").state
    assert set_free(state, FR)
    assert not set_free(state, SB)


def test_30_8_the_czechs_are_placed_nowhere_by_mobilization() -> None:
    assert places(raising("GE 1@{Berlin}").state, UNITS["CZExpCL"]) == 0


def test_30_12_30_21b_anarchists_return_where_nobody_is() -> None:
    state = raising("BO AGNF@{Moscow}\nFR 1@2911\nGE 1@2912\noptions east").state
    there = RUSSIA | TERRITORY["UK"]
    taken = GRID.hexes("2911", "2912", city("Moscow"))
    assert home_hexes(state, UNITS["ANCavMakhno"]) == there & ~taken


def test_21_1_6_4_who_has_just_arrived_is_noted_and_who_came_before_is_not_forgotten() -> None:
    t = raising("GE 1@{Berlin} Tank1:turn8 Shock2:turn8", turn=8)
    for key in ("GETank1", "GEShock2"):
        t.choose(f"arrive {key}")
        if t.asked == "Placement":
            t.choose(f"place {min(t.choices('place'))}")
    assert t.state.arrived == 1 << UNITS["GETank1"] | 1 << UNITS["GEShock2"]


@pytest.mark.parametrize(
    ("option", "holders", "lost"),
    [
        ("critical_cities", "GE 1@{Petrograd} 3@{Moscow}", True),
        ("critical_cities", "GE 1@{Petrograd} 3@{Berlin}", False),
        ("psywar", "GE 1@{Petrograd} 3@{Moscow}", False),
    ],
)
def test_31_4_30_12_bolsheviks_are_not_raised_when_both_capitals_are_lost(
    option: str, holders: str, lost: bool
) -> None:
    head = f"turn 3 phase Central movement\noptions east {option}\nfacts kaiser_east\n"
    state = table(head + holders).state
    BeginMobilization(0).run(state)
    rolling = {NATION_OF[step.unit] for step in state.stack if isinstance(step, BolshevikRoll)}
    assert rolling == ({AN} if lost else {AN, BO})
