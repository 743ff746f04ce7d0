"""Chapter 5 of World War I: marching, what forbids it, and why; with Austria's limits, 12.5."""

from __future__ import annotations

import pytest

from tests.world_war_one.plain_movement import COUNTRY
from tests.world_war_one.table import Table, table
from trenchline.kernel.play import decision


def march(french: str, germans: str = "1@1007") -> Table:
    """French armies in the open country south of Kiev, where no railway leads home for them."""
    return table(f"turn 3 phase Allied movement\nFR {french}\nGE {germans}")


def test_5_0_as_many_or_as_few_units_as_the_player_wishes() -> None:
    t = march("1@2722 2@2524 3@2822")
    assert t.legal == {"unit FR1", "unit FR2", "unit FR3", "done"}
    t.choose("unit FR2", "move 2624")
    assert t.legal == {"unit FR1", "unit FR3", "done"}
    assert t.choose("done").phase == "Central movement"
    assert [t.where(unit) for unit in ("FR1", "FR2", "FR3")] == ["2722", "2624", "2822"]


def test_5_0_pr_units_move_one_at_a_time() -> None:
    t = march("1@2722 2@2524").choose("unit FR1", "step 2723")
    assert t.refused("unit FR2").case == "5.0/PR"


def test_5_0_pr_a_move_goes_from_hex_to_neighbouring_hex() -> None:
    t = march("1@2722").choose("unit FR1")
    assert t.refused("step 2724").case == "5.0/PR"
    assert t.choices("step") == {"2721", "2723", "2621", "2622", "2821", "2822"}


def test_5_0_pr_a_finished_move_stands() -> None:
    t = march("1@2722 2@2524").choose("unit FR1", "step 2723", "stop")
    assert t.refused("unit FR1").case == "5.0/PR"
    # One that was told to stay has had its move as well.
    t = march("1@2722 2@2524").choose("unit FR1", "stay")
    assert t.refused("unit FR1").case == "5.0/PR"


def test_5_0_pr_setting_out_and_halting() -> None:
    t = march("1@2722").choose("unit FR1")
    assert t.refused("stop").case == "5.0/PR"
    t.choose("step 2723")
    assert t.refused("stay").case == "5.0/PR"
    assert t.refused("move 2723").case == "5.0"


def test_5_11_only_the_phasing_players_units_move_and_nobody_fights() -> None:
    t = march("1@2722 2:pool", "1@2724").choose()
    assert t.refused("unit GE1").case == "5.11"
    assert t.refused("unit FR2").case == "5.11"
    assert t.refused("attack 2724").case == "8.0"
    assert t.refused("unit NEArmy").case == "11.0/PR"
    assert decision(t.state).why_not(t.state, "unit", 99).case == "3.2"


def test_5_12_a_clear_hex_costs_one_point_and_a_rough_one_two() -> None:
    # Into the Pripet marshes: two rough hexes are four points.
    t = march("1@2618").choose("unit FR1", "step 2617", "step 2517")
    assert t.choices("step") == {"2518"}
    assert t.refused("step 2516").case == "5.23"
    # With two points left a rough hex can be entered, with one it cannot.
    t = march("1@2721").choose("unit FR1", "step 2720", "step 2719", "step 2718")
    assert t.may("step 2617")
    assert t.choose("step 2717").choices("step") == {"2716", "2718", "2816", "2817"}


def test_5_12_the_hex_entered_is_paid_for_not_the_hex_left() -> None:
    t = march("1@2517").choose("unit FR1", "step 2518", "step 2519", "step 2520", "step 2521")
    assert len(t.choices("step")) == 6


def test_5_21_no_unit_enters_a_hex_with_an_enemy() -> None:
    t = march("1@2722", "1@2723").choose("unit FR1")
    assert t.refused("step 2723").case == "5.21"
    assert t.refused("move 2723").case == "5.21"


def test_5_21_an_intact_enemy_fort_bars_its_hex_even_at_strength_one() -> None:
    """[R19] [12.43] Osowiec is 1, Grodno too; ruined, they are nothing."""
    t = table("turn 3 phase Central movement\nGE 1@2313\nRS 1@2822").choose("unit GE1")
    assert t.refused("step 2314").case == "12.43"
    assert t.refused("move 2314").case == "12.43"
    t = table("turn 3 phase Central movement\nGE 1@2313\nRS 1@2822\nruined 2314")
    assert t.choose("unit GE1").may("step 2314")


