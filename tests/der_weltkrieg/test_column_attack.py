"""Section 16: column attacks."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import MOVEMENT, bleed, declared
from tests.der_weltkrieg.table import Sketch
from trenchline.games.der_weltkrieg.results import attack, counterattack


def test_16_1_16_2_16_3_a_stack_attacks_in_its_movement_phase_and_again_later() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 I2@0303 I3@0101\nRU F1@0404", 1, 1)
    t.choose("unit DEI1", "with DEI2", "move 0403")
    assert t.spent == 1
    bleed(t.choose("attack 0404"))
    assert t.asked == "MovementPhase"
    assert t.refused("unit DEI1") == "16-4"
    t.choose("done")
    assert t.choose("attack 0404").choices("with") == {"DEI1", "DEI2"}


def test_16_4_who_stays_may_attack_but_never_artillery() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 A1@0303\nRU I1@0304")
    assert t.choose("unit DEI1").choices("attack") == {"0304"}
    t.choose("with DEA1")
    assert t.refused("attack 0304") == "16-4"


def test_16_6_16_7_16_5_a_hex_as_often_as_you_like_but_each_unit_once() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 I2@0204\nRU F1@0304\n", 1, 1, 1, 1)
    t.choose("unit DEI1", "attack 0304", "unit DEI2")
    assert t.choices("attack") == {"0304"}
    t.choose("attack 0304")
    assert t.state.column_attacked.bit_count() == 2


def test_16_8_the_attacker_counts_half_the_defender_twice() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303\nRU I1@0304")
    battle = declared(t, "0304", "DEI1", kind="column")
    assert attack(t.state, battle).points == 4
    assert counterattack(t.state, battle).points == 5 * 3 * 2
    assert [factor.case for factor in attack(t.state, battle).factors] == ["16-8"]


def test_16_9_the_defender_may_retreat_and_the_column_follows_for_nothing() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 I2@0101\nRU I1@0304 HQ1@0308", 1, 1)
    t.choose("unit DEI1", "attack 0304", "retreat", "advance DEI1")
    assert t.where("DEI1") == "0304"
    assert t.refused("unit DEI1") == "16-4"


@pytest.mark.parametrize("kind", ["mountain", "urban", "wooded_rough", "major_river"])
def test_16_10_not_over_hard_hexsides(kind: str) -> None:
    t = Sketch({"0303/0304": kind}).table(MOVEMENT + "DE I1@0303\nRU I1@0304")
    assert t.choose("unit DEI1").refused("attack 0304") == "16-10"


def test_6_10_no_attack_from_column_movement_r40_germans_after_rail() -> None:
    rails = {"0201/0202": "single_track", "0202/0203": "single_track"}
    t = Sketch(rails).table(MOVEMENT + "AH I1@0203 I2@0303\nDE I1@0201\nRU I1@0304")
    t.choose("unit AHI2", "column")
    assert t.refused("attack 0304") == "6-10"
    assert t.refused("attack 0303") == "6-10"
    t.choose("stay", "unit DEI1", "entrain", "ride 0203")
    assert t.choices("attack") == {"0304"}


def test_12_1_12_4_only_enemies_next_to_the_column() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303\nRU I1@0306").choose("unit DEI1")
    assert t.refused("attack 0304") == "12-1"
    assert t.refused("attack 0306") == "12-4"


def test_40_2_austrians_do_not_march_in_column_at_the_enemy() -> None:
    t = Sketch().table(MOVEMENT + "AH I1@0303\nDE I1@0303\nRU I1@0903")
    t.choose("unit AHI1", "column")
    assert "0203" in t.choices("move")
    assert t.refused("move 0403") == "40-2"
    t.choose("stay", "unit DEI1", "column")
    assert "0403" in t.choices("move")


@pytest.mark.parametrize("kind", ["lake", "alpine", "sea"])
def test_16_10_nor_where_nobody_could_pass(kind: str) -> None:
    t = Sketch({"0303/0304": kind}).table(MOVEMENT + "DE I1@0303\nRU I1@0304")
    assert t.choose("unit DEI1").refused("attack 0304") == "16-10"


def test_11_10_a_narrow_hex_has_no_room_for_a_great_column_attack() -> None:
    sketch = Sketch(facts={"0304": {"land_sides": "1"}})
    five = " ".join(f"I{n}@0303" for n in range(1, 6))
    t = sketch.table(MOVEMENT + f"DE {five}\nRU I1@0304").choose("unit DEI1")
    t.choose("with DEI2", "with DEI3", "with DEI4")
    assert t.choices("attack") == {"0304"}
    assert t.choose("with DEI5").refused("attack 0304") == "11-10"
