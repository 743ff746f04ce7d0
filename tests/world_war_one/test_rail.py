"""Section 5.3 of World War I: rail movement."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, table
from trenchline.kernel.play import decision


def germans(units: str, others: str = "FR 1@0104") -> Table:
    return table(f"turn 3 phase Central movement\nGE {units}\n{others}")


def rails(*hexes: str) -> list[str]:
    return [f"rail {hex_}" for hex_ in hexes]


def points_left(t: Table) -> str:
    return decision(t.state).prompt(t.state).partition(": ")[2].partition(" ")[0]


EAST = ("1510", "1610", "1711", "1811", "1911", "2011", "2111", "2211", "2312", "2411")
"""Ten hexsides by rail from Berlin (1409), past Koenigsberg, into Russia."""


def test_5_31_a_rail_hexside_costs_half_a_point() -> None:
    t = germans("1@1409 2@1007").choose("unit GE1", *rails(*EAST[:9]))
    assert (t.asked, points_left(t)) == ("MoveUnit", "0.5")
    t.choose("rail 2411")
    assert (t.where("GE1"), t.asked) == ("2411", "MovementPhase")


def test_5_31_whatever_the_terrain() -> None:
    # Vienna to Villach: four rough hexes for two points.
    t = table("turn 3 phase Central movement\nAH 1@1116\nFR 1@0104")
    t.choose("unit AH1", *rails("1016", "0916", "0816", "0716"))
    assert points_left(t) == "3"


def test_5_31_two_rail_hexes_without_a_line_between_them_are_no_railway() -> None:
    t = germans("1@1309").choose("unit GE1")
    assert t.refused("rail 1310").case == "5.31"
    assert t.choices("rail") == {"1208", "1409"}


@pytest.mark.parametrize(
    ("ridden", "left"), [(1, 4), (2, 4), (3, 3), (5, 2), (6, 2), (7, 1), (8, 1), (9, 0)]
)
def test_5_31_half_points_left_over_are_lost_to_marching(ridden: int, left: int) -> None:
    t = germans("1@1409 2@1007").choose("unit GE1", *rails(*EAST[:ridden]))
    # The hexes along the Baltic east of Berlin are clear: to and fro is a point a hex.
    here, back = t.where("GE1"), (*EAST[:ridden], "1409")[ridden - 2]
    for count in range(left):
        assert t.may(f"step {back if count % 2 == 0 else here}")
        t.choose(f"step {back if count % 2 == 0 else here}")
        if count + 1 < left:
            assert points_left(t) == str(left - count - 1)
    assert t.choices("step") == set()


def test_5_31_no_half_point_is_lost_when_rail_follows_marching() -> None:
    """[R39] Two points on foot, then six hexsides by rail."""
    t = germans("1@1406 2@1007").choose("unit GE1", "step 1407", "step 1408", "rail 1409")
    t.choose(*rails(*EAST[:4]))
    assert points_left(t) == "0.5"
    assert t.choose("rail 1911").where("GE1") == "1911"
    assert t.asked == "MovementPhase"


def test_5_32_any_number_of_units_may_use_the_railways() -> None:
    t = germans("1@1409 2@1510 3@1610 4@1711 5@1309 6@1310")
    for unit, to in (("4", "2411"), ("3", "2312"), ("2", "2211"), ("1", "2111")):
        t.choose(f"unit GE{unit}", f"move {to}")
    t.choose("unit GE5", "rail 1409", "stop", "unit GE6", "rail 1311", "stop")
    assert [t.where(f"GE{n}") for n in (1, 2, 3, 4, 5, 6)] == [
        "2111",
        "2211",
        "2312",
        "2411",
        "1409",
        "1311",
    ]


def test_5_32_either_side_may_use_any_railway() -> None:
    # From the Saar over Metz and Verdun to Paris leads an open line.
    t = table("turn 3 phase Allied movement\nFR 1@0609\nGE 1@1007\nruined 0509 0510")
    t.choose("unit FR1")
    assert t.choices("rail") == {"0509", "0710"}


def test_5_33_an_enemy_on_the_line_cuts_it() -> None:
    open_line = table("turn 3 phase Central movement\nAH 1@0923\nSB 1@1124").choose("unit AH1")
    assert open_line.choices("rail") == {"0922"}
    cut = table("turn 3 phase Central movement\nAH 1@0923\nSB 1@1020").choose("unit AH1")
    assert cut.refused("rail 0922").case == "5.33"


def test_5_33_an_enemy_zone_on_the_line_cuts_it() -> None:
    t = table("turn 3 phase Central movement\nAH 1@0923\nSB 1@1122").choose("unit AH1")
    assert t.refused("rail 0922").case == "5.33"


def test_5_33_an_enemy_fort_on_the_line_cuts_it() -> None:
    # Belgrade lies between the Bulgarian railways and the Austrian ones.
    t = table("turn 4 phase Central movement\nAH 1@1226\nFR 1@0104").choose("unit AH1")
    assert t.refused("rail 1225").case == "5.33"
    t = table("turn 4 phase Central movement\nAH 1@1226\nFR 1@0104\nruined 1223").choose("unit AH1")
    assert "1225" in t.choices("rail")


def test_5_33_the_unit_itself_lifts_the_zone_in_its_own_hex() -> None:
    """[R58] [5.35] Sarajevo is controlled from 0924, and the train leaves all the same."""
    t = table("turn 3 phase Central movement\nAH 1@0923\nSB 1@0924")
    assert "0923" in t.zone("Allied")
    assert t.choose("unit AH1").choices("rail") == {"0922"}


def test_5_33_the_source_must_be_one_of_the_nations_own() -> None:
    # Beside Constantinople a Turk is at home, a Bulgarian too by way of Sofia, but no German.
    for nation, linked in (("TU 1", True), ("BU 1", True), ("GE 1", False)):
        t = table(f"turn 4 phase Central movement\n{nation}@1631\nFR 1@0104")
        t.choose(f"unit {nation.replace(' ', '')}")
        assert t.may("rail 1632") == linked
    assert t.refused("rail 1632").case == "5.33"


def test_5_33_the_western_edge_serves_the_western_allies_in_italy_too() -> None:
    t = table("turn 4 phase Allied movement\nFR 1@0214\nGE 1@1007").choose("unit FR1")
    assert t.choices("rail") == {"0213", "0215", "0315"}
    # [R55] Not if Italy fights on the other side.
    t = table("turn 4 phase Allied movement\nFR 1@0214\nIT central\nGE 1@1007").choose("unit FR1")
    assert t.refused("rail 0213").case == "5.33"


def test_5_33_russians_need_the_eastern_edge() -> None:
    t = table("turn 3 phase Allied movement\nRS 1@2316\nGE 1@1007").choose("unit RS1")
    assert t.choices("rail") == {"2215", "2317", "2415", "2416"}
    # Far in the west there is a line to the French edge, which is none of theirs.
    t = table("turn 3 phase Allied movement\nRS 1@0207\nGE 1@1007").choose("unit RS1")
    assert t.refused("rail 0107").case == "5.33"
    serbian = table("turn 3 phase Allied movement\nSB 1@0207\nGE 1@1007").choose("unit SB1")
    assert serbian.may("rail 0107")


def test_5_33_the_line_is_looked_for_where_the_train_is_boarded() -> None:
    """[R38] Cut off at 0922, a unit marches round and takes the train at 1020."""
    t = table("turn 3 phase Central movement\nAH 1@0922\nSB 1@1122").choose("unit AH1")
    assert t.refused("rail 1021").case == "5.33"
    t.choose("step 0921", "step 1020")
    assert t.may("rail 1019")


TEMESVAR = """
    turn 3 phase Central movement
    AH 1@1320 2@1321 3@1219
    RS 1@1420
    SB 1@1223
