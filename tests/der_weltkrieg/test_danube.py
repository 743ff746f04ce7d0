"""Section 35: the Danube."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, bleed, declared, join
from tests.der_weltkrieg.danube_map import RIVER
from trenchline.games.der_weltkrieg.results import attack


def test_35_1_nobody_crosses_into_the_zone_of_an_enemy_on_the_bank() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0305\nSR I1@0406")
    assert t.choose("unit AHI1").refused("move 0306") == "35-1"
    assert "0204" in t.choices("move")


def test_35_1_it_is_a_major_river_and_free_where_nobody_watches() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0305\nSR I1@0906")
    assert t.cost("AHI1", "0306") == 4
    assert "0306" in t.reach("AHI1")
    battle = declared(RIVER.table(COMBAT + "AH I1@0305\nSR I1@0306"), "0306", "AHI1")
    assert [factor.name for factor in attack(t.state, battle).factors] == ["major_river"]


def test_35_1_only_enemies_beside_the_river_close_it() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0405\nSR I1@0407")
    assert "0406" in t.zone("Entente")
    assert "0406" in t.reach("AHI1")


def test_35_2_friends_on_the_far_bank_open_it() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0305 A1@0306\nSR I1@0406")
    assert "0306" in t.reach("AHI1")


def test_35_2_an_advance_after_combat_crosses_it() -> None:
    t = RIVER.table(COMBAT + "AH I1@0305 I2@0305 I3@0305 E1@0305\nSR B1@0306 I2@0406", 6, 1)
    join(t, "0306", "AHI1", "AHI2", "AHI3")
    bleed(t)
    while t.asked != "Advance":
        t.choose(min(t.legal))
    t.choose("advance AHI1")
    assert t.where("AHI1") == "0306"


def test_35_3_35_4_only_engineers_carry_an_attack_across_but_artillery_fires() -> None:
    t = RIVER.table(COMBAT + "AH I1@0305 A1@0305\nSR I1@0306").choose("attack 0306")
    assert t.choices("with") == {"AHA1"}
    assert t.refused("with AHI1") == "35-3"
    t = RIVER.table(COMBAT + "AH I1@0305 A1@0305 E1@0305\nSR I1@0306").choose("attack 0306")
    assert t.choices("with") == {"AHI1", "AHA1"}


def test_35_3_engineers_in_each_hex_that_attacks_across() -> None:
    t = RIVER.table(COMBAT + "AH I1@0405 E1@0405 I2@0305 I3@0307\nSR I1@0306")
    assert t.choose("attack 0306").choices("with") == {"AHI1", "AHI3"}


def test_35_3_one_attack_across_from_a_hex() -> None:
    text = COMBAT + "AH I1@0405 I2@0405 A1@0405 E1@0405 E2@0405\nSR F1@0306 F2@0506"
    t = bleed(join(RIVER.table(text, 1, 1), "0306", "AHI1"))
    assert t.choose("attack 0506").choices("with") == {"AHA1"}
    assert t.refused("with AHI2") == "35-3"


def test_35_3_35_4_fire_across_does_not_count_as_an_attack_across() -> None:
    text = COMBAT + "AH I1@0405 A1@0405 E1@0405\nSR F1@0306 F2@0506"
    t = bleed(join(RIVER.table(text, 1, 1), "0306", "AHA1"))
    assert t.choose("attack 0506").choices("with") == {"AHI1"}


def test_35_3_engineers_are_lost_with_the_last_attacker() -> None:
    text = COMBAT + "AH I1=1@0405 I9@0101 E1@0405 E2@0405\nSR I1@0306 I2@0306 I3@0306"
    t = bleed(join(RIVER.table(text, 1, 6), "0306", "AHI1").choose("stand"))
    assert t.where("AHI1") == "eliminated"
    assert t.where("AHE1") == "eliminated"
    assert t.where("AHE2") == "0405"


def test_35_3_engineers_live_as_long_as_somebody_does() -> None:
    text = COMBAT + "AH I1@0405 I2@0405 E1@0405\nSR I1@0306"
    t = bleed(join(RIVER.table(text, 1, 1), "0306", "AHI1", "AHI2").choose("stand"))
    assert t.where("AHE1") == "0405"
    text = COMBAT + "AH I1=1@0405 I2@0405 E1@0405\nSR I1@0306"
    t = join(RIVER.table(text, 1, 6), "0306", "AHI1", "AHI2").choose("stand")
    while t.asked == "TakeLosses":
        t.choose("lose AHI1" if "AHI1" in t.choices("lose") else min(t.legal))
    assert t.where("AHI1") == "eliminated"
    assert t.where("AHI2") == t.where("AHE1") == "0405"


def test_35_1_37_3_nor_does_a_german_train_cross_to_an_enemy_on_the_bank() -> None:
    rails = {"0304/0305": "double_track", "0305/0306": "danube double_track"}
    sketch = replace(RIVER, sides={**RIVER.sides, **rails})
    text = MOVEMENT + "DE I1@0304\nRU I1@{}"
    for foe, reached in (("0206", {"0305"}), ("0307", {"0305", "0306"})):
        t = sketch.table(text.format(foe))
        assert "0306" in t.zone("Entente")
        assert t.choose("unit DEI1", "entrain").choices("ride") == reached