def test_5_21_units_pass_friends_but_one_only_ends_in_a_hex() -> None:
    t = march("1@2722 2@2723").choose("unit FR1")
    assert t.refused("move 2723").case == "5.21"
    t.choose("step 2723")
    assert t.refused("stop").case == "5.21"
    assert t.choose("step 2724", "stop").where("FR1") == "2724"


def test_5_21_nobody_steps_on_a_friend_with_his_last_point() -> None:
    t = march("1@2722 2@2625").choose("unit FR1", "step 2723", "step 2724", "step 2725")
    assert t.may("step 2625")
    t.choose("step 2726")
    assert t.refused("step 2625").case == "5.21"


def test_5_22_an_enemy_zone_stops_a_unit_and_no_unit_goes_from_zone_to_zone() -> None:
    t = march("1@2722 2@2524", "1@2725")
    t.choose("unit FR1", "step 2723", "step 2724")
    assert (t.where("FR1"), t.asked) == ("2724", "MovementPhase")
    held = march("1@2724 2@2524", "1@2725").choose("unit FR1")
    assert held.refused("step 2824").case == "6.12"
    assert held.choices("step") == {"2623", "2723", "2823"}


def test_5_23_no_more_than_the_allowance_but_less_if_wanted() -> None:
    t = march("1@2722 2@2524")
    t.choose("unit FR1", "step 2723", "step 2724", "step 2725", "step 2726", "step 2826")
    assert (t.where("FR1"), t.asked) == ("2826", "MovementPhase")
    less = march("1@2722 2@2524").choose("unit FR1", "step 2723", "stop")
    assert less.where("FR1") == "2723"
    far = march("1@2722 2@2524").choose("unit FR1")
    assert far.may("move 2222")
    assert far.refused("move 2122").case == "5.33"
    assert far.refused("move 0907").case == "5.23"


def test_5_23_points_are_neither_saved_nor_lent() -> None:
    t = table("turn 3 phase Central movement\nGE 1@1005\nAH 1@1116\nFR 1@0104")
    while t.turn == 3:
        t.choose("done")
    t.until("Central movement").choose("unit GE1", "step 1106", "step 1107")
    assert "3 movement points left" in decision(t.state).prompt(t.state)
    lent = march("1@2722 2@2822").choose("unit FR1", "stay", "unit FR2")
    assert lent.refused("move 2222").case == "5.33"


@pytest.mark.parametrize("phase", ["Central attack 1", "Allied build", "Allied lending"])
def test_5_24_units_move_in_their_own_movement_phase_only(phase: str) -> None:
    t = table(f"turn 3 phase {phase}\nFR crp 20 1@0407 2@0307\nGE crp 20 1@0508")
    assert t.phase == phase
    assert t.refused("unit FR1").case == "5.24"
    assert t.refused("move 0206").case == "5.24"


@pytest.mark.parametrize(
    "unit",
    ["FR1", "BEF", "US1", "RS1", "SB1", "IT1", "RM1", "GE1", "GEStoss1", "AH1", "TU1", "BU1"],
)
def test_5_25_every_unit_has_five_points(unit: str) -> None:
    nation = "BR" if unit == "BEF" else unit[:2]
    side = "Central" if nation in ("GE", "AH", "TU", "BU") else "Allied"
    t = table(
        f"""
        turn 9 phase {side} movement
        FR 2@0104
        GE 2@1007
        {nation} {side.lower()} {unit.removeprefix(nation)}@2722
        """
    )
    t.choose(f"unit {unit}", "step 2723", "step 2724", "step 2725", "step 2726", "step 2826")
    assert t.where(unit) == "2826"
    assert not t.may(f"unit {unit}")


@pytest.mark.parametrize(("unit", "to"), [("AH 1@0617", "0616"), ("AH 1@0618", "0719")])
def test_err_two_more_hexsides_are_blocked(unit: str, to: str) -> None:
    t = table(f"turn 3 phase Central movement\n{unit}\nFR 1@0104").choose("unit AH1")
    assert t.refused(f"step {to}").case == "5.6"


