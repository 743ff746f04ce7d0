"""Chapters 15 and 22: supply, attrition, forced march, maximum attack supply, seasons."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war import supply
from trenchline.games.kaisers_war.attrition import AttritionRoll, checks
from trenchline.games.kaisers_war.components import CENTRAL, GRID, UNITS
from trenchline.games.kaisers_war.supply import rail_cities, sources


def at(text: str, turn: int = 3, phase: str = "Central movement", options: str = "") -> Table:
    """A position."""
    head = f"options {options}\nfacts kaiser_east\n" if options else ""
    return table(f"turn {turn} phase {phase}\nlast 11\nvp 50 50\n{head}{text}")


def feeds(t: Table, side: int, name: str) -> bool:
    """Whether a city is a source of supply for a side."""
    return bool(sources(t.state, side) >> GRID.hex(city(name)) & 1)


def test_15_2_capitals_and_resources_of_friendly_countries() -> None:
    """Berlin feeds all Central Powers and never the Allies, even if they hold it."""
    t = at("GE 1@{Kassel}")
    assert feeds(t, 1, "Berlin")
    assert feeds(t, 1, "Ruhr")
    assert not feeds(t, 1, "Munich")
    taken = at("FR 1@{Berlin}\nGE 1@{Kassel}")
    assert not feeds(taken, 0, "Berlin")
    assert not feeds(taken, 1, "Berlin")
    # Ploesti is Romanian: a resource, but in an Allied country.
    assert not feeds(at("GE 1@{Ploesti}"), 1, "Ploesti")


def test_15_2_naval_bases_in_usable_seas() -> None:
    """Petrograd, held by Germans, feeds them by the Baltic; Smyrna lies on an Allied sea."""
    t = at("GE 1@{Petrograd} 3@2703", options="east")
    assert feeds(t, 1, "Petrograd")
    assert t.fed("GE3")
    t = at("FR 1@{Smyrna}\nGE 1@{Berlin}")
    assert feeds(t, 0, "Smyrna")
    assert not feeds(at("GE 1@{Smyrna}"), 1, "Smyrna")
    assert feeds(t, 1, "Trebizond")


def test_15_2_baghdad_for_the_allies_if_occupied() -> None:
    assert feeds(at("BR MF@{Baghdad}"), 0, "Baghdad")
    assert not feeds(at("BR MF@4727"), 0, "Baghdad")
    assert not feeds(at("TU 1@{Baghdad}"), 1, "Baghdad")


def test_15_3_a_line_as_long_as_the_movement_factor() -> None:
    """Three hexes for an army, four for cavalry, to a source; further by a city with rails."""
    t = at("BR MF@{Baghdad} 1@5127 2@5227 CavDMC@5227 CavCav@5123\nTU 1@{Berlin}")
    assert t.fed("BR1")
    assert not t.fed("BR2")
    assert t.fed("BRCavDMC")
    assert not t.fed("BRCavCav")
    # In Anatolia a Turkish army lives on Angora's railway to Constantinople.
    t = at("TU 1@3325")
    assert t.fed("TU1")
    assert not feeds(t, 1, "Angora")


def test_15_4_jerusalem_and_port_said() -> None:
    """Three hexes along the coast, for a unit with four; blocked by a Turk in between, by his zone
    and by the desert."""
    base = "BR CavDMC@4031\nTU 1@{Berlin}"
    near = base.replace("4031", "3932")
    assert at(near).fed("BRCavDMC")
    # Not in the city itself, where 15.12 would feed it: 3931 is four hexes from Port Said.
    assert at(base.replace("4031", "3931")).fed("BRCavDMC")
    assert not at("BR CavDMC@3931\nTU 1@3832").fed("BRCavDMC")
    # [R28] A line may begin in the desert but not pass it.
    assert at("BR CavDMC@4032\nTU 1@{Berlin}").fed("BRCavDMC")
    assert not at("BR CavDMC@4133\nTU 1@{Berlin}").fed("BRCavDMC")


def test_15_4_zones_block_unless_a_fort_or_trench_lifts_them() -> None:
    """[R30] Four Frenchmen ring a German in 3525. An army in Konia does not lift their zone there,
    a fort does, and the railway from Konia is open."""
    ring = "GE 1@3525\nFR 1@3523 2@3624 3@3426 4@3325"
    assert not at(ring).fed("GE1")
    assert not at(ring + "\nTU 1@{Konia}").fed("GE1")
    assert at(ring + "\nTU Fort1@{Konia}").fed("GE1")


def test_15_5_what_general_supply_is_for() -> None:
    """Rail, conversion, and to be spared attrition; at no cost."""
    starved = "FR 1@3523 2@3624 3@3426 4@3325\nGE Tank1@3525 1@{Berlin} Cav1@{Cologne}"
    t = at(starved, turn=8, phase="Central mobilization")
    assert t.refused("convert GETank1") == "6.12"
    t = at("GE Tank1@{Kassel} 1@{Berlin}", turn=8, phase="Central mobilization")
    assert t.may("convert GETank1")
    t.choose("done", "unit GE1")
    assert t.may(f"rail {city('Ruhr')}")
    assert t.vp == (50, 50)


CUT_OFF = "FR 1@3523 2@3624 3@3426 4@3325 5@3725\nGE 1@3525"
WINTER, SUMMER, SPRING = 5, 3, 2


def attrition(text: str, turn: int, *dice: int, side: str = "Central") -> Table:
    """A Supply Attrition Phase with its dice; the dice must all be used."""
    t = table(f"turn {turn} phase {side} attrition\nlast 11\nvp 50 50\n{text}", *dice)
    assert not t.dice.told
    return t


def test_15_6_attrition_kills_on_one_to_three() -> None:
    """In winter in the open: one check. No points are lost [43.1] [R22]."""
    for die, fate in ((3, "dead"), (4, "3525")):
        t = attrition(CUT_OFF, WINTER, die)
        assert t.where("GE1") == fate
        assert t.said("loses") is False
    # In spring nobody checks.
    assert attrition(CUT_OFF, SPRING).where("GE1") == "3525"


def test_15_6_rough_ground_checks_twice() -> None:
    """A one after a four kills as well; a one at first needs no second."""
    rough = "GE 1@0918\nFR 1@{Dijon} 2@0917 3@{Lyon}"
    assert not at(rough).fed("GE1")
    assert attrition(rough, WINTER, 4, 1).where("GE1") == "dead"
    assert attrition(rough, WINTER, 4, 4).where("GE1") == "0918"
    assert attrition(rough, WINTER, 1).where("GE1") == "dead"


def test_15_6_supplied_units_and_cities_are_spared() -> None:
    attrition("GE 1@{Kassel} 3@1412\nFR 1@{Dijon}", WINTER)
    attrition("GE 1@{Konia}\nFR 1@3525 2@3527", WINTER)


def test_15_7_forced_march() -> None:
    """A point a unit doubles its march; the unit must be supplied [R48]."""
    t = at("GE 1@1412 3@1412")
    t.choose("unit GE1")
    near = t.choices("move")
    t.choose("force")
    assert t.vp == (50, 49)
    assert near < t.choices("move")
    assert "6 movement points" in t.seen_by("Central").prompt
    t = at("FR 1@3523\nGE 1@0617 3@0617")
    t.choose("unit GE1")
    assert t.refused("force") == "15.10"


def test_15_7_maximum_attack_supply() -> None:
    """A point a unit, some or all of them, in general supply."""
    t = at("FR 1@3525\nGE 1@{Konia} 3@{Konia}", phase="Central combat 1")
    t.declare("3525", "GE1", "GE3").choose("supply GE1")
    assert "18 against 7" in t.seen_by("Central").prompt
    assert t.vp == (50, 49)
    t = at("FR 1@0617 2@{Orleans} 3@{Tours}\nGE 1@0518 3@0518", phase="Central combat 1")
    t.declare("0617", "GE1", "GE3")
    assert t.refused("supply GE1") == "15.7"


def test_15_8_supports_and_ships_may_have_it() -> None:
    """Headquarters and airbases in supply; fleets without a line."""
    t = at("FR 1@3525\nGE 1@{Konia} HQHL@3527 Tac1@3527", phase="Central combat 1")
    t.declare("3525", "GE1").choose("support GEHQHL", "support GETac1", "supply GEHQHL")
    assert "21 against 7" in t.seen_by("Central").prompt
    t = at("BR 1@2925 Gun1:fleet\nTU 1@{Gallipoli}", phase="Allied combat 1")
    t.declare(city("Gallipoli"), "BR1").choose("support BRGun1", "supply BRGun1")
    assert "20 against 8" in t.seen_by("Allied").prompt


def test_15_9_status_at_the_start_of_the_move() -> None:
    """A unit that begins out of supply may not force march, though it ends in a city."""
    t = at("GE 1@0617 3@{Berlin}\nFR 1@{Paris}")
    t.choose("unit GE1")
    assert not t.may("force")
    assert t.may(f"step {city('Tours')}")


def test_15_10_forced_marchers_may_leave_their_supply() -> None:
    """From the Hindenburg Line six points lead to where no line reaches."""
    t = at("GE Cav1@0814 1@0814")
    t.choose("unit GECav1", "force", "move 0516")
    assert t.where("GECav1") == "0516"
    assert not t.fed("GECav1")


def test_15_11_always_supplied() -> None:
    """A supply symbol, a fort's company; the fort is no source for its neighbours."""
    t = at("BR ExpDF@3525\nTU 1@3524")
    assert t.fed("BRExpDF")
    t = at("FR Fort1@{Konia} 1@{Konia} 2@3525\nGE 1@3424 3@3726 4@3426")
    assert t.fed("FR1")
    assert t.fed("FRFort1")
    assert not t.fed("FR2")
    assert t.fed("BRGun1")


