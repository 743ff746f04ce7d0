"""Chapter 6 of World War I: zones of control, and chapter 7: stacking."""

from __future__ import annotations

import pytest

from tests.world_war_one.plain_movement import COUNTRY, Position, around
from tests.world_war_one.table import Table, opening, table
from trenchline.games.world_war_one.components import ALLIED, GRID, UNITS
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.supply import is_supplied, passable
from trenchline.games.world_war_one.zones import zone


def plain(germans: str, russians: str) -> Table:
    """The open country south of Kiev, where marching is five clear hexes."""
    return table(f"turn 3 phase Central movement\nRS {russians}\nGE {germans}")


def test_6_0_a_unit_controls_the_six_hexes_around_it() -> None:
    with_unit = plain("1@2522", "1@2822").zone("Central")
    without = plain("1@1007", "1@2822").zone("Central")
    assert with_unit - without == {"2521", "2523", "2421", "2422", "2621", "2622"}


def test_6_0_two_zones_on_a_hex_stop_a_unit_and_let_it_go_as_one_does() -> None:
    t = plain("1@2522 2@1007", "1@2722 2@2723")
    assert t.choose("unit GE1", "step 2622").where("GE1") == "2622"
    next_turn = plain("1@2622 2@1007", "1@2722 2@2723").choose("unit GE1")
    assert next_turn.choices("step") == {"2522", "2523"}


def test_6_11_a_unit_stops_as_it_enters_an_enemy_zone() -> None:
    t = plain("1@2522 2@2422", "1@2723")
    t.choose("unit GE1", "step 2622")
    assert (t.where("GE1"), t.asked, t.choices("unit")) == ("2622", "MovementPhase", {"GE2"})


def test_6_11_no_straight_move_leads_through_a_zone() -> None:
    # Three Russians hold a line of zones north of the coast; nothing behind it is reached.
    t = plain("1@2424", "1@2521 2@2623 3@2625").choose("unit GE1")
    assert t.choices("move") & {"2522", "2523", "2524", "2525"} == {"2522", "2523", "2524", "2525"}
    assert t.choices("move").isdisjoint({"2621", "2722", "2723", "2724", "2725", "2726"})


def test_6_11_no_straight_move_leads_on_from_a_zone_bug() -> None:
    """A unit led by single steps into a zone was offered straight moves out of it again."""
    t = plain("1@2522 2@1007", "1@2723").choose("unit GE1", "step 2622")
    assert t.asked == "MovementPhase"
    assert t.refused("unit GE1").case == "5.0/PR"


def test_6_11_is_what_a_unit_is_told_that_wants_to_go_on() -> None:
    t = plain("1@2622 2@1007", "1@2723")
    entered = MoveUnit(UNITS["GE1"], GRID.hex("2622"), spent=2, lifted=True)
    for verb in ("step", "move"):
        assert entered.why_not(t.state, verb, GRID.hex("2522")).case == "6.11"


def test_6_12_a_unit_leaves_a_zone_but_not_straight_into_another() -> None:
    t = plain("1@2622", "1@2723 2@2423").choose("unit GE1")
    assert t.choices("step") == {"2522", "2621"}
    for controlled in ("2523", "2623", "2722"):
        assert t.refused(f"step {controlled}").case == "6.12"
    # 2722 and 2523 can be had by way of a free hex, 2623 only from other controlled ones.
    assert {"2523", "2722"} <= t.choices("move")
    assert t.refused("move 2623").case == "6.12"


def test_6_12_a_free_hex_between_two_zones_is_enough_and_the_second_zone_stops() -> None:
    t = plain("1@2622 2@1007", "1@2723 2@2423")
    t.choose("unit GE1", "step 2522", "step 2523")
    assert (t.where("GE1"), t.asked) == ("2523", "MovementPhase")


def test_6_12_a_unit_that_starts_outside_a_zone_may_enter_one_at_once() -> None:
    # From Brindisi the only way leads to Taranto, which the Austrian at Bari controls.
    t = table("turn 5 phase Allied movement\nFR 1@0426\nAH 1@0424").choose("unit FR1")
    assert t.choices("move") == {"0425"}