def test_5_6_nobody_crosses_a_blocked_hexside() -> None:
    t = table("turn 4 phase Allied movement\nIT 1@0414\nAH 1@1116\nruined 0515").choose("unit IT1")
    assert t.refused("step 0514").case == "5.6"
    assert t.choices("step") == {"0314", "0315", "0415", "0515"}


# Exchanging places.


def test_r60_two_armies_exchange_places() -> None:
    """[5.21] [7.0] What counts is that nobody is stacked when the phase ends."""
    t = march("1@2722 2@2723").choose("unit FR1")
    # Nobody has taken its own hex.
    assert t.refused("stop").case == "5.0/PR"
    t.choose("relieve 2723")
    assert t.refused("stop").case == "5.21"
    assert t.refused("stay").case == "5.21"
    t.choose("move 2722")
    assert (t.where("FR1"), t.where("FR2")) == ("2723", "2722")


def test_r60_a_relieved_army_may_relieve_another() -> None:
    t = march("1@2722 2@2723 3@2724").choose("unit FR1", "relieve 2723", "relieve 2724")
    t.choose("step 2824", "step 2823", "stop")
    assert [t.where(unit) for unit in ("FR1", "FR2", "FR3")] == ["2723", "2724", "2823"]


def test_r60_who_cannot_be_relieved() -> None:
    t = march("1@2722 2@2723 3@2724").choose("unit FR2", "stay", "unit FR1")
    assert t.refused("relieve 2723").case == "5.21"
    assert t.refused("relieve 2822").case == "5.21"
    assert t.refused("relieve 2722").case == "5.0"
    far = march("1@2722 2@2122").choose("unit FR1")
    assert far.refused("relieve 2122").case == "5.33"


def test_r60_nobody_is_relieved_who_could_not_make_way() -> None:
    # An Austrian in the heart of Germany has nowhere near to go where he may stay [12.5].
    t = table("turn 3 phase Central movement\nGE 1@1007\nAH 1@1008\nFR 1@0104").choose("unit GE1")
    assert t.refused("relieve 1008").case == "R60"


MONASTIR = """
    turn 5 phase Allied movement
    FR 1@0926 2@0927 3@0928 5@1027 6@1126 {more}
    SB 1@0827
    AH 1@1319
    BU neutral
"""
"""Beside the Serbs in Monastir lie neutral Albania and Greece; all else is full but for 1026."""


def test_r60_an_empty_hex_is_looked_for_two_steps_away_and_no_further() -> None:
    """[5.21] Neutral soil is no place to make way to."""
    assert table(MONASTIR.format(more="")).choose("unit FR6").may("relieve 0827")
    full = table(MONASTIR.format(more="4@1026"))
    assert full.copy().choose("unit FR6").refused("relieve 0827").case == "R60"
    # Whoever changes places with the Serbs leaves them his own hex.
    full.choose("unit FR2", "relieve 0827")
    assert full.may("move 0927")


def test_r60_an_austrian_makes_way_at_home() -> None:
    """[12.5]"""
    t = table("turn 3 phase Central movement\nGE 1@1117\nAH 1@1116\nFR 1@0104")
    assert t.choose("unit GE1", "relieve 1116", "step 1115", "stop").where("AH1") == "1115"


@pytest.mark.parametrize(
    ("serbian", "watch", "relieved"), [("1@1914", 1, False), ("1@1914", 0, True), ("", 1, True)]
)
def test_12_13_who_is_locked_in_makes_way_within_russia(
    serbian: str, watch: int, relieved: bool
) -> None:
    """[R60] The Serb controls all of Russia beside 1913; Germany lies open."""
    t = table(f"""
        turn 6 phase Central movement
        GE 1@1912 2@1913 3@1910 4@1911
        SB {serbian}
        captured 2316 2713 2720 2710 2014
        facts collapsed surrendered watch-{watch}
    """)
    assert t.copy().choose("unit GE1").may("relieve 1913") == relieved
    # Outside Russia friends make way as usual.
    assert t.choose("unit GE3").may("relieve 1911")


def test_r60_a_greek_army_may_vanish_while_it_is_relieved_bug() -> None:
    """[11.3] A British army that relieved a Greek one in Greece broke the game off."""
    t = table("turn 5 phase Allied movement\nBR 1@1330\nFR 1@0104\nGK allied 1@1129\nGE 1@1007")
    t.choose("unit BR1", "relieve 1129")
    assert (t.where("BR1"), t.where("GK1"), t.side("GK")) == ("1129", "lost", "open")


