"""Chapters 2, 7 and 9: control of hexes, trenchlines, forts, stacking."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import city, opening, table
from trenchline.games.kaisers_war.combat import BeginCombat, sure_attackers
from trenchline.games.kaisers_war.components import (
    CITIES,
    COUNTERS,
    GRID,
    HOMELAND,
    RUSSIA,
    TRENCH,
    UNITS,
)
from trenchline.games.kaisers_war.control import enemy_zone, homeland, overweight, trench, zone
from trenchline.games.kaisers_war.elimination import Overstacked, check_stack, eliminate
from trenchline.games.kaisers_war.mobilization import BeginMobilization
from trenchline.games.kaisers_war.movement import BeginMovement, EndMovement
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.notes import Note
from trenchline.kernel.steps import Duty

ROMANIA = """turn 3 phase Central movement
             GE 1@{Ploesti}"""


def test_2_4_occupation_controls_and_reverts() -> None:
    """Ploesti lies in an Allied country: the Central Powers control it while they are there."""
    t = table(ROMANIA)
    ploesti = city("Ploesti")
    assert ploesti in t.controlled("Central")
    assert ploesti not in t.controlled("Allied")
    # Two hexes on, neither the unit nor its zone is left.
    t.choose("unit GE1", "force", "move 2617")
    assert ploesti not in t.controlled("Central")
    assert ploesti in t.controlled("Allied")


def test_2_4_an_empty_hex_in_an_enemy_zone_is_contested() -> None:
    """3524 is Ottoman: an Allied army next to it makes it nobody's, a friend there decides."""
    t = table("turn 3 phase Central movement\nFR 1@3525")
    assert "3524" not in t.controlled("Central") | t.controlled("Allied")
    assert "3525" in t.controlled("Allied")
    t = table("turn 3 phase Central movement\nFR 1@3525\nGE 1@3524")
    assert "3524" in t.controlled("Central")


def test_2_4_support_units_occupy() -> None:
    t = table("turn 3 phase Central movement\nFR Tac1@{Berlin}")
    assert city("Berlin") in t.controlled("Allied")
    assert city("Berlin") not in t.controlled("Central")


def test_2_4_contested_cities_yield_nothing() -> None:
    """[R65] Metz with an Allied army next to it, out of its trench."""
    near = table("turn 3 phase Allied attrition\nvp 50 50\nFR 1@1412\nGE 1@{Ruhr}")
    alone = table("turn 3 phase Allied attrition\nvp 50 50\nGE 1@{Ruhr}")
    # Leipzig (2) and Berlin (4) are next to 1412.
    assert "1513" not in near.controlled("Central")
    assert "1412" in near.controlled("Allied")
    assert "1513" in alone.controlled("Central")


def test_2_11_the_counter_mix_is_the_limit() -> None:
    """Germany has one unit of each name; a unit in play cannot be mobilized a second time."""
    t = table("turn 2 phase Central mobilization\nvp 50 90\nGE Tank1@{Berlin}")
    assert not t.may("mobilize GETank1")
    assert t.refused("mobilize GETank1") == "6.2"
    t = table("turn 2 phase Central mobilization\nvp 50 90")
    t.choose("mobilize GETank1")
    assert not t.may("mobilize GETank1")
    assert len(COUNTERS) == 228


def test_3_3_all_of_a_side_are_friends() -> None:
    """British, French and Italians share a hex, a source of supply and an attack."""
    t = table("""turn 3 phase Allied combat 1
                 BR 1@{Orleans}
                 FR 1@0716
                 IT ShKRA@0716
                 GE 1@{Paris}""")
    assert t.fed("ITShKRA")
    t.choose(f"attack {city('Paris')}")
    assert t.choices("with") == {"BR1", "FR1", "ITShKRA"}


# Trenches and forts.


