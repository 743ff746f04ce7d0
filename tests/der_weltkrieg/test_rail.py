"""Section 7: rail movement; section 8: rail capacity; with the nations' cases on both."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.table import Sketch, Table, counter, line_of
from trenchline.games.der_weltkrieg.components import CODES, RAIL_BOUND
from trenchline.games.der_weltkrieg.rail_capacity import capacity, weight

CENTRAL = "turn 1914 Aug 5 phase Central movement\n"
ENTENTE = "turn 1914 Aug 5 phase Entente movement\n"
ROW = tuple(f"03{row:02}" for row in range(1, 11))
"""A line down the third column, in Germany."""
EAST = tuple(f"08{row:02}" for row in range(1, 11))
"""A line down the eighth column, in Russia."""
DOUBLE = Sketch({**line_of("double_track", *ROW), **line_of("double_track", *EAST)})
SINGLE = Sketch({**line_of("single_track", *ROW), **line_of("single_track", *EAST)})


def used(t: Table, code: str) -> int:
    """The capacity of a nation used in this turn."""
    return t.state.capacity_used[CODES.index(code)]


def test_7_1_7_2_a_unit_marches_to_the_rails_and_rides_on() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0203")
    t.choose("unit DEI1")
    assert t.refused("entrain") == "7-2"
    t.choose("move 0303", "entrain")
    assert t.choices("ride") == set(ROW) - {"0303"}
    t.choose("ride 0309")
    assert t.where("DEI1") == "0309"
    assert t.said("DEI1 by rail 0303-0304-0305-0306-0307-0308-0309")


def test_7_3_entraining_costs_a_point() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0303").choose("unit DEI1", "entrain")
    assert t.spent == 1
    slow = DOUBLE.table(CENTRAL + "DE B1@0303").choose("unit DEB1", "move 0403", "move 0303")
    slow.choose("entrain", "detrain", "entrain")
    assert slow.spent == 4
    assert slow.refused("ride 0304") == "7-5"
    assert DOUBLE.table(CENTRAL + "DE B1@0303").choose("unit DEB1").refused("ride 0304") == "7-3"


def test_7_5_7_7_the_ride_of_figure_4() -> None:
    """A German division entrains, rolls three hexes, detrains with two points gone, and walks over
    broken ground into a French zone for two more; by rail it could not have gone there."""
    line = line_of("double_track", "0303", "0304", "0305", "0306", "0307")
    sketch = Sketch({**line, "0306/0406": "broken"}, places={"0303": "city"})
    t = sketch.table(CENTRAL + "DE I1@0303\nFR I1@0507").choose("unit DEI1", "entrain")
    t.choose("ride 0306", "detrain")
    assert t.spent == 2
    assert t.cost("DEI1", "0406") == 2
    assert t.choose("move 0406").where("DEI1") == "0406"


def test_7_5_infantry_rolls_ten_hexsides_a_point_and_others_six() -> None:
    snake = (*ROW, *(f"04{row:02}" for row in range(9, 0, -1)))
    sketch = Sketch(line_of("double_track", *snake))
    for key, hexsides, points in (("DEI1", 10, 2), ("DEI1", 11, 3), ("DEC1", 6, 2), ("DEC1", 7, 3)):
        t = sketch.table(CENTRAL + f"DE {key[2:]}@0301").choose(f"unit {key}", "entrain")
        t.choose(f"ride {snake[hexsides]}", "detrain")
        assert t.spent == points


def test_7_5_a_mixed_stack_rolls_like_its_slowest() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0301 C1@0301").choose("unit DEI1", "with DEC1", "entrain")
    t.choose("ride 0308", "detrain")
    assert t.spent == 1 + 2


def test_7_6_trains_do_not_enter_an_enemy_zone() -> None:
    t = DOUBLE.table(ENTENTE + "RU I1@0803\nDE I1@0707").choose("unit RUI1", "entrain")
    assert t.choices("ride") == {"0801", "0802", "0804", "0805"}
    assert t.refused("ride 0806") == "7-6"
    assert t.refused("ride 0303") == "9-1"
    assert t.refused("ride 0101") == "7-2"


def test_7_4_37_2_only_germans_entrain_in_an_enemy_zone() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0303\nFR I1@0403").choose("unit DEI1", "entrain")
    assert t.spent == 1
    assert t.choices("ride") == {"0301", "0302"}
    russian = DOUBLE.table(ENTENTE + "RU I1@0803\nDE I1@0704").choose("unit RUI1")
    assert russian.refused("entrain") == "7-4"


def test_37_3_germans_may_detrain_in_a_russian_zone_and_pay_for_it() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0303\nRU I1@0408").choose("unit DEI1", "entrain")
    assert "0308" in t.choices("ride")
    assert "0309" not in t.choices("ride")
    t.choose("ride 0308")
    assert t.spent == 1 + 1 + 1
    assert "ride" not in t.verbs
    french = DOUBLE.table(CENTRAL + "DE I1@0303\nFR I1@0408").choose("unit DEI1", "entrain")
    assert french.refused("ride 0308") == "7-6"
    both = DOUBLE.table(CENTRAL + "DE I1@0303\nRU I1@0408\nFR I1@0407")
    assert both.choose("unit DEI1", "entrain").refused("ride 0308") == "7-6"


def test_37_3_the_last_step_must_be_affordable() -> None:
    """A brigade that has walked two hexes to the train has one point left on it, not two."""
    t = DOUBLE.table(CENTRAL + "DE B1@0103\nRU I1@0408").choose("unit DEB1", "move 0303", "entrain")
    assert "0307" in t.choices("ride")
    assert "0308" not in t.choices("ride")


def test_7_8_37_4_38_1_only_germans_and_british_enter_a_zone_after_rail_movement() -> None:
    t = DOUBLE.table(ENTENTE + "RU I1@0803\nDE I1@1006").choose("unit RUI1", "entrain")
    t.choose("ride 0805", "detrain")
    assert t.refused("move 0906") == "7-8"
    german = DOUBLE.table(CENTRAL + "DE I1@0303\nRU I1@0506").choose("unit DEI1", "entrain")
    assert german.choose("ride 0305", "detrain").may("move 0405")
    british = Sketch(DOUBLE.sides, counters=(counter("GBI1", (8, 6), 5),))
    t = british.table(ENTENTE + "GB I1@0803\nDE I1@1006").choose("unit GBI1", "entrain")
    assert t.choose("ride 0805", "detrain").may("move 0906")


def test_7_8_nor_may_others_ride_after_entering_one() -> None:
    t = DOUBLE.table(ENTENTE + "RU C1@0903\nDE I1@1004").choose("unit RUC1", "move 0904")
    t.choose("move 0803")
    assert t.refused("entrain") == "7-8"


def test_7_9_a_single_track_carries_one_unit_a_phase() -> None:
    t = SINGLE.table(ENTENTE + "RU I1@0803 I2@0803 A1@0801\nDE I1@0110")
    t.choose("unit RUI1", "entrain", "ride 0805", "stay", "unit RUI2", "entrain")
    assert t.choices("ride") == {"0801", "0802"}
    assert t.refused("ride 0805") == "7-9"
    t.choose("stay", "unit RUA1", "entrain", "ride 0803", "stay")


def test_7_9_a_unit_may_roll_back_over_the_track_it_came_on() -> None:
    t = SINGLE.table(ENTENTE + "RU I1@0803\nDE I1@0110").choose("unit RUI1", "entrain", "ride 0805")
    assert "0803" in t.choices("ride")


def test_7_9_a_headquarters_with_much_supply_is_too_heavy_for_a_single_track() -> None:
    light = SINGLE.table(ENTENTE + "RU HQ1/10@0803\nDE I1@0110").choose("unit RUHQ1", "entrain")
    assert "0805" in light.choices("ride")
    heavy = SINGLE.table(ENTENTE + "RU HQ1/11@0803\nDE I1@0110").choose("unit RUHQ1", "entrain")
    assert heavy.refused("ride 0805") == "7-9"


def test_37_5_a_german_single_track_carries_two() -> None:
    t = SINGLE.table(CENTRAL + "DE I1@0303 I2@0303 I3@0303\nRU I1@1010")
    for unit in ("DEI1", "DEI2"):
        t.choose(f"unit {unit}", "entrain", "ride 0305", "stay")
    t.choose("unit DEI3", "entrain")
    assert t.refused("ride 0305") == "7-9"
    pair = SINGLE.table(CENTRAL + "DE HQ1/20@0303\nRU I1@1010").choose("unit DEHQ1", "entrain")
    assert "0305" in pair.choices("ride")


def test_7_10_rail_and_column_exclude_each_other() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0303").choose("unit DEI1")
    assert t.copy().choose("column").refused("entrain") == "7-10"
    t.choose("entrain", "detrain")
    assert t.refused("column") == "7-10"


def test_7_11_a_unit_may_stay_on_its_train() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0303\nRU I1@1010").choose("unit DEI1", "entrain")
    t.choose("ride 0305", "stay", "done")
    assert t.state.entrained
    assert "0304" not in t.zone("Central Powers")
    while t.phase != "Central movement":
        t.choose("done")
    t.choose("unit DEI1")
    assert "0310" in t.choices("ride")
    t.choose("ride 0310", "detrain")
    assert t.spent == 1
    assert not t.state.entrained
    assert "0309" in t.zone("Central Powers")


def test_r11_a_unit_may_entrain_again_for_another_point() -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0303").choose("unit DEI1", "entrain", "ride 0305", "detrain")
    assert t.choose("entrain").spent == 3


def test_6_12_a_rail_bound_unit_lives_on_the_rails() -> None:
    train = counter("DET1", (2, 2), RAIL_BOUND, "artillery", "regiment")
    snake = (*ROW, *(f"04{row:02}" for row in range(9, 0, -1)), *(f"05{r:02}" for r in range(1, 9)))
    sketch = Sketch(line_of("double_track", *snake), counters=(train,))
    t = sketch.table(CENTRAL + "DE T1@0301 I1@0101").choose("unit DET1")
    assert snake[20] in t.choices("ride")
    assert snake[21] not in t.choices("ride")
    assert t.refused("detrain") == "6-12"
    t.choose(f"ride {snake[20]}")
    assert used(t, "DE") == 2


def test_8_1_8_4_every_network_rolled_in_counts_the_unit() -> None:
    line = line_of("double_track", "0403", "0503", "0603", "0703")
    facts = {"0603": {"country": "AH"}, "0703": {"country": "AH"}}
    sketch = Sketch(line, facts=facts, scenario={"rail_capacity": {"DE": 2, "AH": 1}})
    t = sketch.table(CENTRAL + "DE I1@0403 I2@0403 I3@0403\nRU I1@1010")
    t.choose("unit DEI1", "entrain", "ride 0703", "stay")
    assert (used(t, "DE"), used(t, "AH")) == (1, 1)
    t.choose("unit DEI2", "entrain")
    assert t.refused("ride 0603") == "8-1"
    t.choose("ride 0503", "stay")
    assert t.choose("unit DEI3").refused("entrain") == "8-1"


def test_8_1_capacity_is_for_a_turn() -> None:
    sketch = Sketch(DOUBLE.sides, scenario={"rail_capacity": {"DE": 1}})
    t = sketch.table(CENTRAL + "DE I1@0303 I2@0303\nRU I1@1010")
    t.choose("unit DEI1", "entrain", "ride 0305", "stay")
    assert t.choose("unit DEI2").refused("entrain") == "8-1"
    t.choose("stay")
    t.choose("done")
    while t.phase != "Central movement":
        t.choose("done")
    t.choose("unit DEI2", "entrain", "ride 0304")
    assert t.where("DEI2") == "0304"


def test_8_3_8_5_conquered_lines_count_against_whoever_repaired_them() -> None:
    line = line_of("double_track", "0403", "0503", "0603", "0703")
    t = Sketch(line).table(CENTRAL + "DE I1@0603\nRU I1@1010\nnetwork DE 0403 0503 0603 0703")
    t.choose("unit DEI1", "entrain", "ride 0703")
    assert (used(t, "DE"), used(t, "RU")) == (1, 0)


@pytest.mark.parametrize(
    ("unit", "divisions"),
    [
        ("DE I1=1", 1),
        ("DE B1", 1),
        ("DE E1", 1),
        ("DE S1", 1),
        ("DE A1", 2),
        ("DE R1", 1),
        ("DE HQ1", 1),
        ("DE HQ1/10", 1),
        ("DE HQ1/20", 2),
        ("DE HQ1/42", 5),
        ("DE P1/10", 1),
        ("US I1", 2),
        ("US B1", 1),
    ],
)
def test_8_6_8_7_8_8_18_4_29_8_49_1_what_units_weigh(unit: str, divisions: int) -> None:
    americans = (counter("USI1", (16, 8), 4), counter("USB1", (4, 2), 4, size="brigade"))
    t = Sketch(DOUBLE.sides, counters=americans).table(ENTENTE + f"{unit}@0303\nRU I1@0810")
    key = unit.replace(" ", "").partition("=")[0].partition("/")[0]
    assert weight(t.state, t.state.theatre.unit[key]) == divisions


@pytest.mark.parametrize(
    ("code", "divisions"),
    [
        ("DE", 20),
        ("FR", 15),
        ("AH", 10),
        ("RU", 10),
        ("IT", 7),
        ("SR", 1),
        ("BE", 5),
        ("BU", 2),
        ("OT", 2),
        ("RO", 3),
        ("GR", 2),
    ],
)
def test_37_1_39_1_40_1_41_1_42_1_43_3_44_1_45_1_46_2_47_1_48_1_capacities(
    code: str, divisions: int
) -> None:
    t = DOUBLE.table(CENTRAL + "DE I1@0303")
    assert capacity(t.state, CODES.index(code)) == divisions


def test_8_2_37_1_a_scenario_may_lower_capacity() -> None:
    t = Sketch(scenario={"rail_capacity": {"DE": 8}}).table(CENTRAL + "DE I1@0303")
    assert capacity(t.state, CODES.index("DE")) == 8


BELGIUM = Sketch(
    line_of("double_track", "0202", "0303", "0403", "0503", "0603"),
    places={"0403": "city"},
    facts={
        "0202": {"country": "FR"},
        "0303": {"country": "BE"},
        "0403": {"country": "BE"},
        "0503": {"country": "BE"},
        "0603": {"country": "GR"},
    },
    scenario={"whole_countries": ["BE"]},
)


def test_8_9_with_its_last_city_a_country_loses_its_capacity_and_an_heir_its_lines() -> None:
    t = BELGIUM.table(CENTRAL + "DE I1@0404\nRU I1@1010").choose("unit DEI1", "move 0403", "stay")
    assert t.who == "Entente"
    assert t.choices("heir") == {"FR", "GR"}
    assert t.refused("heir RU") == "8-9"
    t.choose("heir FR")
    assert capacity(t.state, CODES.index("BE")) == 0
    assert t.labels(t.state.network[CODES.index("FR")]) == {"0202", "0303", "0503"}


def test_8_9_a_single_heir_is_not_asked_for() -> None:
    t = BELGIUM.table(CENTRAL + "DE I1@0404\nRU I1@1010\ninoperative 0603")
    t.choose("unit DEI1", "move 0403", "stay")
    assert t.labels(t.state.network[CODES.index("FR")]) == {"0202", "0303", "0503"}


def test_7_8_r156_who_came_by_rail_may_still_advance_after_combat() -> None:
    combat = ENTENTE.replace("movement", "combat")
    t = DOUBLE.table(combat + "RU I1@0803 I2@0803\nDE B1=1@0804 C1@0705\nrailed RUI1 RUI2", 6, 1)
    t.choose("attack 0804", "with RUI1", "with RUI2", "join")
    while t.asked in ("CavalryLeaves", "DecideRetreat", "TakeLosses", "RetreatUnit"):
        t.choose(min(t.legal))
    assert "0804" in t.zone("Central Powers")
    assert t.choices("advance") == {"RUI1", "RUI2"}
