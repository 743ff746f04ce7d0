"""Section 23: recombination; section 24: replacements."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.table import Sketch, Table, counter
from trenchline.games.der_weltkrieg.results import counterattack

PHASE = "turn 1914 Aug 5 phase Central recombination\n"
MOVEMENT = "turn 1914 Aug 5 phase Central movement\n"
FAR = "\nRU I1@1010"
RESERVIST = counter("DEV1", (6, 4), 5, full=8)
COLOURED = (
    replace(counter("AHH1", (6, 4), 4, full=6), colour="green"),
    replace(counter("AHH2", (6, 4), 4, full=6), colour="green"),
    replace(counter("AHZ1", (6, 4), 4, full=6), colour="brown"),
    replace(counter("AHZ2", (6, 4), 4, full=6), colour="brown"),
    replace(counter("AHD1", (3, 3), 3, "replacement", full=6), colour="any"),
    replace(counter("DEV2", (8, 6), 5, full=8), colour="blue"),
)
SKETCH = Sketch(counters=(RESERVIST, *COLOURED))


def lay(units: str) -> Table:
    return SKETCH.table(PHASE + units + FAR)


def test_23_4_23_5_the_recombination_of_figure_13() -> None:
    """A weakened 6-5 down to 4, a replacement unit and a brigade give eight points; an eliminated
    8-5 comes back with them."""
    t = lay("DE HQ1@0303 V1=5@0303 R1@0303 B1@0303 I1=0:eliminated")
    t.choose("give DEV1", "amount 1", "give DER1", "amount 5", "give DEB1", "amount 2")
    assert t.choices("return") >= {"DEI1"}
    t.choose("return DEI1", "amount 8", "done")
    assert [t.strength(unit) for unit in ("DEV1", "DEI1")] == [4, 8]
    assert t.where("DER1") == t.where("DEB1") == "eliminated"
    assert t.where("DEI1") == "0303"


def test_23_1_only_units_of_one_nation_type_and_colour_recombine() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 I2=4@0303 C1=1@0303 M1=3@0303\nAH I1=2@0303")
    t.choose("give DEI1", "amount 1")
    for unit in ("DEC1", "DEM1", "AHI1"):
        assert t.refused(f"raise {unit}") == "23-1"
    colours = lay("AH HQ1@0303 I1=4@0303 H1=4@0303 H2=4@0303")
    assert colours.choose("give AHH1", "amount 1").choices("raise") == {"AHH2"}


def test_23_1_24_4_replacements_of_no_nationality_join_one_colour_at_a_time() -> None:
    """[R109]"""
    t = lay("AH HQ1@0303 D1@0303 R1@0303 H1=4@0303 Z1=4@0303 Z2=4@0303 I1=0:eliminated")
    assert t.copy().choose("give AHR1", "amount 1").choices("return") >= {"AHI1"}
    t.choose("give AHD1", "amount 3")
    assert t.choices("raise") == {"AHH1", "AHZ1", "AHZ2"}
    t.choose("raise AHZ1", "amount 1")
    assert t.choices("raise") == {"AHZ1", "AHZ2"}
    assert t.refused("raise AHH1") == "23-1"
    assert t.choices("give") == {"AHZ2"}


def test_37_9_all_german_infantry_recombines() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 V2=4@0303").choose("give DEI1", "amount 1")
    assert t.choices("raise") == {"DEV2"}


def test_23_2_a_headquarters_of_the_nation_rests_in_the_hex() -> None:
    alone = lay("DE I1=4@0303 I2=4@0303")
    assert "give" not in alone.verbs
    foreign = SKETCH.table(PHASE + "AH HQ1@0303\nDE I1=4@0303 I2=4@0303 R1@0101" + FAR)
    assert foreign.refused("give DEI1") == "23-2"


def test_23_2_nobody_who_has_moved_or_fought_takes_part() -> None:
    units = "DE HQ1@0303 I1=4@0303 I2=4@0303 I3=5@0303 R1@0101" + FAR
    moved = SKETCH.table(PHASE + units + "\nmoved_this_turn DEI1\nengaged DEI2")
    assert moved.refused("give DEI1") == "23-2"
    assert moved.refused("give DEI2") == "23-2"
    staff = SKETCH.table(PHASE + units + "\nmoved_this_turn DEHQ1")
    assert staff.refused("give DEI1") == "23-2"


def test_23_2_a_unit_that_marches_has_moved_and_one_picked_up_and_left_has_not() -> None:
    t = SKETCH.table(MOVEMENT + "DE HQ1@0303 I1=4@0302 I2=4@0303 I3=5@0303" + FAR)
    t.march("DEI1", "0303").choose("unit DEI2", "stay", "done")
    assert t.phase == "Central recombination"
    assert t.choices("give") == {"DEI2", "DEI3"}


def test_23_3_only_in_the_owners_phase() -> None:
    t = SKETCH.table(PHASE + "DE HQ1@0303 I1=4@0303 I2=4@0303\nRU I1@1010 I2@1010")
    assert t.refused("give RUI1") == "23-3"


def test_23_4_a_unit_rises_to_its_front_or_its_symbol_whichever_is_lower() -> None:
    t = lay("DE HQ1@0303 I1@0303 V1=4@0303 X1=6@0303").choose("give DEI1", "amount 6")
    assert t.copy().choose("raise DEV1").refused("amount 3") == "23-4"
    assert t.choose("raise DEX1").refused("amount 3") == "23-4"
    assert t.choose("amount 2").strength("DEX1") == 8


def test_23_4_no_points_come_from_nowhere_and_nobody_gives_and_takes() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 I2=4@0303 I3=4@0303").choose("give DEI1", "amount 2")
    assert t.refused("raise DEI1") == "23-4"
    t.choose("raise DEI2", "amount 2")
    assert t.refused("raise DEI3") == "23-4"
    assert t.refused("give DEI2") == "23-4"
    t.choose("done")
    assert sum(t.strength(f"DEI{n}") for n in (1, 2, 3)) == 12


def test_23_4_points_left_over_are_lost() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 I2=4@0303").choose("give DEI1", "amount 3", "done")
    assert (t.strength("DEI1"), t.strength("DEI2")) == (1, 4)


def test_23_6_not_in_an_enemy_zone() -> None:
    t = SKETCH.table(PHASE + "DE HQ1@0303 I1=4@0303 I2=4@0303 R1@0101\nRU I1@0403")
    assert t.refused("give DEI1") == "23-6"


def test_20_6_surrendered_units_do_not_return() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 I2=4@0303 I3:surrendered").choose("give DEI1", "amount 1")
    assert t.refused("return DEI3") == "23-5"


def test_33_6_an_assault_unit_is_not_rebuilt_as_one() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 X1=8@0303 I2=5@0303").choose("give DEI1", "amount 1")
    assert t.choices("raise") == {"DEI2"}
    assert t.refused("raise DEX1") == "33-6"


def test_24_1_replacements_have_no_zone_and_die_alone() -> None:
    t = SKETCH.table(MOVEMENT + "DE I1@0303\nRU R1@0403 I1@1010")
    assert t.zone("Entente").isdisjoint({"0303"})
    assert t.march("DEI1", "0403").where("RUR1") == "eliminated"


def test_24_1_replacements_alone_are_lost_as_soon_as_they_are_attacked() -> None:
    text = "turn 1914 Aug 5 phase Central combat\nDE I1@0303\nRU R1@0403 R2@0403 I1@1010"
    t = SKETCH.table(text).choose("attack 0403", "with DEI1", "join")
    assert t.where("RUR1") == t.where("RUR2") == "eliminated"
    assert not t.said("die")
    assert t.choose("advance DEI1").where("DEI1") == "0403"


def test_24_1_replacements_neither_answer_nor_lose_beside_others() -> None:
    text = "turn 1916 Aug 5 phase Central combat\nDE I1@0303\nRU R1@0403 I1@0403 HQ1@0903"
    t = SKETCH.table(text, 6, 1).choose("attack 0403", "with DEI1", "join")
    assert counterattack(t.state, t.state.battle).points == 15
    t.choose("stand")
    assert (t.strength("RUI1"), t.strength("RUR1")) == (3, 5)


def test_24_2_replacements_weigh_a_division() -> None:
    theatre = SKETCH.theatre()
    assert theatre.half_divisions[theatre.unit["DER1"]] == 2


def test_24_3_replacements_are_split_and_merged() -> None:
    t = SKETCH.table(MOVEMENT + "DE R1@0303" + FAR).choose("split DER1")
    assert t.refused("amount 5") == "24-3"
    t.choose("amount 2")
    (new,) = t.at("0303") - {"DER1"}
    assert (t.strength("DER1"), t.strength(new)) == (3, 2)
    assert t.refused("merge DER1") == "24-3"
    t.choose("done")
    while t.phase != "Central movement":
        t.choose("done")
    t.choose("merge DER1", f"into {new}") if t.asked == "MergeReplacement" else t.choose(
        "merge DER1"
    )
    assert t.strength(new) == 5
    assert t.where("DER1") == "eliminated"


def test_24_3_r87_they_are_split_and_merged_as_often_as_wanted() -> None:
    t = SKETCH.table(MOVEMENT + "DE R1@0303" + FAR).choose("split DER1", "amount 2")
    t.choose("split DER1", "amount 1")
    assert sorted(t.strength(unit) for unit in t.at("0303")) == [1, 2, 2]
    t = SKETCH.table(MOVEMENT + "DE R2=1@0404 R3=1@0404 R4=2@0404" + FAR)
    t.choose("merge DER2", "into DER3", "merge DER3")
    assert (t.at("0404"), t.strength("DER4")) == ({"DER4"}, 4)


def test_24_3_23_4_split_replacements_give_their_points_in_the_same_turn() -> None:
    t = SKETCH.table(MOVEMENT + "DE R1@0303 HQ1@0303 I1=4@0303" + FAR).choose("split DER1")
    t.choose("amount 2", "done")
    assert t.phase == "Central recombination"
    assert t.choices("give") >= {"DER1"}


def test_24_3_a_merged_unit_is_no_stronger_than_its_counter() -> None:
    t = SKETCH.table(MOVEMENT + "DE R1@0303 R2=1@0303" + FAR)
    assert t.refused("merge DER1") == "24-3"


def test_24_3_what_has_moved_has_moved_in_both_its_parts() -> None:
    t = SKETCH.table(MOVEMENT + "DE R1@0303 I1@0101" + FAR).march("DER1", "0304")
    t.choose("split DER1", "amount 2")
    (new,) = t.at("0304") - {"DER1"}
    assert t.refused(f"unit {new}") == "6-3"


def test_24_4_replacements_are_never_raised_nor_brought_back() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 I2=4@0303 R1=2@0303 R2=0:eliminated").choose("give DEI1")
    t.choose("amount 1")
    assert t.choices("raise") == {"DEI2"}
    assert t.refused("return DER2") == "24-4"


ALLIES = Sketch(
    facts={"0303": {"country": "BU"}, "0803": {"country": "RO"}},
    counters=(
        counter("BUR1", (3, 3), 4, "replacement", full=5),
        counter("ROR1", (3, 3), 4, "replacement", full=5),
        counter("RUV1", (3, 3), 3, "replacement", full=5),
    ),
)


def test_45_4_german_replacements_in_bulgaria_arm_bulgarians() -> None:
    t = ALLIES.table(MOVEMENT + "DE R1@0303 R2@0305 R3=4@0303" + FAR)
    assert t.choices("exchange") == {"DER1"}
    assert t.refused("exchange DER2") == "45-4"
    t.choose("exchange DER1")
    assert (t.where("BUR1"), t.strength("BUR1"), t.where("DER1")) == ("0303", 3, "eliminated")


def test_47_3_russian_replacements_in_romania_arm_romanians() -> None:
    text = "turn 1916 Sep 1 phase Entente movement\nRU V1@0803 R2@0803\nDE I1@0101"
    t = ALLIES.table(text)
    assert t.refused("exchange RUR1") == "24-3"
    assert t.refused("exchange RUR2") == "47-3"
    t.choose("exchange RUV1")
    assert (t.where("ROR1"), t.strength("ROR1")) == ("0803", 3)


def test_23_5_who_finds_no_room_does_not_return() -> None:
    full = " ".join(f"I{n}=4@0303" for n in range(1, 7))
    t = lay(f"DE HQ1@0303 {full} I7=0:eliminated").choose("give DEI1", "amount 1")
    assert t.refused("return DEI7") == "11-1"
    assert t.choose("give DEI2", "amount 4").may("return DEI7")


def test_r87_a_unit_recombines_once_a_phase() -> None:
    t = lay("DE HQ1@0303 I1=4@0303 I2=4@0303 I3=4@0303 I4=4@0303").choose("give DEI1", "amount 1")
    t.choose("raise DEI2", "done")
    assert t.refused("give DEI2") == "23-4"