def test_7_1_each_side_has_its_own_trenches() -> None:
    """The Western Front; nobody's trench is the other's."""
    t = table("turn 3 phase Central movement")
    allied, central = trench(t.state, 0), trench(t.state, 1)
    assert allied == TRENCH[0]
    assert central == TRENCH[1]
    assert not allied & central
    assert {"0714", "0715"} <= set(GRID.labels(allied))
    assert {"0813", "0814"} <= set(GRID.labels(central))


def test_7_2_entrenching_costs_nothing() -> None:
    """A unit is entrenched by being there: no points of either kind."""
    t = table("turn 3 phase Allied movement\nvp 50 50\nFR 1@0616 2@0616")
    t.choose("unit FR1")
    assert "0715" in t.choices("move")
    t.choose("move 0715")
    assert t.vp == (50, 50)


def test_7_3_enemy_zones_stop_at_the_trench() -> None:
    """[R3] The Germans at 0814 do not reach into the Allied trench, and reach out of their own."""
    t = table("turn 3 phase Allied movement\nFR 1@0714\nGE 1@0814")
    assert "0714" not in t.zone("Central")
    assert "0715" not in t.zone("Central")
    assert "0814" not in t.zone("Allied")
    # In a captured trench the Germans reach open ground, but not the next Allied trench.
    t = table("turn 3 phase Allied movement\nGE 1@0715")
    assert {"0615", "0614", "0716"} <= t.zone("Central")
    assert not {"0714", "0815"} & t.zone("Central")


def test_7_4_an_entrenched_defender_is_doubled() -> None:
    """Eight becomes sixteen: six Germans and nine shock are 15/16, below 100 percent."""
    t = table("turn 3 phase Central combat 1\nFR 1@0714\nGE 1@0814 Shock2@0814")
    t.declare("0714", "GE1", "GEShock2")
    assert "16 against 14" in t.seen_by("Central").prompt


def test_7_4_the_trench_replaces_other_terrain() -> None:
    """Reims is a city and an Allied trench: doubled once. A German there is doubled by the city
    alone, and in the open trench 0714 not at all [R20]."""
    t = table("turn 3 phase Central combat 1\nFR 1@{Reims}\nGE 1@0814")
    t.declare(city("Reims"), "GE1")
    assert "6 against 14" in t.seen_by("Central").prompt
    t = table("turn 3 phase Allied combat 1\nGE 1@0714\nFR 1@{Amiens}")
    t.declare("0714", "FR1")
    assert "6 against 8" in t.seen_by("Allied").prompt


def test_7_5_a_fort_doubles_nobody_but_holds() -> None:
    """Paris doubles as a city, not as a fort: (8 + 6) x 2. On the Big Push table nobody leaves."""
    t = table("turn 3 phase Central combat 1\nFR 1@{Paris} Fort1@{Paris}\nGE Shock2@0716 1@0716")
    t.declare(city("Paris"), "GEShock2", "GE1")
    assert "16 against 26" in t.seen_by("Central").prompt
    # 15/28 is 50-99 percent: a six is DW.
    t.roll(6).choose("big_push")
    assert sorted(t.at(city("Paris"))) == ["FR1", "FRFort1"]
    assert t.asked == "CombatPhase"


def test_7_5_forts_are_built_in_cities_only() -> None:
    t = table("turn 2 phase Central mobilization\nvp 50 90")
    t.choose("mobilize GEFort1")
    assert t.choices("place") <= set(GRID.labels(CITIES))
    assert city("Berlin") in t.choices("place")


# Stacking.


def test_9_1_terrain_limits_stacking() -> None:
    """Two armies in the open, one in desert or marsh."""
    t = table("""turn 3 phase Allied movement
                 BR 1@3525 2@3525 3@3524
                 FR 1@4232 2@4233
                 IT 1@2511 3@2512""")
    t.choose("unit BR3")
    assert not t.may("move 3525")
    assert t.refused("move 3525") == "9.4"
    t.choose("stay", "unit FR2")
    assert t.refused("move 4232") == "9.4"
    # Pinsk is a city in the marshes: a city holds two.
    t.choose("stay", "unit IT3")
    assert t.may("move 2511")
    t.choose("stay")
    assert overweight(t.state, GRID.hex("3525")) == 0