# Neutral soil.


def test_r61_a_straight_move_never_violates_a_neutral_and_a_step_may() -> None:
    """[11.7] [6.42] Entering is a violation."""
    t = table("turn 3 phase Central movement\nGE 1@0606\nNE Army@0705\nFR 1@0104").choose(
        "unit GE1"
    )
    assert all(COUNTRY[hex_] != "NE" for hex_ in t.choices("move"))
    t.choose("step 0706")
    assert t.refused("step 0705").case == "11.7"
    assert t.refused("move 0805").case == "11.7"
    t.choose("step 0805")
    assert (t.side("NE"), t.where("GE1")) == ("allied", "0805")


def test_12_13_no_unit_marches_out_of_russia_before_the_garrisons_stand() -> None:
    t = table(
        """
        turn 5 phase Central movement
        GE 1@2013
        FR 1@0104
        captured 2014 2316 2720 2713 2710
        facts collapsed surrendered watch-1
        """
    ).choose("unit GE1")
    assert t.refused("step 2113").case == "12.13"
    assert t.refused("move 2112").case == "12.13"


def test_12_13_a_garrison_does_not_move() -> None:
    t = table(
        """
        turn 5 phase Central movement
        GE 1@2014 2@2316 3@2720 4@2713 5@2718
        FR 1@0104
        captured 2014 2316 2720 2713 2718
        garrisons 2014 2316 2720 2713
        facts collapsed surrendered watch-2
        ruined 2014 2015 2219 2314 2316 2414 2512
        """
    )
    assert t.choices("unit") == {"GE5"}
    assert t.refused("unit GE1").case == "12.13"


# Austria-Hungary.


def test_12_5_austrians_may_pass_through_germany_but_not_end_there() -> None:
    t = table("turn 3 phase Central movement\nAH 1@1212\nFR 1@0104").choose("unit AH1")
    assert {COUNTRY[hex_] for hex_ in t.choices("move")}.isdisjoint({"GE", "BL", "FR", "NE"})
    assert t.refused("move 1211").case == "12.5"
    for hex_ in ("1211", "1312", "1412", "1513", "1514", "1515"):
        t.choose(f"rail {hex_}")
        assert t.refused("stop").case == "12.5"
    assert t.choose("rail 1516", "stop").where("AH1") == "1516"


def test_12_5_an_austrian_does_not_enter_where_he_could_not_get_out_again() -> None:
    t = table("turn 3 phase Central movement\nAH 1@1116\nFR 1@0104")
    t.choose("unit AH1", "step 1115", "step 1114", "step 1113", "step 1112")
    assert t.refused("step 1011").case == "12.5"
    assert t.refused("relieve 1113").case == "5.21"


@pytest.mark.parametrize("hex_", ["1008", "0506", "0207", "0805"])
def test_12_5_who_stays_in_the_four_countries_is_destroyed_and_may_be_rebuilt(hex_: str) -> None:
    """[R40] Whatever brought him there."""
    t = table(
        f"""
        turn 3 phase Allied movement
        AH 1@{hex_} 2@1116
        NE allied
        FR 1@0104
        ruined 0506
        """
    )
    assert t.choose("done").where("AH1") == hex_
    t.choose("done")
    assert (t.where("AH1"), t.where("AH2")) == ("pool", "1116")


def test_12_5_an_austrian_left_abroad_by_combat_may_move_out() -> None:
    t = table("turn 3 phase Central movement\nAH 1@1011\nFR 1@0104")
    t.choose("unit AH1", "move 1012")
    assert t.where("AH1") == "1012"


def test_12_5_an_austrian_may_not_take_over_a_place_abroad() -> None:
    t = table("turn 3 phase Central movement\nAH 1@1012\nGE 1@1011\nFR 1@0104").choose("unit AH1")
    assert t.refused("relieve 1011").case == "12.5"


def test_5_0_hexes_out_of_play_are_no_place_to_go() -> None:
    t = table("turn 3 phase Allied movement\nFR 1@0210\nGE 1@1007").choose("unit FR1")
    assert t.refused("step 0211").case == "5.0"
    assert t.refused("done").case == "5.0/PR"