def test_6_13_zones_cost_no_points() -> None:
    t = plain("1@2622 2@1007", "1@2723 2@2319")
    # Five clear hexes, out of one zone and into another.
    t.choose("unit GE1", "step 2522", "step 2521", "step 2520", "step 2420", "step 2320")
    assert (t.where("GE1"), t.asked) == ("2320", "MovementPhase")


def test_6_14_a_train_stops_in_a_zone() -> None:
    t = table("turn 3 phase Central movement\nGE 1@1409 2@1007\nFR 1@1712")
    t.choose("unit GE1", "rail 1510", "rail 1610", "rail 1711")
    assert (t.where("GE1"), t.asked) == ("1711", "MovementPhase")


def test_6_14_a_straight_ride_ends_in_the_zone_it_enters() -> None:
    """Without the enemy the same train runs on; with him no further than his zone."""
    free = table("turn 3 phase Central movement\nGE 1@1409 2@1007\nFR 1@0104").choose("unit GE1")
    held = table("turn 3 phase Central movement\nGE 1@1409 2@1007\nFR 1@1712").choose("unit GE1")
    assert held.may("move 1711")
    for beyond in ("2013", "2113", "2212", "2311", "2411"):
        assert free.may(f"move {beyond}")
        assert held.refused(f"move {beyond}").case == "6.11"
    assert free.choose("move 2411").where("GE1") == "2411"


def test_6_14_no_train_runs_from_zone_to_zone() -> None:
    t = table("turn 3 phase Central movement\nGE 1@1711\nFR 1@1712").choose("unit GE1")
    assert t.refused("rail 1811").case == "6.12"
    assert t.choices("rail") == {"1610"}


def test_6_15_a_friend_in_the_hex_does_not_open_it_to_movement() -> None:
    assert plain("1@2522 2@2622", "1@2823").choose("unit GE1").may("step 2622")
    t = plain("1@2522 2@2622", "1@2723").choose("unit GE1")
    # It would have to stop there, on top of its friend.
    assert t.refused("step 2622").case == "5.21"


def test_6_16_own_zones_do_not_hinder() -> None:
    t = plain("1@2522 2@2422 3@2624", "1@2826")
    assert {"2523", "2524"} <= t.zone("Central")
    assert t.choose("unit GE1", "step 2523", "step 2524", "stop").where("GE1") == "2524"


@pytest.mark.parametrize(
    ("unit", "beyond"),
    [
        ("IT 1@0616", "0617"),
        ("AH 1@0617", "0616"),
        ("AH 1@0618", "0719"),
        ("AH 1@0719", "0618"),
        ("IT 1@0615", "0715"),
        ("IT 1@0414", "0514"),
    ],
)
def test_6_17_no_zone_crosses_a_blocked_hexside(unit: str, beyond: str) -> None:
    stand = unit[-4:]
    t = table(f"turn 3 phase Allied movement\n{unit}\nFR 1@0104\nruined 0515")
    controlled = t.zone("Allied" if unit.startswith("IT") else "Central")
    assert beyond in around(stand)
    assert beyond not in controlled
    assert len(around(stand) & controlled) >= 2


def test_6_17_no_zone_reaches_into_or_out_of_the_transit_area() -> None:
    inside = table("turn 4 phase Allied movement\nFR 1:transit\nGE 1@0210")
    elsewhere = table("turn 4 phase Allied movement\nRS 1@2822\nGE 1@0210")
    assert inside.zone("Allied") - elsewhere.zone("Allied") == set()
    # The German controls the door and a unit may still leave by it, for no zone is left or entered.
    t = table("turn 4 phase Allied movement\nFR 1@0110\nGE 1@0210")
    assert "0110" in t.zone("Central")
    assert t.choose("unit FR1").may("transit")


def test_6_2_a_zone_obliges_nobody_to_attack() -> None:
    t = table("turn 3 phase Central attack 1\nGE crp 5 1@0609 2@0610\nFR 1@0710")
    assert {"attack 0710", "done"} <= t.legal