def test_9_2_three_corps_are_an_army() -> None:
    """An army, an army group: three each. Corps, headquarters and airbases: one each."""
    t = table("""turn 3 phase Central movement
                 GE 1@3525 Cav1@3525 Tac1@3525 HQHL@3525 AAA@3524 AAB@3424 3@3425
                 BU AGMac@3424""")
    t.choose("unit GEAAA")
    assert not t.may("move 3525")
    # With the corps gone there is room for an army beside the army group.
    t.choose("stay", "unit GE3")
    assert not t.may("move 3424")
    t.choose("stay", "unit GEAAB", "move 3324")
    assert t.state.weight(GRID.hex("3424")) == 3
    assert t.state.weight(GRID.hex("3525")) == 6


def test_9_3_one_unit_without_movement_a_hex() -> None:
    """Berlin has a garrison and two armies: it weighs nothing, but bars a second one."""
    t = table("""turn 2 phase Central mobilization
                 vp 50 90
                 GE 1@{Berlin} 3@{Berlin}
                 CG 1@{Berlin}""")
    assert t.state.weight(GRID.hex(city("Berlin"))) == 6
    t.choose("mobilize CG2")
    assert city("Berlin") not in t.choices("place")
    assert city("Ruhr") in t.choices("place")


def test_9_4_passing_through_a_full_hex_is_free() -> None:
    """[R76] The army goes through 3525 but may not end there."""
    t = table("turn 3 phase Allied movement\nBR 1@3525 2@3525 3@3524")
    t.choose("unit BR3")
    assert not t.may("move 3525")
    t.choose("move 3425")
    assert t.where("BR3") == "3425"


def test_9_4_new_units_need_room() -> None:
    t = table("""turn 4 phase Central mobilization
                 GE 1@{Berlin} 3@{Berlin} 12:turn4""")
    t.choose("arrive GE12")
    assert not t.may(f"place {city('Berlin')}")
    assert t.refused(f"place {city('Berlin')}") == "9.4"
    assert t.may(f"place {city('Leipzig')}")


def test_9_4_a_corps_becomes_an_army_only_where_there_is_room_bug() -> None:
    """Grown to an army in a full hex, a tank corps killed a comrade when the phase ended."""
    text = """turn 8 phase Central mobilization
              vp 50 60
              GE 1@{Berlin} Cav1@{Berlin} Tac1@{Berlin} Tank1@{Berlin}"""
    t = table(text)
    assert t.refused("convert GETank1") == "9.4"
    t = table(text.replace("Tac1@{Berlin}", "")).choose("demobilize", "dismiss GECav1")
    assert t.choose("convert GETank1").state.weight(GRID.hex(city("Berlin"))) == 6
    assert t.choose("done").asked != "Overstacked"
    assert t.phase == "Central movement"


def test_9_5_nations_mix() -> None:
    t = table("turn 3 phase Central movement\nGE 1@3525\nTU 1@3524\nAH AlpEw@3425")
    t.choose("unit TU1", "move 3525")
    assert t.at("3525") == ["TU1", "GE1"]


def test_9_6_never_into_an_enemy() -> None:
    """Not even into a lone garrison, which has no zone."""
    t = table("turn 3 phase Allied movement\nFR 1@3412\nCG 1@{Poltava}\nBR 1@3312")
    t.choose("unit BR1")
    assert not t.may(f"move {city('Poltava')}")
    assert t.refused(f"move {city('Poltava')}") == "9.6"