def test_15_12_every_city_feeds_its_garrison() -> None:
    """[R31] An enemy's city too, ringed by enemies."""
    t = at("FR 1@{Konia} 2@3525\nGE 1@3527")
    assert t.fed("FR1")
    assert not t.fed("FR2")


def test_15_13_the_unsupplied_move_and_fight() -> None:
    t = at("FR 1@3525 2@3525\nTU 1@3524", phase="Allied movement")
    t.choose("unit FR1")
    assert t.choices("move")
    t.choose("stay", "done").declare("3524", "FR1", "FR2")
    assert "12 against 4" in t.seen_by("Allied").prompt


# Seasons.


@pytest.mark.parametrize(
    ("turn", "rolls"), [(3, 1), (9, 1), (5, 1), (6, 1), (11, 1), (2, 0), (7, 0)]
)
def test_22_1_deserts_starve_in_summer_and_winter(turn: int, rolls: int) -> None:
    """July and August, and the winter turns; not in between."""
    attrition("GE 1@4233\nBR 1@{Cairo}", turn, *[6] * rolls)


def test_22_1_guerrillas_check_only_in_winter() -> None:
    lawrence = "AR CavNLA@4332\nTU 1@{Berlin}"
    attrition(lawrence, 3, side="Allied")
    attrition(lawrence, 5, 6, side="Allied")