def heel(friends: str) -> bool:
    """Whether Brindisi is supplied: the way leads by 0425 and 0325, both next to Bari (0424)."""
    t = table(f"turn 4 phase Allied movement\nIT 1@0426 {friends}\nAH 1@0424\nFR 1@0104")
    return is_supplied(t.state, UNITS["IT1"])


def test_6_31_no_supply_line_crosses_a_vacant_controlled_hex() -> None:
    assert not heel("")
    assert not heel("2@0425")


def test_6_31_no_retreat_enters_a_vacant_controlled_hex() -> None:
    t = table(
        """
        turn 3 phase Central attack 1
        FR 1@0207
        GE crp 20 1@0307 2@0308 3@0209
        """,
        5,
    )
    # 8 - 3 and a 5 make 3/2: with no points France goes back two hexes.
    assert {"0109", "0206", "0208"} <= t.zone("Central")
    t.attack("0207", "GE1", "GE2")
    assert t.where("FR1") == "0106"


def test_6_32_friends_open_the_way_for_supply() -> None:
    assert heel("2@0425 3@0325")


def test_6_32_a_friend_opens_the_rail_line_home() -> None:
    """[5.33] The only line from Sarajevo leads through 1021, which the Serbians control."""
    shut = table("turn 3 phase Central movement\nAH 1@0923\nSB 1@1122").choose("unit AH1")
    assert shut.refused("rail 0922").case == "5.33"
    held = table("turn 3 phase Central movement\nAH 1@0923 2@1021\nSB 1@1122").choose("unit AH1")
    assert held.choices("rail") == {"0922"}


def test_6_41_no_zone_crosses_a_neutral_border_inwards() -> None:
    t = table("turn 3 phase Central movement\nGE 1@0706\nNE Army@0705\nFR 1@0104")
    assert t.zone("Central") & around("0706") == {"0605", "0606", "0707", "0806"}


def test_6_41_no_zone_of_a_neutral_crosses_its_border() -> None:
    t = table("turn 3 phase Central movement\nGE 1@0606\nNE Army@0705\nFR 1@0104")
    # 0706 is next to the Dutch army, and the march goes on from there.
    assert t.choose("unit GE1", "step 0706", "step 0806", "stop").where("GE1") == "0806"


def test_6_42_invasion_lets_the_victims_zone_out_at_once() -> None:
    t = table("turn 3 phase Central movement\nGE 1@0806 2@0707 3@1007\nNE Army@0705\nFR 1@0104")
    assert t.zone("Allied").isdisjoint({"0706", "0605"} - around("0505"))
    t.choose("unit GE1", "step 0805")
    assert t.side("NE") == "allied"
    assert {"0706", "0605"} <= t.zone("Allied")
    # The zone holds the invader where he is, and another German who comes near.
    t.choose("unit GE2", "step 0706")
    assert (t.where("GE1"), t.where("GE2"), t.asked) == ("0805", "0706", "MovementPhase")


def test_6_42_an_attack_across_the_border_ends_neutrality() -> None:
    t = table("turn 3 phase Central attack 1\nGE 1@0706 2@0806 3@0707\nNE Army@0805\nFR 1@0104")
    assert "0706" not in t.zone("Allied")
    t.choose("attack 0805")
    assert t.side("NE") == "allied"
    assert "0706" in t.zone("Allied")


def test_6_42_the_zone_stays_out_of_other_neutrals() -> None:
    t = table("turn 3 phase Central movement\nAH 1@1725 2@1116\nRM 1@1626 2@1825\nFR 1@0104")
    t.choose("unit AH1", "step 1625")
    assert t.side("RM") == "allied"
    assert t.side("BU") == "neutral"
    assert {"1725", "1625"} <= t.zone("Allied")
    assert {"1627", "1527"} <= around("1626")
    assert t.zone("Allied").isdisjoint({"1627", "1527"})