def test_9_7_markers_do_not_count() -> None:
    """Forced march and a dug trench leave their marks, but no weight."""
    t = table("turn 3 phase Allied movement\noptions trenches\ntrenches Allied 3525\nBR 1@3525")
    assert t.state.weight(GRID.hex("3525")) == COUNTERS[UNITS["BR1"]].front.weight == 3


def test_9_9_stacking_holds_in_set_up() -> None:
    """London takes the one airbase that starts there, and in France two armies a hex."""
    t = opening()
    while not t.said("FRFort") and "place" in t.verbs:
        t.choose("auto")
    assert all(overweight(t.state, hex_) == 0 for hex_ in t.state.stacks)


CROWD = """
    turn 3 phase Central movement
    FR 1@3525 2@3525
    GE 1@3524 3@3524 Fort1@{Konia}
"""


@pytest.mark.parametrize("begins", [BeginMobilization(0), BeginMovement(0), BeginCombat(0, 1)])
def test_9_4_when_a_phase_ends_both_sides_put_their_stacks_right(begins: Duty[State]) -> None:
    """The hex with the lowest number first."""
    state = table(CROWD).state
    begins.run(state)
    state.stack.pop()
    state.put(UNITS["FR3"], GRID.hex("3525"))
    state.put(UNITS["GE4"], GRID.hex("3524"))
    ends = state.stack.pop()
    assert isinstance(ends, Duty)
    ends.run(state)
    assert state.stack[-2:] == [Overstacked(GRID.hex("3525")), Overstacked(GRID.hex("3524"))]


def test_9_4_nobody_is_ready_to_move_when_movement_is_over() -> None:
    state = table(CROWD).state
    assert state.ready
    EndMovement(1).run(state)
    assert state.ready == 0


def test_9_3_9_4_what_is_given_up_from_a_crowd() -> None:
    """Of too many armies and corps one of them, of two that cannot move one of those."""
    state = table(CROWD).state
    konia = GRID.hex(city("Konia"))
    state.put(UNITS["GEFort2"], konia)
    state.put(UNITS["GE4"], konia)
    forts = bit_set((UNITS["GEFort1"], UNITS["GEFort2"]))
    assert Overstacked(konia).choices(state) == {"give_up": forts}
    state.put(UNITS["FR3"], GRID.hex("3525"))
    state.put(UNITS["AG1"], GRID.hex("3525"))
    armies = bit_set(UNITS[key] for key in ("FR1", "FR2", "FR3"))
    assert Overstacked(GRID.hex("3525")).choices(state) == {"give_up": armies}


def test_9_4_10_1_everybody_hears_that_a_stack_is_too_high_bug() -> None:
    """Whoever waited was told nothing, and his knowledge had the question all the same: it showed
    that the hidden units weigh too much."""
    state, notes = table(CROWD).state, list[Note]()
    state.put(UNITS["FR3"], GRID.hex("3525"))
    state.log = notes
    check_stack(state, GRID.hex("3525"))
    assert isinstance(state.stack[-1], Overstacked)
    assert [(note.text, note.only) for note in notes] == [("3525 is over-stacked", None)]


def test_11_3_2_3_2_4_30_11_zones_and_countries_side_by_side() -> None:
    t = table("turn 3 phase Central movement\nFR 1@3525\nGE 1@3523\n")
    for side in (0, 1):
        assert enemy_zone(t.state, side) == zone(t.state, 1 - side) != 0
        assert homeland(t.state, side) == HOMELAND[side]
    t = table("turn 3 phase Central movement\noptions east\nfacts kaiser_east\nGE 1@3523\n")
    assert homeland(t.state, 0) == HOMELAND[0] | RUSSIA
    assert homeland(t.state, 1) == HOMELAND[1]


def test_30_16_company_is_looked_at_only_where_somebody_wants_to_go() -> None:
    """A German may stay with the Finns, but did not ask about them."""
    t = table("turn 3 phase Central movement\noptions east\nFI WG@{Abo}\nGE 1@{Berlin}\n")
    asked = GRID.hexes("1412", city("Berlin"))
    assert roomy(t.state, UNITS["GE1"], asked) == asked
    asked |= GRID.hexes(city("Abo"))
    assert roomy(t.state, UNITS["GE1"], asked) == asked