def test_22_1_clear_ground_is_safe_in_summer() -> None:
    attrition(CUT_OFF, SUMMER)


def test_22_2_no_offensive_supply_in_winter() -> None:
    t = at("GE 1@1412 3@1412", turn=WINTER)
    t.choose("unit GE1")
    assert t.refused("force") == "22.2"
    t = at("FR 1@3525\nGE 1@{Konia} 3@{Konia}", turn=WINTER, phase="Central combat 1")
    t.declare("3525", "GE1", "GE3")
    assert not t.choices("supply")


def test_22_3_the_thaw_holds_in_the_east_only() -> None:
    """March and April 1919: Russia, Poland and the Ukraine."""
    t = at("GE 1@{Warsaw} 3@1412 4@{Kiev}", turn=7)
    t.choose("unit GE1")
    assert not t.may("force")
    t.choose("stay", "unit GE3")
    assert t.may("force")
    t.choose("stay", "unit GE4")
    assert not t.may("force")
    # March 1918 is no thaw [R38].
    t = at("GE 1@{Warsaw} 3@1412", turn=1)
    t.choose("unit GE1")
    assert t.may("force")


def test_15_3_rail_cities_are_found_from_the_sources() -> None:
    t = at("GE 1@{Kassel}")
    assert rail_cities(t.state, CENTRAL) >> GRID.hex(city("Munich")) & 1


def test_30_18_at_home_a_line_to_any_city_is_enough() -> None:
    """Tver is two hexes from 3004, far from any source of the Central Powers: White Russians are
    fed there, Germans are not."""
    text = "turn 5 phase Central movement\noptions east\nfacts kaiser_east east_free\n{}\n"
    assert table(text.format("WR AFSR@3004")).fed("WRAFSR")
    assert not table(text.format("GE 1@3004")).fed("GE1")