def test_6_43_central_zones_cross_at_once_and_those_of_other_allies_next_turn() -> None:
    t = table("turn 3 phase Central movement\nGE 1@0806 2@0706\nBR BEF@0404\nNE Army@0705")
    assert t.zone("Central").isdisjoint({"0705", "0805"})
    t.choose("unit GE1", "step 0805")
    assert t.fresh == {"NE"}
    assert {"0705", "0804"} <= t.zone("Central")
    # The Dutch zone comes out into Germany; the British one does not go in yet.
    assert "0706" in t.zone("Allied")
    assert "0504" in around("0404")
    assert "0504" not in t.zone("Allied")
    while t.turn == 3:
        t.choose("done")
    assert (t.where("BEF"), t.fresh) == ("0404", set())
    assert "0504" in t.zone("Allied")


def test_6_43_an_ally_inside_the_country_controls_it_but_not_beyond_the_border() -> None:
    """[R27] A British army in Belgium, violated this turn, next to Aachen (0606)."""
    t = table("turn 2 phase Central attack 1\nBR 1@0605\nGE 1@0806\nfresh BL\nruined 0605 0506")
    assert t.zone("Allied") & around("0605") == {"0505", "0506"}
    old = table("turn 2 phase Central attack 1\nBR 1@0605\nGE 1@0806\nruined 0605 0506")
    assert old.zone("Allied") & around("0605") == {"0505", "0506", "0606", "0706"}


def test_6_44_central_zones_cross_at_once_when_the_allies_violate() -> None:
    t = table("turn 3 phase Allied movement\nBR BEF@0404\nNE Army@0704\nGE 1@0706")
    assert t.zone("Central").isdisjoint({"0705", "0805"})
    t.choose("unit BEF", "step 0504")
    assert t.side("NE") == "central"
    assert {"0705", "0805"} <= t.zone("Central")


def test_r28_so_do_the_zones_of_the_violators() -> None:
    """[6.44] No neutral border is left to stop them."""
    t = table("turn 3 phase Allied movement\nBR BEF@0404\nNE Army@0805\nGE 1@0706")
    t.choose("unit BEF", "step 0504", "stop")
    assert "0604" in t.zone("Allied")


def test_6_45_automatic_entry_opens_the_border_to_both_sides() -> None:
    border = "AH 1@0716\nIT 1@0616\nFR 1@0104"
    before = table(f"turn 2 phase Allied movement\n{border}")
    assert "0616" not in before.zone("Central")
    assert "0716" not in before.zone("Allied")
    after = table(f"turn 2 phase supply\n{border}")
    assert (after.turn, after.side("IT"), after.fresh) == (3, "allied", set())
    assert "0616" in after.zone("Central")
    assert "0716" in after.zone("Allied")


def test_6_51_forts_of_two_and_three_have_a_zone_and_those_of_one_have_none() -> None:
    t = table("turn 3 phase Central movement\nRS 1@2822\nGE 1@1007")
    # Verdun is 3, Toul 2, Maubeuge 1.
    assert {"0308", "0407", "0508", "0510"} <= t.zone("Allied")
    assert t.zone("Allied").isdisjoint({"0205", "0206", "0305", "0307"})
    ruined = table("turn 3 phase Central movement\nRS 1@2822\nGE 1@1007\nruined 0408 0409")
    assert ruined.zone("Allied").isdisjoint({"0308", "0407", "0508", "0510"})


def test_6_52_forts_open_the_way_for_supply_but_not_for_movement() -> None:
    t = table("turn 3 phase Allied movement\nFR 1@0309 2@0104\nGE 1@0510")
    toul = GRID.hex("0409")
    assert "0409" in t.zone("Central")
    assert passable(t.state, ALLIED) >> toul & 1
    t.choose("unit FR1", "step 0409")
    assert (t.where("FR1"), t.asked) == ("0409", "MovementPhase")
    ruined = table("turn 3 phase Allied movement\nFR 1@0309 2@0104\nGE 1@0510\nruined 0409")
    assert not passable(ruined.state, ALLIED) >> toul & 1