"""
"""The line from Budapest to Temesvar (1322) and on to 1423, held under the enemy's eyes at 1320 and
1321. From 1320 one marches round to 1322 for three points; 1423 is then too far, but for a train.
"""


def test_5_33_the_hex_a_unit_has_left_is_controlled_again() -> None:
    t = table(TEMESVAR).choose("unit AH1")
    assert not t.may("move 1423")
    t.choose("step 1220", "step 1221", "step 1322")
    assert t.refused("rail 1422").case == "5.33"


def test_5_33_unless_a_friend_has_taken_it_over_bug() -> None:
    """[6.32] [R60] A relieved unit was told that its old hex, held by a friend, cut the line."""
    t = table(TEMESVAR).choose("unit AH3", "relieve 1320")
    assert t.may("move 1423")
    t.choose("step 1220", "step 1221", "step 1322")
    assert t.may("rail 1422")


def test_5_33_a_russian_who_leaves_the_line_leaves_it_to_the_enemy() -> None:
    # The German in 2321 controls the line from Odessa to Kiev at 2322 and 2421.
    line = "turn 3 phase Allied movement\nRS 1@2421 2@2322 3@2522\nGE 1@2321"
    alone = table(line).choose("unit RS1")
    assert not alone.may("move 2126")
    assert alone.choose("step 2422", "step 2323").refused("rail 2324").case == "5.33"
    # Where a friend takes his place, trains still run.
    assert table(line).choose("unit RS3", "relieve 2421").may("move 2126")


@pytest.mark.parametrize(("friends", "linked"), [("2@2322 3@2421", True), ("2@2322", False)])
def test_5_33_who_marches_out_of_a_zone_boards_where_friends_hold_the_line(
    friends: str, linked: bool
) -> None:
    """[6.32] The same line; he reaches it at 2323, and by train 2526."""
    t = table(f"turn 3 phase Allied movement\nRS 1@2221 {friends}\nGE 1@2321")
    assert "2221" in t.zone("Central")
    assert t.choose("unit RS1").may("move 2526") == linked


def test_5_34_one_stretch_by_rail_with_marching_before_and_after() -> None:
    t = germans("1@1407").choose("unit GE1", "step 1408", "rail 1409", "rail 1510", "step 1511")
    assert t.refused("rail 1611").case == "5.34"
    assert t.may("step 1611")


def test_5_34_who_marches_onto_a_friend_may_take_the_train_from_there() -> None:
    """One point is left at Skopje; the hexes around are full or rough, but a train goes to 1026."""
    t = table("""
        turn 5 phase Allied movement
        SB 1@1129 2@0927
        FR 1@0928
        GK open
        BU central
        GE 1@1007
    """).choose("unit SB1", "step 1029", "step 0929", "step 0928")
    assert t.may("step 0927")
    assert t.choose("step 0927").may("rail 1026")


def test_5_34_a_straight_move_rides_and_marches_on() -> None:
    t = germans("1@1409 2@1007").choose("unit GE1", "move 2311")
    start, end, *through = t.notes[-1].named("hex")
    assert (start, through, end) == ("1409", [*EAST[:8]], "2311")


def test_5_21_no_train_stops_on_a_friend() -> None:
    t = germans("1@1409 2@2411").choose("unit GE1", *rails(*EAST[:9]))
    assert t.refused("rail 2411").case == "5.21"
    # But it passes him if there is half a point left to go on.
    t = germans("1@1409 2@2312").choose("unit GE1", *rails(*EAST[:9]))
    assert t.choose("rail 2411").where("GE1") == "2411"


def test_5_35_a_train_stops_in_an_enemy_zone() -> None:
    t = germans("1@1711 2@1007", "RS 1@1912").choose("unit GE1", "rail 1811")
    assert (t.where("GE1"), t.asked) == ("1811", "MovementPhase")


def test_5_35_a_unit_in_an_enemy_zone_may_leave_by_rail() -> None:
    t = germans("1@1811", "RS 1@1912").choose("unit GE1")
    assert "1811" in t.zone("Allied")
    assert t.choose("rail 1711", "rail 1610", "stop").where("GE1") == "1610"


def test_5_35_but_not_straight_into_another_zone() -> None:
    t = germans("1@1811", "RS 1@1912").choose("unit GE1")
    assert t.refused("rail 1911").case == "6.12"
    assert t.refused("rail 1812").case == "6.12"


def test_r61_a_train_may_violate_a_neutral() -> None:
    """[11.7] By rail from Villach into Italy, a turn before she joins."""
    t = table("turn 2 phase Central movement\nAH 1@0716 2@1116\nIT 1@0415\nFR 1@0104")
    t.choose("unit AH1", "rail 0616")
    assert (t.side("IT"), t.where("AH1")) == ("allied", "0616")