def test_30_16_nor_does_who_keeps_to_himself_look_elsewhere() -> None:
    text = "turn 3 phase Central movement\noptions east\nFI WG@{Abo}\nGE 1@{Berlin}\nFR 1@{Paris}\n"
    state = table(text).state
    asked = GRID.hexes("1412")
    assert roomy(state, UNITS["FIWG"], asked) == asked
    assert roomy(state, UNITS["BALw"], GRID.hexes(city("Abo"))) == 0


def test_9_3_a_second_garrison_finds_no_room() -> None:
    state = table(CROWD).state
    konia = GRID.hexes(city("Konia"))
    assert roomy(state, UNITS["CG1"], konia) == 0
    assert roomy(state, UNITS["GE4"], konia) == konia


def test_30_3b_30_9_40_1_allied_poles_do_not_wait() -> None:
    text = "turn 3 phase Allied movement\noptions poles\nfacts poles-{}\nPO Leg@{{Paris}}\n"
    assert table(text.format("Allied")).state.is_active(UNITS["POLeg"])
    assert not table(text.format("Central")).state.is_active(UNITS["POLeg"])


def test_6_3_when_a_unit_is_due() -> None:
    state = table("turn 2 phase Allied movement\nFR GHQ:turn4 1@{Paris}\n").state
    assert state.turn_due(UNITS["FRGHQ"]) == 4


def test_6_12_9_4_a_corps_that_becomes_an_army_fills_its_hex() -> None:
    state = table("turn 8 phase Central mobilization\nlast 11\nGE Tank1@3525 1@3525\n").state
    bit = GRID.hexes("3525")
    assert not state.full[1] & bit
    state.turn_over(UNITS["GETank1"])
    assert state.full[1] & bit


def test_5_7_5_9_points_stay_between_none_and_a_hundred() -> None:
    state = table("turn 2 phase Allied movement\nvp 60 75\nFR 1@{Paris}\n").state
    state.gain(1, 200, "a test")
    assert (state.vp, state.finished) == ([60, 100], False)
    state.gain(0, -200, "a test")
    assert (state.vp, state.finished) == ([0, 100], True)


def test_10_1_35_2_who_is_lost_outside_combat_goes_as_he_lay() -> None:
    t = table(CROWD)
    eliminate(t.state, UNITS["FR2"], in_combat=False)
    assert t.said("A unit at 3525 is eliminated")
    t = table(CROWD)
    eliminate(t.state, UNITS["FR2"])
    assert t.said("French infantry army 2 is eliminated")


def test_21_1_who_is_lost_as_an_army_is_remembered_and_nobody_else() -> None:
    state = table("turn 8 phase Central combat 1\nlast 11\nGE Tank1*@3525 1@3525\nFR 1@3523").state
    eliminate(state, UNITS["GE1"])
    assert (state.fallen, state.flipped) == (0, 1 << UNITS["GETank1"])
    eliminate(state, UNITS["GETank1"])
    assert (state.fallen, state.flipped) == (1 << UNITS["GETank1"], 0)


@pytest.mark.parametrize(
    ("germans", "sure"),
    [
        ("GE 1@3524", ("GE1",)),
        ("GE 1@3524 3@3424", ()),  # which of the two?
        ("GE 1@3524 HQHL@3524", ()),  # nobody sees who lies below
    ],
)
def test_10_1_20_10_who_attacks_without_being_named(germans: str, sure: tuple[str, ...]) -> None:
    state = table(f"turn 3 phase Central combat 1\nFR 1@3525\n{germans}\n").state
    found = sure_attackers(state, 1, GRID.hex("3525"))
    assert found == tuple(UNITS[key] for key in sure)