def test_6_6_nothing_is_built_in_an_enemy_zone_not_even_in_a_fort() -> None:
    t = table("turn 3 phase Allied build\nFR crp 10 1@0104\nGE 1@0206").choose("build FR2")
    # Paris (0106) is a fort; so much for 0107, which is none.
    assert {"0106", "0107"} <= t.zone("Central")
    assert t.refused("place 0106").case == "6.6"
    assert t.choices("place") == {"0105", "0108", "0109", "0110"}


def test_7_0_units_pass_friends_but_never_end_on_one() -> None:
    t = plain("1@2522 2@2523 3@2721", "1@2826")
    t.choose("unit GE1", "step 2523")
    assert t.refused("stop").case == "5.21"
    t.choose("step 2524", "stop")
    assert (t.where("GE1"), t.where("GE2")) == ("2524", "2523")
    assert t.choose("unit GE3").refused("move 2523").case == "5.21"


def test_7_0_a_unit_may_stand_in_a_friendly_fort() -> None:
    t = table("turn 3 phase Allied movement\nBR BEF@0308\nFR 1@0104\nGE 1@1007")
    assert t.choose("unit BEF", "move 0408").where("BEF") == "0408"
    assert t.fort("0408")


def test_r26_a_step_is_judged_by_the_board_before_it() -> None:
    """[6.12] [6.42] Out of one zone into neutral land that becomes another: legal, and a halt."""
    t = table(
        """
        turn 3 phase Central movement
        BR 1@0505
        NE Army@0705
        GE 1@0605 2@1007
        ruined 0605
        """
    )
    assert "0605" in t.zone("Allied")
    t.choose("unit GE1", "step 0604")
    assert (t.where("GE1"), t.side("NE"), t.asked) == ("0604", "allied", "MovementPhase")
    assert "0604" in t.zone("Allied")


def test_r66_on_turn_one_french_zones_stay_out_of_belgium() -> None:
    """[6.43] Belgium counts as violated on the first turn of the historical game [R27]."""
    t = opening()
    assert t.where("FR3") == "0407"
    assert {"0507", "0508"} <= around("0407")
    assert "0507" not in t.zone("Allied")
    assert "0508" in t.zone("Allied")


# What is left out, and countries violated this turn, on positions written out by hand.

BORDER = """
    turn 3 phase Central movement
    BL allied Army@0505
    FR 1@0304 2@0306 3@0405
    NE neutral Army@0705
    GE 1@0507 2@0605 3@0806
    ruined 0605
    {more}
"""


def zones(more: str) -> tuple[State, Position]:
    t = table(BORDER.format(more=more))
    return t.state, Position(t.state)


@pytest.mark.parametrize("more", ["", "fresh BL", "ruined 0505 0506", "fresh BL\nruined 0505"])
def test_6_51_the_zones_of_armies_and_strong_forts_agree_with_a_plain_count(more: str) -> None:
    """[6.0] [6.43] Also on the turn in which Belgium is violated."""
    state, counted = zones(more)
    for side, name in enumerate(("allied", "central")):
        assert set(GRID.labels(zone(state, side))) == counted.zone(name)


def test_6_51_in_a_country_just_violated_what_is_left_out_has_no_zone() -> None:
    state, _ = zones("fresh BL")
    without = GRID.hexes("0505")
    left = set(GRID.labels(zone(state, 0, without)))
    _, counted = zones("fresh BL\nruined 0505")
    del counted.army["0505"]
    assert left == counted.zone("allied")
    assert left < set(GRID.labels(zone(state, 0)))


@pytest.mark.parametrize(("side", "hex_"), [(0, "0306"), (1, "0605"), (1, "0806")])
def test_6_41_what_is_left_out_has_no_zone_and_the_rest_stops_at_neutral_borders(
    side: int, hex_: str
) -> None:
    """[6.44] Units and strong forts in the hexes left out control nothing."""
    state, counted = zones("")
    counted.army.pop(hex_, None)
    counted.forts.pop(hex_, None)
    name = ("allied", "central")[side]
    assert set(GRID.labels(zone(state, side, GRID.hexes(hex_)))) == counted.zone(name)
    assert not any(COUNTRY[label] == "NE" for label in counted.zone(name))