def test_15_6_each_check_is_a_die_of_its_own() -> None:
    """However many the chart may ask for: the third kills here."""
    for dice, place in (((4, 4, 3), "dead"), ((4, 5, 6), "1126"), ((3,), "dead")):
        t = table("turn 3 phase Central movement\nGE 1@1126 3@{Berlin}\n")
        t.state.stack.append(AttritionRoll(UNITS["GE1"], 3))
        t.roll(*dice)._settle()
        assert (t.where("GE1"), t.dice.told) == (place, [])


def test_15_7_a_forced_march_is_not_bought_with_the_last_point() -> None:
    for points, may in ((1, False), (2, True)):
        t = table(f"turn 3 phase Central movement\nvp 50 {points}\nGE 1@{{Berlin}}\n")
        assert t.choose("unit GE1").may("force") is may


def test_15_6_21_1_a_tank_army_that_starves_comes_back_as_a_corps() -> None:
    """What has been lost as an army before is not forgotten, nor is an army elsewhere touched."""
    rough = "FR 1@{Dijon} 2@0917 3@{Lyon}\nGE Tank1*@0918\nBR Tank1*@{Paris}\nfallen BRTank2\n"
    t = attrition(rough, 11, 1)
    assert t.where("GETank1") == "dead"
    assert t.state.flipped == 1 << UNITS["BRTank1"]
    assert t.state.fallen == 1 << UNITS["GETank1"] | 1 << UNITS["BRTank2"]


def test_15_11_whoever_is_off_the_map_wants_nothing() -> None:
    t = at("FR 1:dead 2:pool 3:french\nGE 1@{Kassel}")
    assert all(t.fed(unit) for unit in ("FR1", "FR2", "FR3"))


def test_22_1_nobody_checks_at_sea() -> None:
    t = at("GE 1@{Kassel}", turn=WINTER)
    assert checks(t.state, UNITS["GE1"], GRID.hex("3828")) == 0


def test_30_18_away_from_home_they_need_a_line_like_everybody() -> None:
    """Near Tver a Ukrainian is cut off; in his own country any city will do."""
    text = "turn 5 phase Central movement\noptions east\nfacts kaiser_east east_free\n{}\n"
    assert not table(text.format("UK GA@3004")).fed("UKGA")
    assert table(text.format("UK GA@2911")).fed("UKGA")


def test_16_7_15_3_how_far_the_railways_lead_from_one_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Any length in Zone 1, fifteen hexes in Zone 2."""
    monkeypatch.setattr(supply, "sources", lambda state, side: GRID.hexes(city("Berlin")))
    found = set(GRID.labels(rail_cities(at("GE 1@{Kassel}").state, CENTRAL)))
    assert {city("Munich"), city("Berlin"), city("Vienna")} <= found
    assert city("Constantinople") not in found


def test_30_18_great_powers_need_a_line_at_home_too() -> None:
    """Konia does not feed Turks who are cut off beside it."""
    assert not at(CUT_OFF.replace("GE 1", "TU 1")).fed("TU1")


def test_30_18_a_nationalist_who_reaches_no_city_starves_at_home() -> None:
    """Bolsheviks on both sides have every hex round him in their zones."""
    text = """
        turn 5 phase Central movement
        options east
        facts kaiser_east east_free
        UK GA@3113
        BO AGNF@3112 AGWF@3114
    """
    assert not table(text).fed("UKGA")
    assert table(text.replace("AGNF@3112 AGWF@3114", "AGNF@{Moscow}")).fed("UKGA")


def test_15_7_15_8_attack_supply_is_not_bought_with_the_last_point() -> None:
    for points, may in ((1, False), (2, True)):
        text = f"turn 3 phase Central combat 1\nvp 50 {points}\nFR 1@3525\nGE 1@{{Konia}}\n"
        assert table(text).declare("3525", "GE1").may("supply GE1") is may


def test_30_18_bolsheviks_across_the_border_are_not_fed_by_a_city_at_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without any source Rostov feeds Russia, not the Ukraine beside it."""
    monkeypatch.setattr(supply, "sources", lambda state, side: 0)
    text = """
        turn 5 phase Allied movement
        options east
        facts kaiser_east east_free
        GE 1@{{Berlin}}
        BO AGSF@{}
    """
    assert table(text.format("3813")).fed("BOAGSF")
    assert not table(text.format("3713")).fed("BOAGSF")
