"""Section 6: ground movement, with what sections 10, 22, 29, 32 and 33 change in it."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.table import Sketch, line_of

AUGUST = "turn 1914 Aug 5 phase Central movement\n"
LANE = "0303 0304"
"""Two hexes, one hexside and the sea around."""


def test_6_7_costs_of_a_hexside_add_up() -> None:
    """Wooded rough, a river and a single track: four, one, less one."""
    sides = {"0303/0304": "wooded_rough river single_track"}
    t = Sketch(sides, "0303 0304").table(AUGUST + "DE I1@0303")
    assert t.cost("DEI1", "0304") == 4


def test_6_6_the_ride_of_figure_3() -> None:
    """Clear, woods with a river and a double track, broken ground with a river: 1, 2, 2."""
    sides = {"0303/0403": "woods river double_track", "0403/0404": "broken river"}
    t = Sketch(sides).table(AUGUST + "DE C1@0203")
    t.choose("unit DEC1", "move 0303")
    assert t.spent == 1
    assert t.choose("move 0403").spent == 3
    assert t.choose("move 0404").spent == 5


def test_6_1_the_allowance_is_printed_on_the_counter() -> None:
    t = Sketch().table(AUGUST + "DE I1@0305 A1@0305")
    assert "0310" in t.reach("DEI1")
    assert "0310" not in t.reach("DEA1")
    assert t.choose("unit DEA1").refused("move 0310") == "6-9"


def test_6_2_6_10_column_movement_goes_half_as_far_again() -> None:
    t = Sketch().table(AUGUST + "DE I1@0301").choose("unit DEI1")
    assert "0307" not in t.choices("move")
    t.choose("column")
    assert "0308" in t.choices("move")
    assert "0309" not in t.choices("move")


def test_6_10_artillery_never_marches_in_column() -> None:
    t = Sketch().table(AUGUST + "DE A1@0301")
    assert t.choose("unit DEA1").refused("column") == "6-10"


def test_6_10_a_column_leaves_but_never_enters_an_enemy_zone() -> None:
    t = Sketch().table(AUGUST + "DE I1@0303\nRU I1@0403")
    t.choose("unit DEI1", "column")
    assert t.refused("move 0304") == "6-10"
    assert t.may("move 0201")


def test_6_3_a_unit_moves_once_and_only_in_its_own_phase() -> None:
    t = Sketch().table(AUGUST + "DE I1@0303 I2@0303\nRU I1@0804")
    assert t.refused("unit RUI1") == "6-3"
    t.march("DEI1", "0304")
    assert t.refused("unit DEI1") == "6-3"


def test_6_4_6_5_a_stack_starts_together_and_goes_at_the_pace_of_its_slowest() -> None:
    t = Sketch().table(AUGUST + "DE C1@0303 B1@0303 I1@0403")
    t.choose("unit DEC1")
    assert "0310" in t.choices("move")
    assert t.refused("with DEI1") == "6-5"
    t.choose("with DEB1")
    assert "0310" not in t.choices("move")
    t.choose("move 0304")
    assert t.at("0304") == {"DEC1", "DEB1"}
    assert t.refused("with DEI1") == "6-5"


def test_6_8_points_are_not_saved_for_the_next_turn() -> None:
    t = Sketch().table(AUGUST + "DE B1@0305\nRU I1@1010")
    t.march("DEB1").choose("done")
    assert t.phase == "Central movement"
    assert "0309" in t.reach("DEB1")
    assert "0310" not in t.reach("DEB1")


def test_6_9_one_hexside_may_always_be_crossed() -> None:
    t = Sketch({"0303/0304": "mountain"}, LANE).table(AUGUST + "DE B1@0303")
    t.choose("unit DEB1")
    t.choose("move 0304")
    assert t.where("DEB1") == "0304"
    assert "move" not in t.verbs


def test_6_9_but_not_after_another_hexside() -> None:
    t = Sketch({"0303/0304": "mountain"}, f"0302 {LANE}").table(AUGUST + "DE B1@0302")
    t.choose("unit DEB1", "move 0303")
    assert t.refused("move 0304") == "6-9"


def test_6_9_nor_over_steep_ground_between_two_enemy_zones() -> None:
    """A brigade has four points; rough ground costs it five from zone to zone, wooded rough six."""
    position = AUGUST + "DE B1@0303\nRU I1@0403"
    steep = Sketch({"0303/0304": "wooded_rough"}, f"{LANE} 0403").table(position)
    rough = Sketch({"0303/0304": "rough"}, f"{LANE} 0403").table(position)
    assert "0304" not in steep.reach("DEB1")
    assert "0304" in rough.reach("DEB1")


def test_22_15_trenches_count_as_terrain_for_the_free_step() -> None:
    """Woods and a trench are four points of terrain."""
    sketch = Sketch({"0303/0304": "woods"}, f"{LANE} 0403")
    t = sketch.table(AUGUST + "DE B1@0303\nRU I1@0403\ntrenches 0304")
    assert "0304" not in t.reach("DEB1")
    assert "0304" in sketch.table(AUGUST + "DE B1@0303\nRU I1@0403").reach("DEB1")


def test_r6_who_can_pay_may_cross_steep_ground_between_zones() -> None:
    sketch = Sketch({"0303/0304": "wooded_rough"}, f"{LANE} 0403")
    t = sketch.table(AUGUST + "DE C1@0303\nRU I1@0403")
    assert t.cost("DEC1", "0304") == 6
    assert "0304" in t.reach("DEC1")


def test_r5_no_major_river_from_zone_to_zone() -> None:
    """A cavalry division could pay the six points; only the river forbids it."""
    sketch = Sketch({"0303/0304": "major_river"}, f"{LANE} 0403 0302 0305")
    assert "0304" not in sketch.table(AUGUST + "DE C1@0303\nRU I1@0403").reach("DEC1")
    assert "0304" in sketch.table(AUGUST + "DE C1@0303\nRU I1@0302").reach("DEC1")
    assert "0304" in sketch.table(AUGUST + "DE C1@0303\nRU I1@0305").reach("DEC1")


def test_32_3_mountain_units_dare_steeper_ground() -> None:
    sketch = Sketch({"0303/0304": "mountain"}, f"{LANE} 0403")
    t = sketch.table(AUGUST + "DE B1@0303 M1@0303\nRU I1@0403")
    assert "0304" in t.reach("DEM1")
    assert "0304" not in t.reach("DEB1")


def test_32_1_32_2_mountain_units_pay_less() -> None:
    sides = {"0303/0304": "wooded_rough", "0304/0305": "swamp single_track"}
    t = Sketch(sides, f"{LANE} 0305").table(AUGUST + "DE M1@0303")
    assert t.cost("DEM1", "0304") == 3
    assert t.cost("DEM1", "0305") == 3 + 2


@pytest.mark.parametrize(
    ("terrain", "others", "mountaineers"),
    [
        ("clear", 1, 1),
        ("hilly", 1, 1),
        ("woods", 2, 2),
        ("swamp", 3, 3),
        ("rough", 3, 3),
        ("wooded_rough", 4, 3),
        ("mountain", 6, 5),
        ("mountain river", 7, 6),
    ],
)
def test_32_1_a_point_less_over_wooded_rough_and_mountains_alone(
    terrain: str, others: int, mountaineers: int
) -> None:
    t = Sketch({"0303/0304": terrain}, LANE).table(AUGUST + "DE M1@0303 I1@0303")
    assert t.cost("DEI1", "0304") == others
    assert t.cost("DEM1", "0304") == mountaineers


def test_43_5_serbian_infantry_and_46_3_ottoman_in_summer_are_mountain_units() -> None:
    sketch = Sketch({"0303/0304": "wooded_rough"}, LANE)
    serbs = sketch.table("turn 1914 Aug 5 phase Entente movement\nSR I1@0303")
    assert serbs.cost("SRI1", "0304") == 3
    summer = sketch.table(AUGUST + "OT I1@0303")
    assert summer.cost("OTI1", "0304") == 3
    winter = sketch.table("turn 1914 Dec 1 phase Central movement\nOT I1@0303")
    assert winter.cost("OTI1", "0304") == 4


def test_29_12_artillery_needs_rails_over_a_mountain() -> None:
    """Six points are more than its four: only the free step would take it over."""
    bare = Sketch({"0303/0304": "mountain"}, LANE).table(AUGUST + "DE A1@0303 B1@0303")
    railed = Sketch({"0303/0304": "mountain single_track"}, LANE).table(AUGUST + "DE A1@0303")
    assert "0304" not in bare.reach("DEA1")
    assert "0304" in bare.reach("DEB1")
    assert "0304" in railed.reach("DEA1")


def test_6_9_water_and_alpine_sides_are_never_crossed() -> None:
    sides = {"0303/0304": "lake", "0303/0403": "alpine"}
    t = Sketch(sides, "0303 0304 0403 0302").table(AUGUST + "DE C1@0303").choose("unit DEC1")
    assert t.choices("move") == {"0302"}
    assert t.refused("move 0203") == "6-6"


def test_6_11_only_hexes_without_strength_are_entered() -> None:
    t = Sketch().table(AUGUST + "DE C1@0303\nRU I1@0406 A1@0203 E1@0302 R1@0402 HQ1@0502")
    t.choose("unit DEC1")
    assert t.refused("move 0406") == "6-11"
    assert t.refused("move 0502") == "6-11"
    t.choose("move 0302", "move 0402")
    assert t.spent == 2
    assert t.where("RUE1") == t.where("RUR1") == "eliminated"
    assert t.where("RUA1") == "0203"


def test_9_9_18_11_24_1_29_13_what_has_no_strength_is_overrun() -> None:
    t = Sketch().table(AUGUST + "DE C1@0303\nRU A1@0304 E1@0304 R1@0304 P1@0304")
    t.march("DEC1", "0304")
    assert t.at("0304") == {"DEC1"}


def test_29_9_artillery_joins_infantry_without_paying_for_the_zone() -> None:
    t = Sketch().table(AUGUST + "DE A1@0302 A2@0302 I1@0303\nRU I1@0403")
    assert t.copy().choose("unit DEA1", "move 0303").spent == 1
    assert t.choose("unit DEA2", "move 0402").spent == 2


def test_33_2_assault_units_leave_a_zone_for_nothing() -> None:
    t = Sketch().table(AUGUST + "DE X1@0303 I1@0303\nRU I1@0403")
    assert t.copy().choose("unit DEX1", "move 0302").spent == 1
    assert t.choose("unit DEI1", "move 0302").spent == 2


def test_10_7_zones_cost_a_point_in_and_a_point_out() -> None:
    """Figure 7: into the zone two points, from there on inside it three."""
    t = Sketch().table(AUGUST + "DE I1@0304\nRU I1@0204")
    assert t.zone("Entente") == {"0203", "0304", "0305", "0205", "0105", "0104"}
    assert t.copy().choose("unit DEI1", "move 0305").spent == 3
    assert t.choose("unit DEI1", "move 0404").spent == 2
    t = Sketch().table(AUGUST + "DE I1@0404\nRU I1@0204").choose("unit DEI1", "move 0305")
    assert t.spent == 2


def test_22_6_22_13_churned_ground_costs_two_more() -> None:
    t = Sketch().table(AUGUST + "DE I1@0303\ntrenches 0304\ndevastation 0302")
    assert t.copy().choose("unit DEI1", "move 0304").spent == 3
    assert t.copy().choose("unit DEI1", "move 0302").spent == 3


def test_9_3_infantry_breaks_the_lines_it_enters() -> None:
    rails = line_of("double_track", "0602", "0603", "0604", "0605")
    t = Sketch(rails).table(AUGUST + "DE I1@0503 C1@0502 B1@0504 B2@0504")
    t.march("DEC1", "0602").march("DEB1", "0604")
    assert not t.state.inoperative
    t.march("DEB2", "0604")
    assert t.labels(t.state.inoperative) == {"0604"}
    t.march("DEI1", "0603")
    assert t.labels(t.state.inoperative) == {"0603", "0604"}


def test_6_9_a_refused_step_says_what_is_in_its_way() -> None:
    def refused(kind: str, unit: str, enemy: str = "", more: str = "") -> tuple[str, str]:
        sketch = Sketch({"0303/0304": kind}, LANE + " 0403" * bool(enemy))
        t = sketch.table(AUGUST + f"DE {unit}@0303{enemy}{more}").choose(f"unit DE{unit}")
        refusal = t.why_not("move 0304")
        return refusal.case, refusal.reason

    enemy, dug = "\nRU I1@0403", "\ntrenches 0303 0304\nDE I1@0304"
    assert refused("lake", "I1")[1] == "nobody crosses that hexside"
    assert "major river" in refused("major_river", "C1", enemy)[1]
    assert "free step" in refused("wooded_rough", "B1", enemy)[1]
    assert refused("mountain", "A1", "", "\nDE I2@0303")[0] == "29-12"
    assert refused("clear", "A1", enemy, dug + " I2@0303")[0] == "29-16"
    assert refused("clear", "HQ1", "", dug + " I2@0303")[0] == "18-3"
